//! Random systems of linear constraints through the stand-alone procedure: its answers against brute force
//! over boxes and the Omega test, its refutations through their checker, and damaged refutations, which the
//! checker must not accept.
//!
//! `CFP_ROUNDS` and `CFP_SEED` work as for the other random tests.

use cfp_solver::conjunction::{Constraint, Fact, Outcome, Refutation, RefutationNode, System, solve};
use cfp_solver::internals::reference::expression::{Expression, Var};
use cfp_solver::internals::reference::omega;
use cfp_solver::internals::simplex::{ArithVar, Side};
use cfp_solver::{Answer, Branching, Budget, Int, Interrupt, LadderOptions, Limits, Linear};
use cfp_tests::engines::{Tally, Verdict, guarded};
use cfp_tests::random::Rng;
use cfp_tests::rounds::seeds;
use std::collections::HashSet;

/// What random systems look like.
struct Shape {
    vars: usize,
    constraints: usize,
    largest: i64,
    /// Of ten constraints so many are equalities.
    equalities: usize,
    /// All variables lie between minus and plus this.
    bounded_by: Option<i64>,
    /// Now and then a coefficient is near a power of two where machine words end.
    huge: bool,
}

impl Shape {
    fn small(rng: &mut Rng) -> Shape {
        Shape {
            vars: 1 + rng.below(3),
            constraints: 1 + rng.below(5),
            largest: rng.pick(&[2, 5, 12, 40]),
            equalities: rng.pick(&[0, 2, 6]),
            bounded_by: Some(rng.range(1, 6)),
            huge: rng.one_in(10),
        }
    }

    fn unbounded(rng: &mut Rng) -> Shape {
        Shape { vars: 2 + rng.below(3), bounded_by: None, huge: false, ..Shape::small(rng) }
    }

    fn equalities(rng: &mut Rng) -> Shape {
        Shape { vars: 2 + rng.below(5), equalities: 8, ..Shape::unbounded(rng) }
    }

    fn huge(rng: &mut Rng) -> Shape {
        Shape { vars: 2, constraints: 1 + rng.below(3), huge: true, ..Shape::unbounded(rng) }
    }
}

fn system(rng: &mut Rng, shape: &Shape) -> System {
    let mut system = System::new(shape.vars);
    if let Some(limit) = shape.bounded_by {
        for var in 0..shape.vars {
            system.at_least(&[(var, 1)], -limit);
            system.at_most(&[(var, 1)], limit);
        }
    }
    for _ in 0..shape.constraints {
        // Variables may be repeated, and their sum may vanish.
        let count = 1 + rng.below(shape.vars + 1);
        let terms: Vec<(usize, Int)> =
            (0..count).map(|_| (rng.below(shape.vars), number(rng, shape, shape.largest))).collect();
        let bound = number(rng, shape, 3 * shape.largest);
        if rng.below(10) < shape.equalities {
            system.equal(&terms, bound);
        } else if rng.one_in(2) {
            system.at_most(&terms, bound);
        } else if rng.one_in(2) {
            system.at_least(&terms, bound);
        } else {
            // A narrow strip.
            system.at_least(&terms, bound.clone());
            system.at_most(&terms, bound + Int::from(rng.below(3)));
        }
    }
    system
}

fn number(rng: &mut Rng, shape: &Shape, largest: i64) -> Int {
    if shape.huge && rng.one_in(4) {
        let near = Int::from(2).pow(rng.pick(&[31, 32, 62, 63, 64])) + Int::from(rng.range(-2, 2));
        return if rng.one_in(2) { near } else { -near };
    }
    Int::from(rng.range(-largest, largest))
}

fn limited(ticks: u64) -> Budget {
    Budget::start(&Limits { ticks: Some(ticks), ..Limits::default() }, &Interrupt::new())
}

fn brute_force(system: &System, limit: i64) -> Verdict {
    let width = 2 * limit + 1;
    let points = width.pow(system.num_vars() as u32);
    let coordinate = |point: i64, var: usize| point / width.pow(var as u32) % width - limit;
    Verdict::of((0..points).any(|point| {
        let values: Vec<Int> = (0..system.num_vars()).map(|var| Int::from(coordinate(point, var))).collect();
        system.is_satisfied_by(&values)
    }))
}

