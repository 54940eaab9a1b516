//! The steps of a path, and the unknowns that they depend on.

use super::sum::{Sum, UnknownId};
use super::{Shade, Shadow, Symbolic};

/// Limits on what is recorded of a run.
const MOST_STEPS: usize = 4000;
const MOST_UNKNOWNS: usize = 4000;

/// Where the value of an unknown comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Source {
    /// The input with this index.
    Input(usize),
    /// A byte of an argument of the program: which argument, its own name being the first, and which byte.
    Argument(usize, usize),
    /// Other unknowns, by its definition.
    Derived,
}

/// An unknown integer.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Unknown {
    /// Where it comes from.
    pub source: Source,
    /// Its least and greatest value.
    pub range: (i128, i128),
    /// Its value in the run.
    pub value: i128,
}

/// The definition of derived unknowns: the sum, in which they occur, is zero.
#[derive(Clone, PartialEq, Debug)]
pub struct Definition {
    /// The sum.
    pub sum: Sum,
}

/// What is asked of a sum.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Test {
    /// It is zero.
    Zero,
    /// It is not zero.
    NotZero,
    /// It is less than zero.
    Negative,
    /// It is zero or more.
    NotNegative,
}

impl Test {
    /// Whether a number passes.
    pub fn holds(self, value: i128) -> bool {
        match self {
            Test::Zero => value == 0,
            Test::NotZero => value != 0,
            Test::Negative => value < 0,
            Test::NotNegative => value >= 0,
        }
    }

    /// The opposite test.
    pub fn negated(self) -> Test {
        match self {
            Test::Zero => Test::NotZero,
            Test::NotZero => Test::Zero,
            Test::Negative => Test::NotNegative,
            Test::NotNegative => Test::Negative,
        }
    }
}

/// A test of a sum.
#[derive(Clone, PartialEq, Debug)]
pub struct Condition {
    /// The sum.
    pub sum: Sum,
    /// The test.
    pub test: Test,
}

impl Condition {
    /// The opposite condition.
    pub fn negated(&self) -> Condition {
        Condition { sum: self.sum.clone(), test: self.test.negated() }
    }
}

/// What a condition is to other runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// Runs under the opposite condition go another way, or have an error.
    Decision,
    /// Runs under the opposite condition are infeasible.
    Assumption,
    /// Runs under the opposite condition may go another way; others may go the same way.
    Hint,
}

/// A condition that holds in the run, and by which other runs differ from it.
#[derive(Clone, PartialEq, Debug)]
pub struct Step {
    /// The condition.
    pub condition: Condition,
    /// Identifies the instruction, and which of its conditions this is.
    pub site: u64,
    /// What it is to other runs.
    pub role: Role,
    /// How many definitions of the path were made before it.
    pub definitions: usize,
}

/// What a run depends on, as far as it is linear.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Path {
    /// The unknowns.
    pub unknowns: Vec<Unknown>,
    /// The definitions of derived unknowns.
    pub definitions: Vec<Definition>,
    /// The conditions, in the order in which the run came to them.
    pub steps: Vec<Step>,
}

impl Path {
    /// How many terms it has.
    pub fn size(&self) -> usize {
        let sums = self.steps.iter().map(|step| &step.condition.sum);
        let definitions = self.definitions.iter().map(|definition| &definition.sum);
        self.unknowns.len() + sums.chain(definitions).map(|sum| 1 + sum.terms().len()).sum::<usize>()
    }

    /// The value of a sum in this run.
    pub fn value(&self, sum: &Sum) -> i128 {
        let value = |unknown: UnknownId| self.unknowns[unknown as usize].value;
        let products = sum.terms().iter().map(|&(unknown, factor)| factor.wrapping_mul(value(unknown)));
        products.fold(sum.offset(), i128::wrapping_add)
    }

    /// The least and greatest value that a sum can have, if they are not too large.
    pub(super) fn range(&self, sum: &Sum) -> Option<(i128, i128)> {
        let (mut low, mut high) = (sum.offset(), sum.offset());
        for &(unknown, factor) in sum.terms() {
            let (least, greatest) = self.unknowns[unknown as usize].range;
            let ends = (factor.checked_mul(least)?, factor.checked_mul(greatest)?);
            low = low.checked_add(ends.0.min(ends.1))?;
            high = high.checked_add(ends.0.max(ends.1))?;
        }
        Some((low, high))
    }

    /// Whether a sum is in a range, whatever the inputs are.
    pub(super) fn is_within(&self, sum: &Sum, (low, high): (i128, i128)) -> bool {
        self.range(sum).is_some_and(|range| range.0 >= low && range.1 <= high)
    }

    /// Adds an unknown, unless there are too many.
    pub(super) fn add_unknown(&mut self, unknown: Unknown) -> Option<UnknownId> {
        if self.unknowns.len() >= MOST_UNKNOWNS {
            return None;
        }
        self.unknowns.push(unknown);
        Some(self.unknowns.len() as u32 - 1)
    }
}

impl Shadow {
    /// A new input.
    pub(in crate::interp) fn add_input(&mut self, source: Source, range: (i128, i128), value: i128) -> Shade {
        let unknown = self.path.add_unknown(Unknown { source, range, value })?;
        Shadow::shade(Some(Sum::unknown(unknown)))
    }

    /// The shade of an input that was asked for.
    pub(in crate::interp) fn input(&self, index: usize) -> Shade {
        let is_it = |unknown: &Unknown| unknown.source == Source::Input(index);
        let unknown = self.path.unknowns.iter().rposition(is_it)?;
        Shadow::shade(Some(Sum::unknown(unknown as u32)))
    }

    /// Records which way a condition goes; returns whether it holds.
    pub(super) fn step(&mut self, condition: Condition, site: u64, role: Role) -> bool {
        let holds = condition.test.holds(self.path.value(&condition.sum));
        let condition = if holds { condition } else { condition.negated() };
        let has_room = self.path.steps.len() < MOST_STEPS;
        if condition.sum.as_constant().is_none() && has_room && !self.is_sure(&condition) {
            // An assumption that does not hold ends the run: then the opposite is of interest.
            let role = if role == Role::Assumption && !holds { Role::Decision } else { role };
            let definitions = self.path.definitions.len();
            self.path.steps.push(Step { condition, site, role, definitions });
        }
        holds
    }

    /// Records that a sum is in a range, which holds in runs that go on.
    pub(super) fn step_within(&mut self, sum: &Sum, (low, high): (i128, i128), site: u64, role: Role) {
        let above = sum.plus_constant(-low);
        let below = Sum::constant(high).plus(sum, -1);
        for (sum, site) in [(above, site), (below, site + 1)] {
            if let Some(sum) = sum {
                self.step(Condition { sum, test: Test::NotNegative }, site, role);
            }
        }
    }

    /// Whether a condition holds for all inputs.
    fn is_sure(&self, condition: &Condition) -> bool {
        let Some((low, high)) = self.path.range(&condition.sum) else { return false };
        match condition.test {
            Test::Zero => low == 0 && high == 0,
            Test::NotZero => low > 0 || high < 0,
            Test::Negative => high < 0,
            Test::NotNegative => low >= 0,
        }
    }

    /// The sum for a symbolic value. The truth of a condition counts as a branch, and is a constant then.
    pub(super) fn sum_of(&mut self, value: &Symbolic, site: u64) -> Sum {
        match value {
            Symbolic::Number(sum) => sum.clone(),
            Symbolic::Truth(condition) => {
                Sum::constant(i128::from(self.step(condition.clone(), site, Role::Decision)))
            }
        }
    }
}
