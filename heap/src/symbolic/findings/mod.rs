//! Obligations and findings.
//!
//! `prover` checks each obligation where it arises and assumes it afterwards. `sink` collects the results:
//! suspects, gaps, input sites and end states. `unproved` phrases an open obligation in the names of the
//! program. Read them in this order.
//!
//! An obligation that is not discharged becomes a suspect, which `report` later tries to reproduce by a run.
//! A gap marks behaviour that the analysis does not model, so that nothing is proved.
//!
//! This room depends on `facts` and `store`, and on the violation kinds of [`property`](crate::property). It
//! knows nothing about objects and accesses; `memory` states those obligations.

pub(crate) mod prover;
pub(crate) mod sink;
pub(crate) mod unproved;