fn omega_test(system: &System) -> Verdict {
    let constraints: Vec<omega::Constraint> = system
        .constraints()
        .iter()
        .map(|constraint| {
            let mut expression = Expression::constant(-constraint.bound.to_big());
            for (var, coefficient) in constraint.form.terms() {
                expression.add_product(&coefficient.to_big(), Var(var.index()));
            }
            omega::Constraint::NonNegative(match constraint.side {
                Side::Lower => expression,
                Side::Upper => expression.times(&(-1).into()),
            })
        })
        .collect();
    match omega::solve(&constraints, &mut limited(400_000)) {
        omega::Outcome::Sat(_) => Verdict::Sat,
        omega::Outcome::Unsat => Verdict::Unsat,
        omega::Outcome::Stopped => Verdict::Unknown,
    }
}

/// The verdict of the procedure, after its evidence was checked.
fn verdict(system: &System, options: LadderOptions) -> Verdict {
    guarded(|| match solve(system, options, &mut limited(2_000_000)) {
        Outcome::Sat(values) => {
            assert!(system.is_satisfied_by(&values), "wrong model");
            Answer::Sat
        }
        Outcome::Unsat(refutation) => {
            assert!(refutation.check(system), "wrong refutation: {refutation:?}");
            Answer::Unsat
        }
        Outcome::Unknown(reason) => Answer::Unknown(reason),
    })
}

/// The system with some constraints, given by position and bound.
fn rebuilt<'a>(system: &System, constraints: impl Iterator<Item = (usize, &'a Int)>) -> System {
    let mut other = System::new(system.num_vars());
    for (index, bound) in constraints {
        let constraint = &system.constraints()[index];
        let terms: Vec<(usize, Int)> =
            constraint.form.terms().iter().map(|(var, c)| (var.index(), c.clone())).collect();
        match constraint.side {
            Side::Upper => other.at_most(&terms, bound.clone()),
            Side::Lower => other.at_least(&terms, bound.clone()),
        }
    }
    other
}

/// As few constraints as possible for which a test still fails.
fn shrunk(system: &System, fails: impl Fn(&System) -> bool) -> System {
    let mut best = system.clone();
    let mut index = 0;
    while index < best.constraints().len() {
        let rest = best.constraints().iter().enumerate().filter(|(other, _)| *other != index);
        let fewer = rebuilt(&best, rest.map(|(other, constraint)| (other, &constraint.bound)));
        if fails(&fewer) {
            best = fewer;
        } else {
            index += 1;
        }
    }
    best
}

fn text(system: &System) -> String {
    let line = |constraint: &Constraint| {
        let relation = if constraint.side == Side::Upper { "<=" } else { ">=" };
        format!("  {:?} {relation} {}\n", constraint.form, constraint.bound)
    };
    system.constraints().iter().map(line).collect()
}

fn compare(
    name: &str,
    rounds: u64,
    percent: u64,
    shape: fn(&mut Rng) -> Shape,
    options: fn(&mut Rng) -> LadderOptions,
    truth: fn(&System, &Shape) -> Verdict,
) {
    let mut tally = Tally::default();
    for seed in seeds(rounds) {
        let mut rng = Rng::new(seed);
        let shape = shape(&mut rng);
        let system = system(&mut rng, &shape);
        let options = options(&mut rng);
        let expected = truth(&system, &shape);
        let found = verdict(&system, options.clone());
        if found.contradicts(&expected) {
            // Brute force knows nothing outside the box; systems with a box are shown as they are.
            let smaller = shrunk(&system, |system| {
                shape.bounded_by.is_none()
                    && verdict(system, options.clone()).contradicts(&truth(system, &shape))
            });
            panic!("{name}, seed {seed}: {found:?}, but is {expected:?}; {options:?}\n{}", text(&smaller));
        }
        if found == Verdict::Unknown && expected != Verdict::Unknown {
            println!("{name}: seed {seed} is not decided, but is {expected:?}\n{}", text(&system));
        }
        tally.count(&found, &expected);
    }
    tally.require(name, percent);
}

fn default_options(_: &mut Rng) -> LadderOptions {
    LadderOptions::default()
}

#[test]
fn small_systems_agree_with_brute_force() {
    compare("boxes", 2_000, 99, Shape::small, default_options, |system, shape| {
        brute_force(system, shape.bounded_by.expect("small systems are bounded"))
    });
}

#[test]
fn every_choice_of_techniques_gives_the_same_answers() {
    let options = |rng: &mut Rng| {
        let branching = rng.pick(&[Branching::SmallestRange, Branching::Last]);
        let mut flip = || rng.one_in(2);
        LadderOptions {
            gcd: flip(),
            diophantine: flip(),
            patch: flip(),
            lattice: flip(),
            cube: flip(),
            largest_cube: flip(),
            proofs: flip(),
            gomory: flip(),
            mir: flip(),
            branching,
        }
    };
    compare("techniques", 2_000, 99, Shape::small, options, |system, shape| {
        brute_force(system, shape.bounded_by.expect("small systems are bounded"))
    });
}

