//! What the tests of the SAT core share: a seeded generator, clause sets, instance families, and the oracle.

#![allow(dead_code)] // Not every test file uses everything.

use cfp_solver::Budget;
use cfp_solver::internals::sat::theory::NoTheory;
use cfp_solver::internals::sat::{Lit, Outcome, SatOptions, SatSolver, Var};
use varisat::ExtendFormula;

pub(crate) type Clauses = Vec<Vec<Lit>>;

/// A xorshift generator: tests must not share the generator of what they test.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x2545_F491_4F6C_DD1D) | 1)
    }

    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % bound
    }

    pub(crate) fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    pub(crate) fn lit(&mut self, vars: usize) -> Lit {
        let var = Var::new(self.below(vars));
        var.lit(self.chance(50))
    }
}

pub(crate) fn lit(var: usize) -> Lit {
    Var::new(var).positive()
}

/// Random clauses with `k` literals, repetitions allowed.
pub(crate) fn random_clauses(random: &mut Random, vars: usize, count: usize, k: usize) -> Clauses {
    (0..count).map(|_| (0..k).map(|_| random.lit(vars)).collect()).collect()
}

/// `k` distinct variables per clause: the classic random model with a sharp threshold.
pub(crate) fn random_ksat(random: &mut Random, vars: usize, count: usize, k: usize) -> Clauses {
    let clause = |random: &mut Random| {
        let mut clause: Vec<Lit> = Vec::new();
        while clause.len() < k {
            let lit = random.lit(vars);
            if clause.iter().all(|other| other.var() != lit.var()) {
                clause.push(lit);
            }
        }
        clause
    };
    (0..count).map(|_| clause(random)).collect()
}

/// Each pigeon in a hole, no two in the same.
pub(crate) fn pigeonhole(pigeons: usize, holes: usize) -> Clauses {
    let at = |pigeon, hole| lit(pigeon * holes + hole);
    let mut clauses: Clauses =
        (0..pigeons).map(|pigeon| (0..holes).map(|hole| at(pigeon, hole)).collect()).collect();
    for hole in 0..holes {
        for a in 0..pigeons {
            clauses.extend((0..a).map(|b| vec![!at(a, hole), !at(b, hole)]));
        }
    }
    clauses
}

/// The sum of these literals is odd, or even.
pub(crate) fn parity(lits: &[Lit], odd: bool) -> Clauses {
    (0..1usize << lits.len())
        .filter(|bits| (bits.count_ones() % 2 == 1) != odd)
        .map(|bits| {
            lits.iter().enumerate().map(|(i, &lit)| if bits >> i & 1 == 1 { !lit } else { lit }).collect()
        })
        .collect()
}

/// Parity constraints over three variables each, at random: hard when there are about as many as variables.
pub(crate) fn random_parity(random: &mut Random, vars: usize, count: usize) -> Clauses {
    let mut clauses = Vec::new();
    for _ in 0..count {
        let lits = random_ksat(random, vars, 1, 3).remove(0);
        clauses.extend(parity(&lits, random.chance(50)));
    }
    clauses
}

/// A colouring of a random graph.
pub(crate) fn colouring(random: &mut Random, nodes: usize, edges: usize, colours: usize) -> Clauses {
    let has = |node, colour| lit(node * colours + colour);
    let mut clauses: Clauses =
        (0..nodes).map(|node| (0..colours).map(|colour| has(node, colour)).collect()).collect();
    for _ in 0..edges {
        let (a, b) = (random.below(nodes), random.below(nodes));
        if a != b {
            clauses.extend((0..colours).map(|colour| vec![!has(a, colour), !has(b, colour)]));
        }
    }
    clauses
}

/// Two random circuits with the same inputs, said to differ; every gate is `and` of two earlier literals.
pub(crate) fn miter(random: &mut Random, inputs: usize, gates: usize) -> Clauses {
    let mut clauses = Vec::new();
    let mut next = inputs;
    let mut pool: Vec<(Lit, Lit)> = (0..inputs).map(|input| (lit(input), lit(input))).collect();
    for _ in 0..gates {
        let (mut a, mut b) = (pool[random.below(pool.len())], pool[random.below(pool.len())]);
        if random.chance(50) {
            a = (!a.0, !a.1);
        }
        if random.chance(50) {
            b = (!b.0, !b.1);
        }
        let mut and = |x: Lit, y: Lit| {
            let gate = lit(next);
            next += 1;
            clauses.extend([vec![!gate, x], vec![!gate, y], vec![gate, !x, !y]]);
            gate
        };
        // The second circuit computes xor in another way when the gate is to be one.
        let gate = if random.chance(40) {
            let (left, right) = (and(a.0, !b.0), and(!a.0, b.0));
            let first = !and(!left, !right);
            let (both, none) = (and(a.1, b.1), and(!a.1, !b.1));
            (first, and(!both, !none))
        } else {
            (and(a.0, b.0), and(b.1, a.1))
        };
        pool.push(gate);
    }
    let (one, other) = pool[pool.len() - 1];
    clauses.extend(parity(&[one, other], true));
    clauses
}

