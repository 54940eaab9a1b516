//! Linear arithmetic over the reals, and over reals and integers mixed.
//!
//! The simplex decides conjunctions over the reals by itself; strict bounds carry an infinitesimal part,
//! which gets a value when a model is read off ([`concrete`]). Integer variables among real ones are branched
//! on until they have integer values, with a mixed cut now and then ([`cuts`]), or a dive to a model
//! ([`dive`]). Problems over integers alone are better off in [`lia`](crate::lia), which knows much more
//! about them.

pub(crate) mod concrete;
pub(crate) mod cuts;
pub(crate) mod dive;
pub(crate) mod theory;

pub(crate) use theory::LraTheory;

#[cfg(test)]
mod tests;