#[test]
fn unbounded_systems_agree_with_the_omega_test() {
    compare("unbounded", 1_500, 90, Shape::unbounded, default_options, |system, _| omega_test(system));
}

#[test]
fn equalities_agree_with_the_omega_test() {
    compare("equalities", 1_500, 90, Shape::equalities, default_options, |system, _| omega_test(system));
}

#[test]
fn diophantine_elimination_agrees_with_brute_force() {
    let shape = |rng: &mut Rng| Shape { vars: 2 + rng.below(3), equalities: 5, ..Shape::small(rng) };
    let options = |_: &mut Rng| LadderOptions {
        gcd: false,
        diophantine: true,
        patch: false,
        lattice: false,
        cube: false,
        largest_cube: false,
        proofs: false,
        gomory: false,
        mir: false,
        branching: Branching::SmallestRange,
    };
    compare("elimination", 2_000, 99, shape, options, |system, shape| {
        brute_force(system, shape.bounded_by.expect("small systems are bounded"))
    });
}

#[test]
fn huge_coefficients_agree_with_the_omega_test() {
    compare("huge coefficients", 1_000, 60, Shape::huge, default_options, |system, _| omega_test(system));
}

/// Branching on variables never ends here: each branch moves the vertex to the next fraction.
#[test]
fn one_equality_without_bounds_is_decided() {
    for (coefficients, value) in [(&[2, -2, 1], 1), (&[-3, 3, -5], -7), (&[-2, 4, 3], -13)] {
        let mut system = System::new(3);
        let terms: Vec<(usize, i32)> = coefficients.iter().copied().enumerate().collect();
        system.equal(&terms, value);
        assert_eq!(verdict(&system, LadderOptions::default()), Verdict::Sat, "{}", text(&system));
    }
}

/// Unsatisfiable systems with their refutations.
fn refuted(rounds: u64) -> impl Iterator<Item = (u64, Rng, System, Refutation)> {
    seeds(rounds).filter_map(|seed| {
        let mut rng = Rng::new(seed);
        let shape = if rng.one_in(2) { Shape::small(&mut rng) } else { Shape::unbounded(&mut rng) };
        let system = system(&mut rng, &shape);
        match solve(&system, LadderOptions::default(), &mut limited(2_000_000)) {
            Outcome::Unsat(refutation) => Some((seed, rng, system, refutation)),
            _ => None,
        }
    })
}

/// All leaves of a refutation, by position.
fn leaves(refutation: &Refutation) -> Vec<usize> {
    let is_leaf = |&node: &usize| matches!(refutation.nodes()[node], RefutationNode::Leaf(_));
    (0..refutation.nodes().len()).filter(is_leaf).collect()
}

/// The premises of a leaf with their multipliers.
type Leaf = Vec<(Fact, Int)>;

/// A refutation with one leaf changed.
fn with_leaf(refutation: &Refutation, leaf: usize, change: impl FnOnce(&mut Vec<(Fact, Int)>)) -> Refutation {
    let mut nodes = refutation.nodes().to_vec();
    if let RefutationNode::Leaf(combination) = &mut nodes[leaf] {
        change(combination);
    }
    Refutation::new(nodes)
}

/// The forms of premises are not zero and cancel out, so every one of them matters, and so does its
/// multiplier.
#[test]
fn refutations_with_a_changed_leaf_are_rejected() {
    let mut damaged = 0;
    for (seed, mut rng, system, refutation) in refuted(1_000) {
        for leaf in leaves(&refutation) {
            let RefutationNode::Leaf(combination) = &refutation.nodes()[leaf] else { unreachable!() };
            let premise = rng.below(combination.len());
            let reject = |what: &str, change: fn(&mut Leaf, usize)| {
                let changed = with_leaf(&refutation, leaf, |leaf| change(leaf, premise));
                assert!(!changed.check(&system), "{what}; seed {seed}, leaf {leaf} of {refutation:?}");
            };
            reject("a larger multiplier", |leaf, premise| leaf[premise].1 += Int::ONE);
            reject("a negated multiplier", |leaf, premise| leaf[premise].1 = -&leaf[premise].1);
            reject("no multiplier", |leaf, premise| leaf[premise].1 = Int::ZERO);
            reject("a dropped premise", |leaf, premise| drop(leaf.remove(premise)));
            reject("no premises", |leaf, _| leaf.clear());
            reject("no such constraint", |leaf, premise| leaf[premise].0 = Fact::Constraint(usize::MAX));
            damaged += 1;
        }
    }
    assert!(damaged > 0);
}

