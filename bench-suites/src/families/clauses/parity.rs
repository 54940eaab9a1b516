//! Equations modulo two.

use super::{Formula, distinct, rng, shuffle};

/// The edges at each node of a random cubic graph have an even sum, at one node an odd one: impossible, since
/// each edge is counted twice.
pub(super) fn tseitin(level: u32) -> Formula {
    let mut rng = rng(7, level);
    let nodes = 48 + 8 * level as usize;
    let mut ends: Vec<usize> = (0..3 * nodes).map(|end| end / 3).collect();
    while ends.chunks(2).any(|edge| edge[0] == edge[1]) {
        shuffle(&mut rng, &mut ends);
    }
    let mut formula = Formula::default();
    let edges = formula.new_vars(ends.len() / 2);
    for node in 0..nodes {
        let at_node = |index: &usize| ends[2 * index] == node || ends[2 * index + 1] == node;
        let lits: Vec<i32> = (0..edges.len()).filter(at_node).map(|index| edges[index]).collect();
        formula.parity(&lits, node == 0);
    }
    formula
}

/// As many equations with three variables as there are variables; an assignment satisfies them all, or all
/// but one.
pub(super) fn equations(level: u32) -> Formula {
    let mut rng = rng(8, level);
    let vars = 300 + 60 * level as usize;
    let hidden: Vec<bool> = (0..vars).map(|_| rng.below(2) == 0).collect();
    let mut formula = Formula::default();
    let lits = formula.new_vars(vars);
    for index in 0..vars {
        let chosen = distinct(&mut rng, 3, vars as u64);
        let sum = chosen.iter().filter(|&&var| hidden[var]).count() % 2 == 1;
        let row: Vec<i32> = chosen.iter().map(|&var| lits[var]).collect();
        let is_flipped = index == 0 && level % 2 == 1;
        formula.parity(&row, sum != is_flipped);
    }
    formula
}
