//! What can be reached in so many steps.

use super::{Formula, rng, shuffle};

/// A counter that one input stops and another sets back to zero reaches a value, in as many steps as are
/// needed; at odd levels in one step less.
pub(super) fn counter(level: u32) -> Formula {
    let mut rng = rng(11, level);
    let bits = 10;
    let goal = 120 + 40 * u64::from(level);
    let steps = goal as usize - usize::from(level % 2 == 1);
    let mut formula = Formula::default();
    let mut digits = formula.new_vars(bits);
    digits.iter().for_each(|&digit| formula.add(&[-digit]));
    for _ in 0..steps {
        let (runs, resets) = (formula.new_var(), formula.new_var());
        let mut carry = runs;
        let mut next = Vec::new();
        for &digit in &digits {
            let sum = formula.xor(digit, carry);
            next.push(formula.and(sum, -resets));
            carry = formula.and(digit, carry);
        }
        digits = next;
    }
    for (index, &digit) in digits.iter().enumerate() {
        formula.add(&[if goal >> index & 1 == 1 { digit } else { -digit }]);
    }
    // The order in which clauses come says nothing of the steps.
    shuffle(&mut rng, &mut formula.clauses);
    formula
}

/// The squares beside a square, on a board of three by three.
fn neighbours(square: usize) -> Vec<usize> {
    let (row, column) = (square / 3, square % 3);
    (0..9).filter(|&other| row.abs_diff(other / 3) + column.abs_diff(other % 3) == 1).collect()
}

/// A board that random moves have mixed is to be put in order in so many steps.
pub(super) fn tiles(level: u32) -> Formula {
    let mut rng = rng(12, level);
    let mut board: Vec<usize> = (0..9).collect();
    let mut empty = 0;
    for _ in 0..400 {
        let next = neighbours(empty);
        let to = next[rng.below(next.len() as u64) as usize];
        board.swap(empty, to);
        empty = to;
    }
    let parity = usize::from((empty / 3 + empty % 3) % 2 == 1);
    let steps = 22 + 2 * level as usize + parity;
    let mut formula = Formula::default();
    let mut state = new_state(&mut formula);
    for (square, &tile) in board.iter().enumerate() {
        formula.add(&[state[square][tile]]);
    }
    for _ in 0..steps {
        let next = new_state(&mut formula);
        add_move(&mut formula, &state, &next);
        state = next;
    }
    for (square, tiles) in state.iter().enumerate() {
        formula.add(&[tiles[square]]);
    }
    formula
}

/// Per square and tile, whether the tile is there. Tile 0 is the empty square.
fn new_state(formula: &mut Formula) -> Vec<Vec<i32>> {
    let state: Vec<Vec<i32>> = (0..9).map(|_| formula.new_vars(9)).collect();
    for index in 0..9 {
        formula.exactly_one(&state[index]);
        let tile: Vec<i32> = state.iter().map(|square| square[index]).collect();
        formula.exactly_one(&tile);
    }
    state
}

fn add_move(formula: &mut Formula, before: &[Vec<i32>], after: &[Vec<i32>]) {
    for square in 0..9 {
        let (was_empty, is_empty) = (before[square][0], after[square][0]);
        let mut reached = vec![-was_empty];
        reached.extend(neighbours(square).iter().map(|&other| after[other][0]));
        formula.add(&reached);
        for tile in 1..9 {
            let (was, is) = (before[square][tile], after[square][tile]);
            // A tile stays, unless it moves to where it was empty.
            formula.add(&[-was, is, is_empty]);
            for other in neighbours(square) {
                formula.add(&[-was, -is_empty, -before[other][0], after[other][tile]]);
            }
        }
        // Two steps do not leave the empty square where it was.
        formula.add(&[-was_empty, -is_empty]);
    }
}
