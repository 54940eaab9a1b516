//! What an execution keeps about calls: those under way, and what is known of functions.

use crate::ir::{FuncId, Scalar};
use crate::symbolic::exec::stacks::contract::{Contract, Trial};
use crate::symbolic::exec::stacks::summaries::Summaries;
use crate::symbolic::store::value::{Pointer, Value};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Calls of an execution.
#[derive(Default)]
pub(crate) struct CallStack<'p> {
    /// Functions that call themselves too often to be followed.
    pub(crate) endless: BTreeSet<FuncId>,
    /// How much had been done when the outermost call of each function began.
    pub(crate) efforts: BTreeMap<FuncId, u64>,
    /// What is assumed of a recursive function while it is being checked, and what was proved of others.
    pub(crate) trial: Option<Box<Trial>>,
    pub(crate) contracts: Vec<Arc<Contract>>,
    /// The functions that this analysis and those around it summarise.
    pub(crate) under_way: Vec<FuncId>,
    /// Summaries of functions, if calls may be taken as one step.
    pub(crate) summaries: Option<Arc<Summaries<'p>>>,
}

impl CallStack<'_> {
    /// The functions of which some calls were not followed, because a contract says what they do.
    pub(crate) fn contracted_functions(&self) -> BTreeSet<FuncId> {
        self.contracts.iter().map(|contract| contract.signature.function).collect()
    }
}

/// What is handed to a function.
#[derive(Clone, Copy)]
pub(crate) enum Argument {
    Scalar(Value, Scalar),
    /// A record, by its address.
    Object(Pointer),
}

impl Argument {
    /// A scalar as it is.
    pub(crate) fn value(&self) -> Option<Value> {
        match self {
            Argument::Scalar(value, _) => Some(*value),
            Argument::Object(_) => None,
        }
    }
}

/// The number of a function as an object. Functions are objects that no access is good for.
pub(crate) fn function_number(function: FuncId) -> i64 {
    -1 - i64::from(function.0)
}
