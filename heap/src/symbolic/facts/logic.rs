//! The state of the logic: unknowns, facts about them, and the means to query the solver.
//!
//! An unknown is a constant or, if it is created while a loop is summarised, a function of the enclosing
//! iterations. A *fact* is an axiom about such a function at all arguments; it is instantiated wherever the
//! function occurs in a query (thesis, section 5.3.2). An *iteration fact* states what held in all iterations
//! of a loop before some point; it is instantiated at the iterations that touch the same memory as the query.

use crate::bracket::Brackets;
use crate::ir::{FileId, Pos};
use crate::symbolic::facts::axioms::Fact;
use crate::symbolic::facts::lemmas::growth::Growth;
use crate::symbolic::facts::lemmas::iteration_facts::IterationFact;
use crate::symbolic::facts::lemmas::last_assignments::LastAssignment;
use crate::symbolic::facts::lemmas::last_writers::Writers;
use crate::symbolic::facts::lemmas::sums::Sums;
use crate::symbolic::facts::linear::Computed;
use crate::symbolic::facts::orders::Orders;
use crate::symbolic::facts::range::Range;
use crate::symbolic::facts::unknowns::{Loss, Site};
use crate::techniques::{Counters, Switches, Technique};
use cfp_solver::{Int, Sort, Symbol, Term, Terms};
use fxhash::{FxHashMap, FxHashSet};
use std::time::Instant;

/// The name of unknowns that stand for trip counts.
pub(crate) const COUNT: &str = "count";

/// Terms, facts and queries of one analysis.
pub(crate) struct Logic {
    pub(crate) brackets: Brackets,
    pub(crate) facts: FxHashMap<Symbol, Vec<Fact>>,
    /// The symbol that indexes each fact, in the order in which the facts were stated.
    pub(crate) stated: Vec<Symbol>,
    pub(crate) iteration_facts: Vec<IterationFact>,
    pub(crate) growths: Vec<Growth>,
    pub(crate) next_iteration_fact: u32,
    /// Caches of instances: of iteration facts by their iterations, of facts by body and application.
    pub(crate) instances: FxHashMap<(u32, Vec<Term>, Term), Term>,
    pub(crate) fact_instances: FxHashMap<(Term, Term), Term>,
    /// Cache of iterations that match the patterns of iteration facts against arguments.
    pub(crate) matched: FxHashMap<(u32, usize, Vec<Term>, Term), Term>,
    pub(crate) assignments: Vec<LastAssignment>,
    pub(crate) writers: Writers,
    pub(crate) sums: Sums,
    pub(crate) orders: Orders,
    pub(crate) computed: Computed,
    /// The uninterpreted function for products of two unknowns. Queries constrain it by
    /// [lemmas](super::lemmas).
    pub(crate) product: Symbol,
    /// Which techniques are enabled, and how often each was used.
    pub(crate) switches: Switches,
    pub(crate) counters: Counters,
    /// The iterations of the loops that are currently summarised, outermost first.
    pub(crate) iterations: Vec<Term>,
    /// All unknowns: symbols that are not bound names.
    pub(crate) unknowns: FxHashSet<Symbol>,
    /// Why unknowns stand for what the program computes, and the loss that new ones are attributed to.
    pub(crate) losses: FxHashMap<Symbol, Loss>,
    pub(crate) loss: Option<Loss>,
    /// Ranges of functions with bounded values, valid for all arguments.
    pub(crate) ranges: FxHashMap<Symbol, Range>,
    /// Whether integers are unbounded, as in mathematics.
    pub(crate) is_math: bool,
    /// Work so far: the number of formulas in all queries.
    pub(crate) effort: u64,
    /// Terms visited by substitutions. This work shows in no query, so it is counted separately.
    pub(crate) visited: u64,
    /// The statement under execution.
    pub(crate) here: Pos,
    /// Names for the iterations of nested loops.
    pub(crate) names: FxHashMap<Symbol, Term>,
    /// The unknowns that each site has created, indexed by occurrence. A later pass over the same code reuses
    /// them.
    pub(crate) made: FxHashMap<(Site, u32), (Symbol, Range)>,
    /// How often each site was executed in the current pass.
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
            writers: Writers::default(),
            sums: Sums::default(),
            orders: Orders::default(),
            computed: Computed::default(),
            product,
            switches: Switches::default(),
            counters: Counters::default(),
            iterations: Vec::new(),
            unknowns: FxHashSet::from_iter([product]),
            losses: FxHashMap::default(),
            loss: None,
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

    /// Whether a technique is enabled.
    pub(crate) fn is_on(&self, technique: Technique) -> bool {
        self.switches.is_on(technique)
    }

    /// Counts one use of a technique that began at `start`.
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
