//! Linear arithmetic over the reals, and over reals and integers mixed.
//!
//! The simplex decides conjunctions over the reals by itself; strict bounds carry an infinitesimal part,
//! which gets a value when a model is read off ([`concrete`]). Integer variables among real ones are branched
//! on until they have integer values, with a mixed cut now and then ([`cuts`]), or a dive to a model
//! ([`dive`]). Problems over integers alone are better off in [`lia`](crate::lia), which knows much more
//! about them.

pub mod concrete;
pub mod cuts;
pub mod dive;
pub mod theory;

pub use theory::{LraOptions, LraStats, LraTheory};

#[cfg(test)]
mod tests;