/// Factors a product of two random numbers of `bits` bits: an array multiplier with a fixed result.
pub(crate) fn factoring(random: &mut Random, bits: usize) -> Clauses {
    let mut number = || (1usize << (bits - 1) | random.below(1 << (bits - 1)) | 1) as u128;
    let product = number() * number();
    let mut clauses: Clauses = Vec::new();
    let mut next = 2 * bits;
    let mut fresh = || {
        next += 1;
        lit(next - 1)
    };
    let zero = fresh();
    clauses.push(vec![!zero]);
    let mut sum: Vec<Lit> = vec![zero; 2 * bits];
    for i in 0..bits {
        let mut carry = zero;
        for j in 0..bits {
            let (a, b) = (lit(i), lit(bits + j));
            let part = fresh();
            clauses.extend([vec![!part, a], vec![!part, b], vec![part, !a, !b]]);
            let (x, result, next_carry) = (sum[i + j], fresh(), fresh());
            clauses.extend(parity(&[x, part, carry, result], false));
            for [p, q] in [[x, part], [x, carry], [part, carry]] {
                clauses.extend([vec![!p, !q, next_carry], vec![p, q, !next_carry]]);
            }
            sum[i + j] = result;
            carry = next_carry;
        }
        sum[i + bits] = carry;
    }
    clauses
        .extend(sum.iter().enumerate().map(|(i, &bit)| vec![if product >> i & 1 == 1 { bit } else { !bit }]));
    clauses
}

pub(crate) fn num_vars(clauses: &Clauses) -> usize {
    clauses.iter().flatten().map(|lit| lit.var().index() + 1).max().unwrap_or(0)
}

pub(crate) fn to_varisat(lit: Lit) -> varisat::Lit {
    varisat::Lit::from_index(lit.var().index(), lit.is_positive())
}

/// What varisat says about the clauses under assumptions.
pub(crate) fn oracle(clauses: &Clauses, assumptions: &[Lit]) -> bool {
    let mut solver = varisat::Solver::new();
    for clause in clauses {
        let clause: Vec<_> = clause.iter().copied().map(to_varisat).collect();
        solver.add_clause(&clause);
    }
    // varisat wants to know the variables of assumptions.
    let assumptions: Vec<_> = assumptions.iter().copied().map(to_varisat).collect();
    for &lit in &assumptions {
        solver.add_clause(&[lit, !lit]);
    }
    solver.assume(&assumptions);
    solver.solve().expect("the oracle has no limits")
}

pub(crate) fn solver_for(clauses: &Clauses, vars: usize, options: SatOptions) -> SatSolver {
    let mut solver = SatSolver::new(options);
    (0..vars.max(num_vars(clauses))).for_each(|_| {
        solver.new_var();
    });
    clauses.iter().for_each(|clause| solver.add_clause(clause));
    solver
}

/// Solves and checks the answer on its own terms: a model satisfies everything, failed assumptions are
/// assumptions.
pub(crate) fn solve_checked(solver: &mut SatSolver, clauses: &Clauses, assumptions: &[Lit]) -> bool {
    let outcome = solver.solve(&mut NoTheory, assumptions, &mut Budget::unlimited());
    solver.check_invariants();
    match outcome {
        Outcome::Sat => {
            let is_true = |&lit: &Lit| solver.value(lit) == Some(true);
            assert!(clauses.iter().all(|clause| clause.iter().any(is_true)), "the model violates a clause");
            assert!(assumptions.iter().all(is_true), "the model violates an assumption");
            true
        }
        Outcome::Unsat => {
            assert!(solver.failed_assumptions().iter().all(|lit| assumptions.contains(lit)));
            false
        }
        Outcome::Unknown(reason) => panic!("no limit was set, yet the answer is unknown: {reason}"),
    }
}

/// Solves, checks, compares with the oracle, and has the oracle confirm the failed assumptions.
pub(crate) fn compare(solver: &mut SatSolver, clauses: &Clauses, assumptions: &[Lit]) -> bool {
    let sat = solve_checked(solver, clauses, assumptions);
    assert_eq!(sat, oracle(clauses, assumptions), "wrong answer for {clauses:?} under {assumptions:?}");
    if !sat {
        assert!(!oracle(clauses, solver.failed_assumptions()), "the failed assumptions are consistent");
    }
    sat
}
