//! Counters of the SAT core.

macro_rules! counters {
    ($($(#[$doc:meta])+ $name:ident,)+) => {
        /// What the SAT core has done so far, over all calls of `solve`.
        #[derive(Clone, Debug, Default, PartialEq, Eq)]
        pub struct SatStats {
            $($(#[$doc])+ pub $name: u64,)+
        }

        impl SatStats {
            /// All counters with their names, in a fixed order.
            pub fn iter(&self) -> impl Iterator<Item = (&'static str, u64)> + use<> {
                [$((stringify!($name), self.$name),)+].into_iter()
            }
        }
    };
}

counters! {
    /// Calls of `solve`.
    solves,
    /// Conflicts, Boolean and theory.
    conflicts,
    /// Decisions, assumptions not counted.
    decisions,
    /// Decisions taken at random.
    random_decisions,
    /// Decisions a theory asked for.
    preferred_decisions,
    /// Literals whose watches were visited.
    propagations,
    /// Work done, in ticks.
    search_ticks,
    /// Restarts.
    restarts,
    /// Levels that restarts did not have to undo.
    reused_levels,
    /// Changes between focused and stable mode.
    mode_switches,
    /// Resets of all phases.
    rephases,
    /// Reductions of the learned clauses.
    reductions,
    /// Learned clauses deleted by reductions.
    reduced_clauses,
    /// Simplifications by literals that hold for good.
    simplifications,
    /// Garbage collections of the clause arena.
    collections,
    /// Learned clauses with one literal.
    learned_units,
    /// Learned clauses with two literals.
    learned_binaries,
    /// Literals in learned clauses.
    learned_literals,
    /// Literals that minimisation removed from learned clauses.
    minimized_literals,
    /// Literals that shrinking replaced by others.
    shrunken_literals,
    /// Rounds of vivification.
    vivifications,
    /// Clauses tried by vivification.
    vivified_clauses,
    /// Literals removed by vivification.
    vivified_literals,
    /// Literals asserted to the theory.
    theory_asserts,
    /// Calls of the theory's propagation.
    theory_checks,
    /// Literals implied by the theory.
    theory_propagations,
    /// Reasons the theory was asked for.
    theory_explanations,
    /// Conflicts reported by the theory.
    theory_conflicts,
    /// Lemmas reported by the theory.
    theory_lemmas,
    /// Atoms made by the theory during search.
    theory_atoms,
    /// Final checks.
    final_checks,
}
