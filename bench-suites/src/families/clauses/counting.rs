//! Each thing has one of some values, and few things may share one: pigeons in holes, colours of graphs,
//! latin squares.

use super::{Formula, distinct, rng, shuffle};

/// One pigeon more than there are holes, in random order.
pub(super) fn pigeons(level: u32) -> Formula {
    let holes = 7 + level as usize;
    let mut formula = Formula::default();
    let places: Vec<Vec<i32>> = (0..=holes).map(|_| formula.new_vars(holes)).collect();
    places.iter().for_each(|pigeon| formula.add(pigeon));
    for hole in 0..holes {
        let pigeons: Vec<i32> = places.iter().map(|pigeon| pigeon[hole]).collect();
        formula.at_most_one(&pigeons);
    }
    shuffle(&mut rng(4, level), &mut formula.clauses);
    formula
}

/// Three colours for a random graph with about as many edges as that allows.
pub(super) fn colouring(level: u32) -> Formula {
    let mut rng = rng(5, level);
    let nodes = 200 + 60 * level as usize;
    let mut formula = Formula::default();
    let colours: Vec<Vec<i32>> = (0..nodes).map(|_| formula.new_vars(3)).collect();
    colours.iter().for_each(|node| formula.exactly_one(node));
    for _ in 0..nodes * 232 / 100 {
        let edge = distinct(&mut rng, 2, nodes as u64);
        for (&a, &b) in colours[edge[0]].iter().zip(&colours[edge[1]]) {
            formula.add(&[-a, -b]);
        }
    }
    formula
}

/// A latin square in which two fifths of the cells were made empty.
pub(super) fn latin(level: u32) -> Formula {
    let mut rng = rng(6, level);
    let order = 16 + 3 * level as usize;
    let square = random_square(&mut rng, order);
    let mut formula = Formula::default();
    let cells: Vec<Vec<Vec<i32>>> =
        (0..order).map(|_| (0..order).map(|_| formula.new_vars(order)).collect()).collect();
    for i in 0..order {
        for j in 0..order {
            formula.exactly_one(&cells[i][j]);
            let [row, column]: [Vec<i32>; 2] =
                [(0..order).map(|k| cells[i][k][j]).collect(), (0..order).map(|k| cells[k][i][j]).collect()];
            formula.exactly_one(&row);
            formula.exactly_one(&column);
            if rng.below(100) >= 42 {
                formula.add(&[cells[i][j][square[i][j]]]);
            }
        }
    }
    formula
}

/// A latin square: that of addition, where rectangles of two values are turned over at random, and then rows,
/// columns and values permuted.
fn random_square(rng: &mut super::Rng, order: usize) -> Vec<Vec<usize>> {
    let mut square: Vec<Vec<usize>> =
        (0..order).map(|i| (0..order).map(|j| (i + j) % order).collect()).collect();
    for _ in 0..50 * order {
        let rows = distinct(rng, 2, order as u64);
        swap_cycle(&mut square, rows[0], rows[1], rng.below(order as u64) as usize);
    }
    let [mut columns, mut values]: [Vec<usize>; 2] = [(0..order).collect(), (0..order).collect()];
    shuffle(rng, &mut square);
    shuffle(rng, &mut columns);
    shuffle(rng, &mut values);
    square.iter().map(|row| columns.iter().map(|&column| values[row[column]]).collect()).collect()
}

/// Swaps two rows at a column, and at the others where this is needed for all values to be different again.
fn swap_cycle(square: &mut [Vec<usize>], a: usize, b: usize, column: usize) {
    let (first, mut at) = (square[a][column], column);
    loop {
        let value = square[b][at];
        square[b][at] = std::mem::replace(&mut square[a][at], value);
        if value == first {
            return;
        }
        at = (0..square.len())
            .find(|&other| other != at && square[a][other] == value)
            .expect("the value stood in this row before");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn random_squares_are_latin() {
        let square = random_square(&mut rng(6, 3), 11);
        for i in 0..11 {
            let [mut row, mut column]: [Vec<usize>; 2] =
                [square[i].clone(), square.iter().map(|row| row[i]).collect()];
            row.sort_unstable();
            column.sort_unstable();
            assert_eq!(row, (0..11).collect::<Vec<_>>());
            assert_eq!(column, row);
        }
    }
}
