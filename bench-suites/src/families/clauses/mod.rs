//! Families of formulas in clauses, from easy to hard, to measure SAT solvers with.
//!
//! Each instance is determined by its family and its level: the higher the level, the larger the formula. In
//! most families some seconds of a good SAT solver suffice up to level 4.

use std::fmt::Write;

use super::Rng;

mod circuits;
mod counting;
mod parity;
mod random;
mod steps;

/// A family of formulas.
#[derive(Debug, Clone, Copy)]
pub struct ClauseFamily {
    /// Its name.
    pub name: &'static str,
    /// What is in it, in a few words.
    pub about: &'static str,
    /// Makes the formula of a level.
    pub formula: fn(u32) -> Formula,
}

/// All of them.
pub const CLAUSE_FAMILIES: [ClauseFamily; 12] = [
    ClauseFamily { name: "random-3", about: "uniform clauses of three literals", formula: random::three },
    ClauseFamily { name: "random-5", about: "uniform clauses of five literals", formula: random::five },
    ClauseFamily { name: "large", about: "many uniform clauses, satisfiable", formula: random::large },
    ClauseFamily { name: "pigeons", about: "one pigeon too many", formula: counting::pigeons },
    ClauseFamily { name: "colouring", about: "random graphs in three colours", formula: counting::colouring },
    ClauseFamily { name: "latin", about: "latin squares with holes", formula: counting::latin },
    ClauseFamily { name: "tseitin", about: "odd parities on cubic graphs", formula: parity::tseitin },
    ClauseFamily { name: "equations", about: "sparse equations modulo two", formula: parity::equations },
    ClauseFamily { name: "factors", about: "factors of a product", formula: circuits::factors },
    ClauseFamily { name: "miter", about: "two multipliers compared", formula: circuits::miter },
    ClauseFamily {
        name: "counter",
        about: "what a counter reaches in so many steps",
        formula: steps::counter,
    },
    ClauseFamily { name: "tiles", about: "plans for the puzzle of eight tiles", formula: steps::tiles },
];

impl ClauseFamily {
    /// The text of an instance, in DIMACS.
    pub fn text(&self, level: u32) -> String {
        let Formula { vars, clauses } = (self.formula)(level);
        let mut text = format!("c {}: {}\np cnf {vars} {}\n", self.name, self.about, clauses.len());
        for clause in &clauses {
            clause.iter().for_each(|lit| _ = write!(text, "{lit} "));
            text += "0\n";
        }
        text
    }
}

/// A formula in the making. Literals are numbered as in DIMACS.
#[derive(Debug, Default)]
pub struct Formula {
    vars: i32,
    clauses: Vec<Vec<i32>>,
}

impl Formula {
    fn new_var(&mut self) -> i32 {
        self.vars += 1;
        self.vars
    }

    fn new_vars(&mut self, count: usize) -> Vec<i32> {
        (0..count).map(|_| self.new_var()).collect()
    }

    fn add(&mut self, clause: &[i32]) {
        self.clauses.push(clause.to_vec());
    }

    /// No two of them are true.
    fn at_most_one(&mut self, lits: &[i32]) {
        for (index, &a) in lits.iter().enumerate() {
            lits[..index].iter().for_each(|&b| self.add(&[-a, -b]));
        }
    }

    fn exactly_one(&mut self, lits: &[i32]) {
        self.add(lits);
        self.at_most_one(lits);
    }

    fn and(&mut self, a: i32, b: i32) -> i32 {
        let gate = self.new_var();
        self.add(&[-gate, a]);
        self.add(&[-gate, b]);
        self.add(&[gate, -a, -b]);
        gate
    }

    fn xor(&mut self, a: i32, b: i32) -> i32 {
        let gate = self.new_var();
        self.parity(&[gate, a, b], false);
        gate
    }

    /// An odd number of them is true, or an even number.
    fn parity(&mut self, lits: &[i32], is_odd: bool) {
        for signs in 0..1u32 << lits.len() {
            if (signs.count_ones() % 2 == 1) == is_odd {
                continue;
            }
            // The assignment with these signs is wrong.
            let negate = |(index, &lit): (usize, &i32)| if signs >> index & 1 == 1 { -lit } else { lit };
            let clause: Vec<i32> = lits.iter().enumerate().map(negate).collect();
            self.add(&clause);
        }
    }
}

/// The numbers of an instance.
fn rng(family: u64, level: u32) -> Rng {
    Rng::new(&[1_000 + family, u64::from(level)])
}

/// So many different numbers below a bound.
fn distinct(rng: &mut Rng, count: usize, bound: u64) -> Vec<usize> {
    let mut chosen: Vec<usize> = Vec::with_capacity(count);
    while chosen.len() < count {
        let number = rng.below(bound) as usize;
        if !chosen.contains(&number) {
            chosen.push(number);
        }
    }
    chosen
}

/// A random order.
fn shuffle<T>(rng: &mut Rng, items: &mut [T]) {
    for index in (1..items.len()).rev() {
        items.swap(index, rng.below(index as u64 + 1) as usize);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cfp_solver::{Answer, Interrupt, Options, check_clauses};

    fn answer(formula: &Formula) -> Answer {
        check_clauses(formula.vars as usize, &formula.clauses, &Options::default(), &Interrupt::new()).answer
    }

    #[test]
    fn instances_are_well_formed_and_depend_on_their_level() {
        for family in CLAUSE_FAMILIES {
            let Formula { vars, clauses } = (family.formula)(0);
            let is_lit = |&lit: &i32| lit != 0 && lit.abs() <= vars;
            assert!(clauses.iter().all(|clause| clause.iter().all(is_lit)), "{}", family.name);
            assert_eq!(family.text(0), family.text(0));
            assert_ne!(family.text(0), family.text(1), "{}", family.name);
            assert_eq!(family.text(0).lines().count(), clauses.len() + 2);
        }
    }

    #[test]
    fn parities_allow_half_of_all_assignments() {
        for is_odd in [false, true] {
            let mut formula = Formula::default();
            let lits = formula.new_vars(4);
            formula.parity(&lits, is_odd);
            assert_eq!(formula.clauses.len(), 8);
            // Three of them are true.
            [1, 2, -3, 4].iter().for_each(|&lit| formula.add(&[lit]));
            assert_eq!(answer(&formula) == Answer::Sat, is_odd);
        }
    }

    #[test]
    fn answers_that_are_known_are_so() {
        for (name, expected) in [
            ("pigeons", Answer::Unsat),
            ("latin", Answer::Sat),
            ("miter", Answer::Unsat),
            ("large", Answer::Sat),
        ] {
            let family = CLAUSE_FAMILIES.iter().find(|family| family.name == name).expect("a family");
            assert_eq!(answer(&(family.formula)(0)), expected, "{name}");
        }
    }
}
