//! The techniques of the analysis. Each can be switched off, and counts how often it was tried and succeeded.
//!
//! Switching a technique off weakens the analysis but keeps it sound, so that `cfp-bench heap --ablate` can
//! measure its contribution. The names are those of `--without`, `--list-techniques` and `--stats`.

use std::fmt;
use std::time::Duration;

/// A technique that can be switched off.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Technique {
    /// One summary for all iterations of a loop.
    LoopSummaries,
    /// Unrolling of loops with few iterations.
    Unrolling,
    /// Peeling of the first iteration where it makes the others simpler.
    FirstIterations,
    /// Candidate bounds of loop-carried numbers, checked inductively.
    Candidates,
    /// Growth bounds of loop-carried numbers.
    Growth,
    /// Trip counts in closed form, solved from the exit tests.
    TripCounts,
    /// Reductions (extrema, bits, sums), compared by the multiset that they fold.
    Reductions,
    /// Bounds on the cells that a loop may write if the place does not determine the iteration: all others
    /// keep their contents.
    Regions,
    /// Facts of every iteration, instantiated at the iterations that a query is about.
    IterationFacts,
    /// Sums over iterations, and counters with their inverses.
    Sums,
    /// The last value that a conditional assignment in a loop has set.
    LastAssignments,
    /// The last iteration that wrote a place, where the place does not determine it.
    LastWriters,
    /// Bounds on products of two unknowns.
    Products,
    /// Functions analysed once in isolation; their summaries are instantiated at each call.
    FunctionSummaries,
    /// Inductive contracts for recursive functions.
    Contracts,
    /// Invariants over the lengths of list segments.
    ListCounters,
    /// Bounds of numbers and ends of texts, before other analyses.
    Bounds,
    /// List segments in symbolic memory graphs.
    Shapes,
    /// Lists of blocks in the memory of memory managers.
    Multiword,
}

/// The number of techniques.
const COUNT: usize = Technique::ALL.len();

impl Technique {
    /// All techniques, in the order of the statistics.
    pub const ALL: [Technique; 19] = {
        use Technique::*;
        [
            LoopSummaries,
            Unrolling,
            FirstIterations,
            Candidates,
            Growth,
            TripCounts,
            Reductions,
            Regions,
            IterationFacts,
            Sums,
            LastAssignments,
            LastWriters,
            Products,
            FunctionSummaries,
            Contracts,
            ListCounters,
            Bounds,
            Shapes,
            Multiword,
        ]
    };

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Technique::LoopSummaries => "loop-summaries",
            Technique::Unrolling => "unrolling",
            Technique::FirstIterations => "first-iterations",
            Technique::Candidates => "candidates",
            Technique::Growth => "growth",
            Technique::TripCounts => "trip-counts",
            Technique::Reductions => "reductions",
            Technique::Regions => "regions",
            Technique::IterationFacts => "iteration-facts",
            Technique::Sums => "sums",
            Technique::LastAssignments => "last-assignments",
            Technique::LastWriters => "last-writers",
            Technique::Products => "products",
            Technique::FunctionSummaries => "function-summaries",
            Technique::Contracts => "contracts",
            Technique::ListCounters => "list-counters",
            Technique::Bounds => "bounds",
            Technique::Shapes => "shapes",
            Technique::Multiword => "multiword",
        }
    }

    /// What it does, in one line.
    pub fn description(self) -> &'static str {
        match self {
            Technique::LoopSummaries => "summarise all iterations of a loop as one step",
            Technique::Unrolling => "execute loops with few iterations one iteration after the other",
            Technique::FirstIterations => {
                "execute the first iteration apart if the others are simpler without it"
            }
            Technique::Candidates => "guess bounds of loop-carried numbers and check them inductively",
            Technique::Growth => "bound how fast loop-carried numbers grow",
            Technique::TripCounts => "solve the tests of exits for trip counts",
            Technique::Reductions => {
                "compare reductions (extrema, bits, sums) by what they have folded, in any order"
            }
            Technique::Regions => {
                "bound the cells that a loop or a recursive call may write where single writes are not known"
            }
            Technique::IterationFacts => {
                "instantiate what held in every iteration at those that a question concerns"
            }
            Technique::Sums => "reason about sums over iterations, and about counters and their inverses",
            Technique::LastAssignments => "know what a conditional assignment in a loop has set last",
            Technique::LastWriters => "name the last iteration that wrote a place that is not linear",
            Technique::Products => "bound products of two unknowns",
            Technique::FunctionSummaries => {
                "analyse functions once in isolation and instantiate them at each call"
            }
            Technique::Contracts => "find inductive contracts for recursive functions",
            Technique::ListCounters => "relate the lengths of list segments, before other analyses",
            Technique::Bounds => "bound numbers and ends of texts, before other analyses",
            Technique::Shapes => "describe linked lists of any length by segments, before other analyses",
            Technique::Multiword => {
                "describe memory managers by lists of blocks that split and join, before other analyses"
            }
        }
    }

    /// The technique with a name.
    ///
    /// ```
    /// use cfp_heap::techniques::Technique;
    ///
    /// assert_eq!(Technique::named("unrolling"), Some(Technique::Unrolling));
    /// assert_eq!(Technique::named("magic"), None);
    /// ```
    pub fn named(name: &str) -> Option<Technique> {
        Technique::ALL.into_iter().find(|technique| technique.name() == name)
    }
}

