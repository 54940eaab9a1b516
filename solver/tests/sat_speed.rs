//! How fast the SAT core is next to varisat. Not a test of correctness and not run by default:
//! `cargo test --release -p cfp-solver --test sat_speed -- --ignored --nocapture`.

mod sat_common;

use cfp_solver::sat::SatOptions;
use sat_common::*;

/// Processor time of this thread, so that other work on the machine does not matter much.
fn cpu_seconds() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").expect("this table is made on Linux");
    text.split(' ').next().and_then(|nanos| nanos.parse::<f64>().ok()).expect("nanoseconds") / 1e9
}

#[test]
#[ignore = "takes minutes; prints a table"]
fn table() {
    let mut random = Random::new(100);
    let mut families: Vec<(&str, Vec<Clauses>)> = Vec::new();
    let mut add = |name, make: &mut dyn FnMut(&mut Random) -> Clauses, count: usize| {
        families.push((name, (0..count).map(|_| make(&mut random)).collect()));
    };
    add("3-sat 200 at 4.26", &mut |random| random_ksat(random, 200, 852, 3), 10);
    add("3-sat 250 at 4.26", &mut |random| random_ksat(random, 250, 1065, 3), 4);
    add("3-sat 400 at 3.8", &mut |random| random_ksat(random, 400, 1520, 3), 4);
    add("5-sat 60 at 21.1", &mut |random| random_ksat(random, 60, 1266, 5), 4);
    add("pigeonhole 10", &mut |_| pigeonhole(10, 9), 1);
    add("parity 90", &mut |random| random_parity(random, 90, 88), 4);
    add("3-colouring 300", &mut |random| colouring(random, 300, 690, 3), 4);
    add("5-colouring 90", &mut |random| colouring(random, 90, 520, 5), 4);
    add("miter 3000", &mut |random| miter(random, 60, 3000), 6);
    add("miter 40000", &mut |random| miter(random, 500, 40_000), 3);
    add("multiplier", &mut |random| factoring(random, 18), 4);
    add("large easy 3-sat", &mut |random| random_ksat(random, 100_000, 300_000, 3), 1);

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
            let start = cpu_seconds();
            let mut solver = solver_for(clauses, 0, SatOptions::default());
            let answer = solve_checked(&mut solver, clauses, &[]);
            ours += cpu_seconds() - start;
            conflicts += solver.stats().conflicts;
            propagations += solver.stats().propagations;
            sat += answer as usize;
            let start = cpu_seconds();
            if std::env::var("NO_ORACLE").is_err() {
                assert_eq!(oracle(clauses, &[]), answer);
            }
            theirs += cpu_seconds() - start;
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
