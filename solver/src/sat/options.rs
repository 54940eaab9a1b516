//! Options of the SAT core.

/// Options of the SAT core. The defaults are for everyday use; the switches exist to measure what each
/// technique is worth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SatOptions {
    /// Seed of the few random choices. Equal seeds give equal runs.
    pub seed: u64,
    /// Ask the theory which value it would like an atom to have before deciding it.
    pub theory_phase: bool,
    /// First value to try for a variable, unless [`super::SatSolver::set_phase`] says otherwise.
    pub default_phase: bool,
    /// Decisions taken at random, in thousandths.
    pub random_decisions: u32,
    /// Restart at all.
    pub restarts: bool,
    /// Alternate between focused and stable mode; otherwise stay in focused mode.
    pub stable_mode: bool,
    /// Decide by the longest conflict-free assignment in stable mode.
    pub target_phases: bool,
    /// Reset all phases now and then.
    pub rephase: bool,
    /// Keep decisions across a restart that would be taken again.
    pub reuse_trail: bool,
    /// Minimise learned clauses.
    pub minimize: bool,
    /// Shrink learned clauses, too; without a theory.
    pub shrink: bool,
    /// Bump the variables of the reasons of learned literals, too; without a theory.
    pub bump_reasons: bool,
    /// Throw away learned clauses.
    pub reduce: bool,
    /// Shorten learned clauses by vivification.
    pub vivify: bool,
    /// Theory lemmas with more literals than this may be thrown away like learned clauses, shorter ones are
    /// kept for good.
    pub lemma_keep_length: usize,
}

impl Default for SatOptions {
    fn default() -> SatOptions {
        SatOptions {
            seed: 0,
            theory_phase: true,
            default_phase: false,
            random_decisions: 0,
            restarts: true,
            stable_mode: true,
            target_phases: true,
            rephase: true,
            reuse_trail: true,
            minimize: true,
            shrink: true,
            bump_reasons: true,
            reduce: true,
            vivify: true,
            lemma_keep_length: 32,
        }
    }
}
