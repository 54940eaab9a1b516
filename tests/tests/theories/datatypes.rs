//! Random formulas over random datatypes, compared with Z3; skipped where there is no `z3`.
//!
//! `CFP_ROUNDS` sets how many formulas are tried, `CFP_SEED` where to start.

use cfp_smtlib::{Config, Session};
use cfp_tests::random::Rng;
use cfp_tests::rounds::{seeds, ticks};
use cfp_tests::z3::Z3;

/// Work per formula.
const TICKS: u64 = 3_000_000;

/// A constructor: its name, and names and sorts of its selectors.
struct Constructor {
    name: String,
    selectors: Vec<(String, String)>,
}

/// Datatypes `D0`, `D1`, … with their constructors.
struct Generator {
    rng: Rng,
    datatypes: Vec<Vec<Constructor>>,
}

impl Generator {
    /// Datatypes that may contain each other. The first constructor of each contains only earlier ones, so
    /// that every datatype has values.
    fn new(seed: u64) -> Generator {
        let mut rng = Rng::new(seed);
        let count = 1 + rng.below(3);
        let mut datatypes = Vec::new();
        for datatype in 0..count {
            let mut constructors = Vec::new();
            for index in 0..1 + rng.below(4) {
                let contained = if index == 0 { datatype } else { count };
                let mut selectors = Vec::new();
                for place in 0..rng.below(3) {
                    let sort = match rng.below(contained + 2) {
                        0 => "Int".to_string(),
                        1 => "Bool".to_string(),
                        other => format!("D{}", other - 2),
                    };
                    selectors.push((format!("s{datatype}_{index}_{place}"), sort));
                }
                constructors.push(Constructor { name: format!("c{datatype}_{index}"), selectors });
            }
            datatypes.push(constructors);
        }
        Generator { rng, datatypes }
    }

    fn declarations(&self) -> String {
        let names: Vec<String> = (0..self.datatypes.len()).map(|index| format!("(D{index} 0)")).collect();
        let selector = |(name, sort): &(String, String)| format!(" ({name} {sort})");
        let constructor = |Constructor { name, selectors }: &Constructor| {
            format!("({name}{})", selectors.iter().map(selector).collect::<String>())
        };
        let bodies = self.datatypes.iter();
        let bodies = bodies.map(|all| format!("({})", all.iter().map(constructor).collect::<String>()));
        let bodies: Vec<String> = bodies.collect();
        let mut text = format!("(declare-datatypes ({}) ({}))\n", names.join(" "), bodies.join(" "));
        for sort in self.sorts() {
            (0..3).for_each(|index| text += &format!("(declare-const {sort}_{index} {sort})\n"));
        }
        text
    }

    fn sorts(&self) -> Vec<String> {
        let mut sorts = vec!["Int".to_string(), "Bool".to_string()];
        sorts.extend((0..self.datatypes.len()).map(|index| format!("D{index}")));
        sorts
    }

    /// A term of a sort.
    fn term(&mut self, sort: &str, depth: usize) -> String {
        let constant = format!("{sort}_{}", self.rng.below(3));
        if depth == 0 {
            return constant;
        }
        match (self.rng.below(4), sort) {
            (0, "Int") => self.rng.range(0, 2).to_string(),
            (0, "Bool") => self.formula(depth - 1),
            (0, _) => {
                let all = &self.datatypes[sort[1..].parse::<usize>().expect("a datatype")];
                let Constructor { name, selectors } = &all[self.rng.below(all.len())];
                let (name, sorts): (_, Vec<String>) =
                    (name.clone(), selectors.iter().map(|(_, sort)| sort.clone()).collect());
                let arguments: String =
                    sorts.iter().map(|sort| format!(" {}", self.term(sort, depth - 1))).collect();
                if arguments.is_empty() { name } else { format!("({name}{arguments})") }
            }
            (1 | 2, _) => {
                let all = self.datatypes.iter().enumerate().flat_map(|(index, constructors)| {
                    let selectors = constructors.iter().flat_map(|constructor| &constructor.selectors);
                    selectors.map(move |selector| (index, selector))
                });
                let fitting: Vec<(usize, String)> = all
                    .filter(|(_, (_, of))| of == sort)
                    .map(|(index, (name, _))| (index, name.clone()))
                    .collect();
                if fitting.is_empty() {
                    return constant;
                }
                let (index, name) = fitting[self.rng.below(fitting.len())].clone();
                format!("({name} {})", self.term(&format!("D{index}"), depth - 1))
            }
            _ => constant,
        }
    }

    fn formula(&mut self, depth: usize) -> String {
        let sort = format!("D{}", self.rng.below(self.datatypes.len()));
        match self.rng.below(if depth == 0 { 3 } else { 6 }) {
            0 => format!("(= {} {})", self.term(&sort, depth + 1), self.term(&sort, depth)),
            1 => {
                let all = &self.datatypes[sort[1..].parse::<usize>().expect("a datatype")];
                let name = all[self.rng.below(all.len())].name.clone();
                format!("((_ is {name}) {})", self.term(&sort, depth))
            }
            2 => format!("(< {} {})", self.term("Int", depth), self.term("Int", depth)),
            3 => format!("(not {})", self.formula(depth - 1)),
            4 => format!("(or {} {})", self.formula(depth - 1), self.formula(depth - 1)),
            _ => {
                format!("(distinct {} {} {})", self.term(&sort, 1), self.term(&sort, 1), self.term(&sort, 0))
            }
        }
    }

    fn script(&mut self) -> String {
        let mut text = self.declarations();
        for _ in 0..2 + self.rng.below(7) {
            text += &format!("(assert {})\n", self.formula(2));
        }
        text + "(check-sat)\n"
    }
}

fn ours(script: &str) -> String {
    let mut config = Config::default();
    config.options.limits.ticks = Some(ticks(TICKS));
    let mut output = Vec::new();
    let script = format!("(set-logic ALL)\n{script}");
    Session::new(config).run(script.as_bytes(), &mut output).expect("memory can be written");
    String::from_utf8(output).expect("answers are UTF-8").trim().to_string()
}

#[test]
fn formulas_over_datatypes_agree_with_z3() {
    let Some(mut z3) = Z3::start() else {
        println!("no z3 on the search path: nothing compared");
        return;
    };
    let (mut sat, mut unsat, mut unknown) = (0, 0, 0);
    let rounds = seeds(1_500);
    for seed in rounds.clone() {
        let script = Generator::new(seed).script();
        let ours = ours(&script);
        let theirs = z3.run(&script).unwrap_or_default().join("\n");
        match (ours.as_str(), theirs.as_str()) {
            ("sat", "sat") => sat += 1,
            ("unsat", "unsat") => unsat += 1,
            ("sat" | "unsat", "unknown" | "timeout" | "") => {}
            ("unknown", _) => unknown += 1,
            _ => panic!("{ours}, Z3 says {theirs}; seed {seed}\n{script}"),
        }
    }
    println!("{sat} sat, {unsat} unsat, {unknown} unknown");
    let total = rounds.count();
    assert!(unknown * 20 <= total, "{unknown} of {total} unknown");
    assert!(total < 100 || (sat * 10 > total && unsat * 10 > total), "{sat} sat, {unsat} unsat");
}
