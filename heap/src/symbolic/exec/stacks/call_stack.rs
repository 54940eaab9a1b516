//! The call state of an execution: active calls, and what is known about functions.

use crate::ir::{FuncId, Scalar};
use crate::symbolic::exec::stacks::contract::{Contract, Trial};
use crate::symbolic::exec::stacks::summaries::Summaries;
use crate::symbolic::store::value::{Pointer, Value};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Calls of an execution.
#[derive(Default)]
pub(crate) struct CallStack<'p> {
    /// Functions whose recursion is not bounded.
    pub(crate) endless: BTreeSet<FuncId>,
    /// The effort spent when the outermost call of each function began.
    pub(crate) efforts: BTreeMap<FuncId, u64>,
    /// The contract that is being checked, and the contracts that were proved.
    pub(crate) trial: Option<Box<Trial>>,
    pub(crate) contracts: Vec<Arc<Contract>>,
    /// The functions that this analysis and those around it are summarising.
    pub(crate) under_way: Vec<FuncId>,
    /// Function summaries, if calls may be summarised.
    pub(crate) summaries: Option<Arc<Summaries<'p>>>,
}

impl CallStack<'_> {
    /// The functions some of whose calls were replaced by a contract.
    pub(crate) fn contracted_functions(&self) -> BTreeSet<FuncId> {
        self.contracts.iter().map(|contract| contract.signature.function).collect()
    }
}

/// An argument of a call.
#[derive(Clone, Copy)]
pub(crate) enum Argument {
    Scalar(Value, Scalar),
    /// A record, by its address.
    Object(Pointer),
}

impl Argument {
    /// The value of a scalar argument.
    pub(crate) fn value(&self) -> Option<Value> {
        match self {
            Argument::Scalar(value, _) => Some(*value),
            Argument::Object(_) => None,
        }
    }
}

/// The object number of a function. Functions are objects that no access is valid for.
pub(crate) fn function_number(function: FuncId) -> i64 {
    -1 - i64::from(function.0)
}
