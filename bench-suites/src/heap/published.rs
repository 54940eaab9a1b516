//! Times that others have published for programs like those of a suite.

use super::Program;

/// A table of times.
#[derive(Debug)]
pub struct Published {
    /// The suite whose programs are rewritten from it.
    suite: &'static str,
    /// Where it is from, in a word.
    pub source: &'static str,
    /// Its number there.
    pub figure: &'static str,
    /// Programs and seconds.
    pub times: &'static [(&'static str, f64)],
}

/// The tables. The thesis measured on a Xeon of 2.66 GHz, the papers on machines of 3.1 and 3.2 GHz.
const TABLES: [Published; 4] = [
    Published { suite: "arrays", source: "thesis", figure: "Figure 4.7", times: &THESIS },
    Published { suite: "containers", source: "thesis", figure: "Figure 6.8", times: &CONTAINERS },
    Published { suite: "counters", source: "paper", figure: "Figure 5", times: &COUNTERS },
    Published { suite: "managers", source: "paper", figure: "Figure 2", times: &MANAGERS },
];

/// The published times for a suite.
pub fn of_suite(suite: &str) -> Option<&'static Published> {
    TABLES.iter().find(|table| table.suite == suite)
}

impl Published {
    /// The time of a program in seconds.
    pub fn time(&self, program: &Program) -> Option<f64> {
        let is_same = |entry: &&(&str, f64)| entry.0 == program.name;
        self.times.iter().find(is_same).map(|entry| entry.1)
    }
}

/// The thesis on containers.
const CONTAINERS: [(&str, f64); 15] = [
    ("vector_copy", 0.22),
    ("map_copy", 0.33),
    ("reverse_mapping", 0.14),
    ("exam_scores", 0.22),
    ("set_of_keys", 0.62),
    ("map_of_lists", 0.21),
    ("vector_of_sets", 0.11),
    ("multimap", 0.33),
    ("stack_queue", 0.19),
    ("singleton", 0.23),
    ("non_null_values", 0.30),
    ("no_aliasing", 0.31),
    ("list_of_pairs", 1.14),
    ("non_null_keys", 0.44),
    ("key_value", 0.31),
];

/// The thesis on the symbolic heap.
const THESIS: [(&str, f64); 28] = [
    ("init", 0.01),
    ("init_nonconst", 0.02),
    ("init_partial", 0.01),
    ("init_partial_buggy", 0.02),
    ("init_even", 0.04),
    ("init_even_buggy", 0.04),
    ("2D_array_init", 0.04),
    ("copy", 0.01),
    ("copy_partial", 0.01),
    ("copy_odd", 0.04),
    ("copy_odd_buggy", 0.05),
    ("reverse", 0.03),
    ("reverse_buggy", 0.04),
    ("swap", 0.12),
    ("swap_buggy", 0.11),
    ("double_swap", 0.16),
    ("strcpy", 0.07),
    ("strlen", 0.02),
    ("strlen_buggy", 0.01),
    ("memcpy", 0.04),
    ("find", 0.02),
    ("find_first_nonnull", 0.02),
    ("append", 0.02),
    ("merge_interleave", 0.09),
    ("merge_interleave_buggy", 0.11),
    ("alloc_fixed_size", 0.02),
    ("alloc_fixed_size_buggy", 0.02),
    ("alloc_nonfixed_size", 0.03),
];

/// Chen, Li, Wu and Wang, *Static Analysis of List-Manipulating Programs via Bit-Vectors and Numerical
/// Abstractions*, SAC 2013.
const COUNTERS: [(&str, f64); 7] = [
    ("create", 0.002),
    ("traverse", 0.003),
    ("reverse", 0.003),
    ("length_equal", 0.008),
    ("merge", 0.032),
    ("copy_and_delete2", 0.076),
    ("dispatch", 0.227),
];

/// Calcagno, Distefano, O'Hearn and Yang, *Beyond Reachability: Shape Abstraction in the Presence of Pointer
/// Arithmetic*, SAS 2006.
const MANAGERS: [(&str, f64); 7] = [
    ("malloc_firstfit_acyclic", 0.05),
    ("free_acyclic", 0.09),
    ("malloc_bestfit_acyclic", 1.19),
    ("malloc_roving", 0.13),
    ("free_roving", 0.84),
    ("malloc_kr", 502.23),
    ("free_kr", 9.69),
];

/// What a shape analysis of a program cost: disjuncts and iterations are the most at a point.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ShapeFigures {
    /// Disjuncts of a state.
    pub disjuncts: u64,
    /// Iterations of a loop, if they are known.
    pub iterations: Option<u64>,
    /// Seconds.
    pub time: f64,
}

/// Chang, Rival and Necula, *Shape Analysis with Structural Invariant Checkers*, SAS 2007, and X. Rival,
/// *Domaines abstraits pour l'analyse statique de programmes manipulant des structures de données
/// complexes*, 2011; on a Core Duo of 2.16 GHz. Of memory managers: Calcagno, Distefano, O'Hearn and Yang.
/// With the suites and programs that do the same.
pub const SHAPES: [(&str, &str, ShapeFigures); 15] = [
    ("lists", "list_reverse", ShapeFigures { disjuncts: 1, iterations: Some(3), time: 0.007 }),
    ("lists", "list_remove", ShapeFigures { disjuncts: 4, iterations: Some(6), time: 0.016 }),
    ("lists", "list_insertion_sort", ShapeFigures { disjuncts: 4, iterations: Some(7), time: 0.021 }),
    ("lists", "dll_copy", ShapeFigures { disjuncts: 2, iterations: Some(3), time: 0.053 }),
    ("lists", "dll_insert", ShapeFigures { disjuncts: 2, iterations: Some(4), time: 0.038 }),
    ("checkers", "bst_find", ShapeFigures { disjuncts: 2, iterations: Some(4), time: 0.010 }),
    ("checkers", "bst_insert", ShapeFigures { disjuncts: 5, iterations: Some(5), time: 0.083 }),
    ("checkers", "skip_rebalance", ShapeFigures { disjuncts: 6, iterations: Some(7), time: 0.087 }),
    ("managers", "malloc_firstfit_acyclic", ShapeFigures { disjuncts: 18, iterations: None, time: 0.05 }),
    ("managers", "free_acyclic", ShapeFigures { disjuncts: 6, iterations: None, time: 0.09 }),
    ("managers", "malloc_bestfit_acyclic", ShapeFigures { disjuncts: 90, iterations: None, time: 1.19 }),
    ("managers", "malloc_roving", ShapeFigures { disjuncts: 33, iterations: None, time: 0.13 }),
    ("managers", "free_roving", ShapeFigures { disjuncts: 16, iterations: None, time: 0.84 }),
    ("managers", "malloc_kr", ShapeFigures { disjuncts: 384, iterations: None, time: 502.23 }),
    ("managers", "free_kr", ShapeFigures { disjuncts: 89, iterations: None, time: 9.69 }),
];

/// The published figures of the shape analysis of a program.
pub fn shape_figures(program: &Program) -> Option<ShapeFigures> {
    let mut known = SHAPES.iter().filter(|(suite, ..)| program.suite == *suite);
    known.find(|(_, name, _)| *name == program.name).map(|(.., figures)| *figures)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn totals_are_those_published() {
        for (suite, total) in
            [("arrays", 1.22), ("containers", 5.10), ("counters", 0.351), ("managers", 514.22)]
        {
            let sum: f64 = of_suite(suite).expect("a table").times.iter().map(|entry| entry.1).sum();
            assert!((sum - total).abs() < 1e-9, "{suite}: {sum}");
        }
    }
}
