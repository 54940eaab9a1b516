//! Cores of random systems: what a core names is unsatisfiable by itself, and nothing of a minimal one can be
//! left out.

use cfp_smtlib::run_script;

/// Pseudo-random numbers below a bound.
fn generator(mut state: u64) -> impl FnMut(u64) -> u64 {
    move |bound| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 33) % bound
    }
}

fn random_assertions(random: &mut impl FnMut(u64) -> u64) -> Vec<String> {
    let variable = |random: &mut dyn FnMut(u64) -> u64| ["x", "y", "z"][random(3) as usize];
    (0..10)
        .map(|_| {
            let (a, b, c) = (variable(random), variable(random), variable(random));
            match random(4) {
                0 => format!("(<= (+ {a} {}) {b})", random(4)),
                1 => format!("(= (* {} {a}) (+ (* 3 {b}) {}))", 2 + random(2), random(3)),
                2 => format!("(or (< {a} {b}) (< {b} (- {c} {})))", random(5)),
                _ => format!("(< (- {}) {a} {})", random(3), random(6)),
            }
        })
        .collect()
}

/// The script that checks these of the assertions, each named after its number, with a level in between.
fn script(assertions: &[String], chosen: &[usize], options: &str, question: &str) -> String {
    let mut text = format!("{options}(declare-const x Int)(declare-const y Int)(declare-const z Int)\n");
    for (position, &index) in chosen.iter().enumerate() {
        if position == chosen.len() / 2 {
            text += "(push 1)";
        }
        text += &format!("(assert (! {} :named a{index}))\n", assertions[index]);
    }
    text + question
}

#[test]
fn cores_are_unsatisfiable_and_minimal_ones_minimal() {
    let mut random = generator(0x9e37_79b9_7f4a_7c15);
    let cores = "(set-option :produce-unsat-cores true)";
    let mut found = 0;
    for _ in 0..150 {
        let assertions = random_assertions(&mut random);
        let all: Vec<usize> = (0..assertions.len()).collect();
        let answer = |chosen: &[usize]| run_script(&script(&assertions, chosen, "", "(check-sat)"));
        let core = |minimal: bool| {
            let options = format!("{cores}(set-option :minimal-unsat-cores {minimal})");
            // The assertions are all there after a core was made minimal.
            let question = "(check-sat)(get-unsat-core)(check-sat)(pop 1)(get-assertions)";
            let output = run_script(&script(&assertions, &all, &options, question));
            let lines: Vec<&str> = output.lines().collect();
            assert_eq!((lines[0], lines[2]), ("unsat", "unsat"));
            assert_eq!(lines.len(), 3 + assertions.len() / 2, "{output}");
            let names = lines[1].trim_matches(['(', ')']).split_whitespace();
            names.map(|name| name[1..].parse().unwrap()).collect::<Vec<usize>>()
        };
        if answer(&all) == "sat\n" {
            continue;
        }
        found += 1;
        let (any, minimal) = (core(false), core(true));
        for core in [&any, &minimal] {
            assert!(core.is_sorted(), "named in the order of assertion");
            assert_eq!(answer(core), "unsat\n", "{core:?} of {assertions:?}");
        }
        for left_out in 0..minimal.len() {
            let mut rest = minimal.clone();
            rest.remove(left_out);
            assert_eq!(answer(&rest), "sat\n", "{minimal:?} of {assertions:?}");
        }
    }
    assert!(found > 30, "only {found} systems were unsatisfiable");
}
