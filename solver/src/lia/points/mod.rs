//! Integer points near the rational solution: techniques that find a model or pass.
//!
//! `cube` is the unit cube test, `largest_cube` the same for polyhedra that contain no unit cube, and `patch`
//! makes fractional values integral one at a time.

pub(crate) mod cube;
pub(crate) mod largest_cube;
pub(crate) mod patch;

use crate::simplex::Simplex;

/// Whether all structural variables have integer values; then so have the slacks.
pub(in crate::lia) fn is_integral(simplex: &Simplex) -> bool {
    simplex.vars().all(|var| simplex.definition(var).is_some() || simplex.is_integral(var))
}
