//! How fast the SAT core is next to varisat. Not a test of correctness and not run by default:
//! `cargo test --release -p cfp-solver --test sat_speed -- --ignored --nocapture`.

mod sat_common;

use std::time::Instant;

use cfp_solver::sat::SatOptions;
use sat_common::*;

#[test]
#[ignore = "takes minutes; prints a table"]
fn table() {
    let mut random = Random::new(100);
    let mut families: Vec<(&str, Vec<Clauses>)> = Vec::new();
    let mut add = |name, make: &mut dyn FnMut(&mut Random) -> Clauses, count: usize| {
        families.push((name, (0..count).map(|_| make(&mut random)).collect()));
    };
    add(
        "3-sat 200 at 4.26",
        &mut |random| random_ksat(random, 200, 852, 3),
        10,
    );
    add(
        "3-sat 250 at 4.26",
        &mut |random| random_ksat(random, 250, 1065, 3),
        4,
    );
    add(
        "3-sat 600 at 4.0",
        &mut |random| random_ksat(random, 600, 2400, 3),
        4,
    );
    add(
        "5-sat 90 at 21.1",
        &mut |random| random_ksat(random, 90, 1899, 5),
        4,
    );
    add("pigeonhole 9", &mut |_| pigeonhole(9, 8), 1);
    add("pigeonhole 10", &mut |_| pigeonhole(10, 9), 1);
    add("parity 50", &mut |random| random_parity(random, 50, 50), 4);
    add("3-colouring 400", &mut |random| colouring(random, 400, 920, 3), 4);
    add("5-colouring 120", &mut |random| colouring(random, 120, 670, 5), 4);
    add("miter 400", &mut |random| miter(random, 40, 400), 6);
    add("miter 4000", &mut |random| miter(random, 200, 4000), 4);
    add("multiplier", &mut |random| factoring(random, 20), 3);
    add(
        "large easy 3-sat",
        &mut |random| random_ksat(random, 200_000, 700_000, 3),
        1,
    );

    println!(
        "{:20} {:>9} {:>9} {:>10} {:>9} {:>9}",
        "family", "cfp s", "varisat s", "conflicts", "props/ms", "sat"
    );
    for (name, instances) in families {
        let only = std::env::var("ONLY").unwrap_or_default();
        if !name.contains(&only) {
            continue;
        }
        let (mut ours, mut theirs, mut conflicts, mut propagations, mut sat) = (0.0, 0.0, 0, 0, 0);
        for clauses in &instances {
            let start = Instant::now();
            let mut solver = solver_for(clauses, 0, SatOptions::default());
            let answer = solve_checked(&mut solver, clauses, &[]);
            ours += start.elapsed().as_secs_f64();
            conflicts += solver.stats().conflicts;
            propagations += solver.stats().propagations;
            sat += answer as usize;
            let start = Instant::now();
            if std::env::var("NO_ORACLE").is_err() {
                assert_eq!(oracle(clauses, &[]), answer);
            }
            theirs += start.elapsed().as_secs_f64();
            if std::env::var("STATS").is_ok() {
                println!("{:?}", solver.stats());
            }
        }
        let rate = propagations as f64 / ours / 1000.0;
        println!(
            "{name:20} {ours:9.2} {theirs:9.2} {conflicts:10} {rate:9.0} {:>9}",
            format!("{sat}/{}", instances.len())
        );
    }
}
