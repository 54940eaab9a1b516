//! Splits on a linear form, the case distinctions of integer arithmetic.

use crate::linear::Linear;
use crate::num::{Int, Rat};
use crate::simplex::{ArithVar, Side, Simplex};

/// The integer tautology `form <= floor or form >= floor + 1`, chosen so that the rational solution looked at
/// satisfies neither.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Split {
    /// The form, over structural variables.
    pub form: Linear<ArithVar>,
    /// The larger integer on the lower side.
    pub floor: Int,
}

impl Split {
    /// The side that the current assignment satisfies or is nearer to: the upper bound or the lower one.
    pub fn nearer_side(&self, simplex: &Simplex) -> Side {
        let middle = Rat::new(&self.floor + &self.floor + Int::ONE, Int::from(2));
        if simplex.value_of(&self.form) <= middle { Side::Upper } else { Side::Lower }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_split_is_entered_on_the_nearer_side() {
        let mut simplex = Simplex::new();
        let x = simplex.new_var();
        for (value, floor, side) in [(3, 3, Side::Upper), (1, 3, Side::Upper), (4, 3, Side::Lower)] {
            simplex.move_nonbasic(x, &(Int::from(value) - simplex.value(x).floor()));
            let split = Split { form: Linear::variable(x), floor: Int::from(floor) };
            assert_eq!(split.nearer_side(&simplex), side);
        }
    }
}