impl fmt::Display for Technique {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Which techniques are on. By default, all of them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Switches {
    off: [bool; COUNT],
}

impl Switches {
    /// All techniques except these.
    pub fn without(techniques: &[Technique]) -> Switches {
        let mut switches = Switches::default();
        for &technique in techniques {
            switches.off[technique as usize] = true;
        }
        switches
    }

    /// Whether a technique is on.
    pub fn is_on(&self, technique: Technique) -> bool {
        !self.off[technique as usize]
    }
}

/// How often a technique was tried and succeeded, and the time spent on it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Usage {
    /// How often it was tried.
    pub tried: u64,
    /// How often it succeeded.
    pub worked: u64,
    /// Time spent on it, including nested work; nested uses count in both.
    pub time: Duration,
}

/// The usage of all techniques in an analysis.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Counters {
    usages: [Usage; COUNT],
}

impl Counters {
    /// Counts one use.
    pub fn count(&mut self, technique: Technique, has_worked: bool, time: Duration) {
        let usage = &mut self.usages[technique as usize];
        usage.tried += 1;
        usage.worked += u64::from(has_worked);
        usage.time += time;
    }

    /// The usage of a technique.
    pub fn usage(&self, technique: Technique) -> Usage {
        self.usages[technique as usize]
    }

    /// The techniques that were tried, in their order, with their usage.
    pub fn tried(&self) -> impl Iterator<Item = (Technique, Usage)> + '_ {
        Technique::ALL
            .into_iter()
            .map(|technique| (technique, self.usage(technique)))
            .filter(|(_, usage)| usage.tried > 0)
    }

    /// Adds the counters of another analysis.
    pub fn add(&mut self, other: &Counters) {
        for (usage, other) in self.usages.iter_mut().zip(&other.usages) {
            usage.tried += other.tried;
            usage.worked += other.worked;
            usage.time += other.time;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn techniques_are_listed_once_and_found_by_name() {
        for (index, technique) in Technique::ALL.into_iter().enumerate() {
            assert_eq!(technique as usize, index);
            assert_eq!(Technique::named(technique.name()), Some(technique));
            assert!(!technique.description().is_empty());
        }
    }

    #[test]
    fn switches_and_counters_concern_one_technique() {
        let switches = Switches::without(&[Technique::Sums]);
        assert!(!switches.is_on(Technique::Sums) && switches.is_on(Technique::Growth));
        let mut counters = Counters::default();
        counters.count(Technique::Sums, true, Duration::from_millis(2));
        counters.count(Technique::Sums, false, Duration::from_millis(1));
        let mut total = Counters::default();
        total.add(&counters);
        let expected = Usage { tried: 2, worked: 1, time: Duration::from_millis(3) };
        assert_eq!(total.usage(Technique::Sums), expected);
        assert_eq!(total.usage(Technique::Growth), Usage::default());
        assert!(total.tried().eq([(Technique::Sums, expected)]));
    }
}
