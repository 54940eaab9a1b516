//! Orders between variables and the numbers in nodes: a search tree is entered on the side of the key.

use super::Joiner;
use crate::shapes::expose::Names;
use crate::shapes::graph::Var;
use crate::shapes::value::{Value, minus};

/// Limit on cells of a node that are related to variables.
const MAX_CELLS: usize = 8;

impl Joiner<'_> {
    /// Keeps the differences of a variable and the integers in nodes that pointers point to, where both sides
    /// know which one is greater, and more than the bounds of each say.
    pub(in crate::shapes) fn cell_slacks(&mut self, var: Var, names: &mut Names) {
        let sides = self.sides;
        let [Some(Value::Int(one)), Some(Value::Int(other))] = sides.map(|side| side.vars.get(&var)) else {
            return;
        };
        let nodes = |pointer: &Var| {
            let node = |side: usize| {
                let at = sides[side].vars.get(pointer)?.target()?;
                Some(sides[side].object(at)).filter(|node| node.segment.is_none() && node.owner.is_none())
            };
            Some([node(0)?, node(1)?])
        };
        let mut differences = Vec::new();
        for [left, right] in sides[0].vars.keys().filter_map(nodes) {
            for (offset, cell) in left.cells.iter().take(MAX_CELLS) {
                let (Value::Int(here), Some(Value::Int(there))) =
                    (&cell.value, right.cells.get(offset).map(|cell| &cell.value))
                else {
                    continue;
                };
                let pair = [minus(here, one), minus(there, other)];
                if !differences.contains(&pair) {
                    differences.push(pair);
                }
            }
        }
        for [left, right] in differences {
            let signs = [(0, &left), (1, &right)].map(|(side, it)| sides[side].sign(it));
            let are_known = signs[0].is_some() && signs[1].is_some();
            let is_fine = self.keeps_apart && self.layouts.has_trees;
            self.mixes_orders |= (are_known || is_fine) && signs[0] != signs[1];
            if signs[0].is_some() && signs[0] == signs[1] {
                let slack = self.integer([Some(&left), Some(&right)], None, names);
                self.result.slacks.push(slack);
            }
        }
    }
}
