//! What is known and what is asked: facts about unknowns, and questions with the facts that matter.
//!
//! Every unknown of the program is a constant, or, if it is made while a loop is summarised, a function of
//! the iterations that it is made in. A *fact* says something about such a function at all its arguments; it
//! is used wherever the function occurs in a question (thesis, section 5.3.2). A *history* says what held in
//! all iterations of a loop before some point; it is used at those iterations that concern the same memory as
//! the question.

use crate::bracket::Brackets;
use crate::ir::{FileId, Pos};
use crate::symbolic::facts::axioms::Fact;
use crate::symbolic::facts::lemmas::growth::Growth;
use crate::symbolic::facts::lemmas::iteration_facts::IterationFact;
use crate::symbolic::facts::lemmas::last_assignments::LastAssignment;
use crate::symbolic::facts::lemmas::sums::Sums;
use crate::symbolic::facts::range::Range;
use crate::symbolic::facts::unknowns::Site;
use crate::techniques::{Counters, Switches, Technique};
use cfp_solver::{Int, Sort, Symbol, Term, Terms};
use fxhash::{FxHashMap, FxHashSet};
use std::time::Instant;

/// The name of those unknowns that say how often a loop is repeated.
pub(crate) const COUNT: &str = "count";

/// Formulas, facts and questions.
pub(crate) struct Logic {
    pub(crate) brackets: Brackets,
    pub(crate) facts: FxHashMap<Symbol, Vec<Fact>>,
    /// What each fact is filed under, in the order in which they were stated.
    pub(crate) stated: Vec<Symbol>,
    pub(crate) iteration_facts: Vec<IterationFact>,
    pub(crate) growths: Vec<Growth>,
    pub(crate) next_iteration_fact: u32,
    /// Instances that were made before: of iteration_facts, by their iterations, and of facts, by their body
    /// and the application.
    pub(crate) instances: FxHashMap<(u32, Vec<Term>, Term), Term>,
    pub(crate) fact_instances: FxHashMap<(Term, Term), Term>,
    /// The iterations that patterns of iteration_facts find in arguments.
    pub(crate) matched: FxHashMap<(u32, usize, Vec<Term>, Term), Term>,
    pub(crate) assignments: Vec<LastAssignment>,
    pub(crate) sums: Sums,
    /// Products of two unknowns, which are not looked into but for what is said about them in questions.
    pub(crate) product: Symbol,
    /// Which techniques are on, and how often they were used.
    pub(crate) switches: Switches,
    pub(crate) counters: Counters,
    /// The iterations of the loops that are being summarised, outermost first.
    pub(crate) iterations: Vec<Term>,
    /// All unknowns.
    pub(crate) unknowns: FxHashSet<Symbol>,
    /// The range of each function whose values are bounded, whatever its arguments.
    pub(crate) ranges: FxHashMap<Symbol, Range>,
    /// Whether integers are those of mathematics.
    pub(crate) is_math: bool,
    /// How many formulas were put into questions.
    pub(crate) effort: u64,
    /// Terms that substitutions have looked at, which is work that no question shows.
    pub(crate) visited: u64,
    /// The statement that is being executed.
    pub(crate) here: Pos,
    /// Names of the iterations of loops in loops.
    pub(crate) names: FxHashMap<Symbol, Term>,
    /// The unknowns that each site has made, by how often it had been executed; passes over the same code
    /// find those of earlier passes here.
    pub(crate) made: FxHashMap<(Site, u32), (Symbol, Range)>,
    /// How often each site has been executed in the pass under way.
    pub(crate) occurrences: FxHashMap<Site, u32>,
}

impl Logic {
    pub(crate) fn new(mut brackets: Brackets) -> Logic {
        let product = brackets.terms_mut().declare_function("product", &[Sort::Int; 2], Sort::Int);
        Logic {
            brackets,
            facts: FxHashMap::default(),
            stated: Vec::new(),
            iteration_facts: Vec::new(),
            growths: Vec::new(),
            next_iteration_fact: 0,
            instances: FxHashMap::default(),
            fact_instances: FxHashMap::default(),
            matched: FxHashMap::default(),
            assignments: Vec::new(),
            sums: Sums::default(),
            product,
            switches: Switches::default(),
            counters: Counters::default(),
            iterations: Vec::new(),
            unknowns: FxHashSet::from_iter([product]),
            ranges: FxHashMap::default(),
            is_math: false,
            effort: 0,
            visited: 0,
            here: Pos { file: FileId(0), line: 0, column: 0 },
            names: FxHashMap::default(),
            made: FxHashMap::default(),
            occurrences: FxHashMap::default(),
        }
    }

    /// Whether a technique is switched on.
    pub(crate) fn is_on(&self, technique: Technique) -> bool {
        self.switches.is_on(technique)
    }

    /// Counts a use of a technique that began some time ago.
    pub(crate) fn count_use(&mut self, technique: Technique, has_worked: bool, start: Instant) {
        self.counters.count(technique, has_worked, start.elapsed());
    }

    pub(crate) fn terms(&mut self) -> &mut Terms {
        self.brackets.terms_mut()
    }

    pub(crate) fn int(&mut self, value: impl Into<Int>) -> Term {
        self.terms().int(value)
    }
}