#[test]
fn refutations_with_a_changed_tree_are_rejected() {
    for (seed, _, system, refutation) in refuted(300) {
        let nodes = refutation.nodes();
        assert!(!Refutation::new(Vec::new()).check(&system), "an empty refutation; seed {seed}");
        let used = used_splits(&refutation);
        for (position, node) in nodes.iter().enumerate() {
            let RefutationNode::Split(split, below, above) = node else { continue };
            let changed = |node: RefutationNode| {
                let mut nodes = nodes.to_vec();
                nodes[position] = node;
                Refutation::new(nodes)
            };
            // The tree must be a tree.
            for child in [position, nodes.len()] {
                let loops = changed(RefutationNode::Split(split.clone(), child, *above));
                assert!(!loops.check(&system), "a loop; seed {seed}");
                let loops = changed(RefutationNode::Split(split.clone(), *below, child));
                assert!(!loops.check(&system), "a loop; seed {seed}");
            }
            // Whoever relies on a split needs it to be there as it is.
            if used.contains(&position) {
                let mut turned = split.clone();
                turned.form = turned.form.add_multiple(&Int::ONE, &Linear::variable(ArithVar::new(0)));
                let turned = changed(RefutationNode::Split(turned, *below, *above));
                assert!(!turned.check(&system), "another plane; seed {seed}");
                let swapped = changed(RefutationNode::Split(split.clone(), *above, *below));
                assert!(!swapped.check(&system), "swapped sides; seed {seed}");
                let mut tilted = split.clone();
                tilted.form = tilted.form.add_multiple(&Int::ONE, &Linear::variable(ArithVar::new(0)));
                let tilted = changed(RefutationNode::Split(tilted, *below, *above));
                assert!(!tilted.check(&system), "a tilted split; seed {seed}");
            }
        }
    }
}

/// The splits that leaves below them rely on, by position.
fn used_splits(refutation: &Refutation) -> HashSet<usize> {
    let nodes = refutation.nodes();
    let mut used = HashSet::new();
    let mut pending = vec![(nodes.len() - 1, Vec::new())];
    while let Some((position, path)) = pending.pop() {
        match &nodes[position] {
            RefutationNode::Absurd(_) => {}
            RefutationNode::Leaf(leaf) => used.extend(leaf.iter().filter_map(|(fact, _)| match fact {
                Fact::Constraint(_) => None,
                Fact::Split(depth) => Some(path[*depth]),
            })),
            RefutationNode::Split(_, below, above) => {
                let path: Vec<usize> = path.into_iter().chain([position]).collect();
                pending.push((*below, path.clone()));
                pending.push((*above, path));
            }
        }
    }
    used
}

/// With the constraints in the opposite order and their numbers changed to fit, a refutation still holds.
#[test]
fn refutations_can_be_renumbered() {
    for (seed, _, system, refutation) in refuted(500) {
        let last = system.constraints().len() - 1;
        let bounds = system.constraints().iter().map(|constraint| &constraint.bound);
        let reversed = rebuilt(&system, bounds.enumerate().rev());
        let refutation = refutation.map(|index| last - index, |split| split);
        assert!(refutation.check(&reversed), "seed {seed}");
    }
}

/// The checker is sound: nothing refutes a satisfiable system, however close it is to an unsatisfiable one.
#[test]
fn refutations_do_not_carry_over_to_satisfiable_systems() {
    let mut satisfiable = 0;
    for (seed, mut rng, system, refutation) in refuted(1_500) {
        for changed_index in 0..system.constraints().len() {
            let loosened = Int::from(1 + rng.below(3));
            let bounds: Vec<Int> = (system.constraints().iter().enumerate())
                .map(|(index, constraint)| match constraint.side {
                    _ if index != changed_index => constraint.bound.clone(),
                    Side::Upper => &constraint.bound + &loosened,
                    Side::Lower => &constraint.bound - &loosened,
                })
                .collect();
            let other = rebuilt(&system, bounds.iter().enumerate());
            if omega_test(&other) == Verdict::Sat {
                satisfiable += 1;
                assert!(!refutation.check(&other), "seed {seed}, constraint {changed_index}: {refutation:?}");
            }
        }
    }
    assert!(satisfiable > 0);
}
