//! Options: one struct for the API, the command line and `set-option`, and one table of their names.

use crate::lia::LadderOptions;
use crate::limits::Limits;
use std::fmt;
use std::time::Duration;

/// Which engine decides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Engine {
    /// The main engine: DPLL(T) with Cuts-from-Proofs.
    #[default]
    Dpll,
    /// A simple engine for cross-checking: slow, for linear integer arithmetic only.
    #[cfg(feature = "reference")]
    Reference,
}

/// When a search that is not the one with theories has its turns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Schedule {
    /// Never.
    Never,
    /// In turns with the search with theories, if that does not find the answer soon.
    #[default]
    InTurns,
    /// In turns, and first.
    First,
}

impl Schedule {
    fn name(self) -> &'static str {
        match self {
            Schedule::Never => "false",
            Schedule::InTurns => "true",
            Schedule::First => "first",
        }
    }

    fn of_name(name: &str) -> Option<Schedule> {
        [Schedule::Never, Schedule::InTurns, Schedule::First].into_iter().find(|turn| turn.name() == name)
    }
}

/// The options of a [`crate::Solver`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// The limits of one check.
    pub limits: Limits,
    /// Seed of the pseudo-random generator; equal seeds give equal runs.
    pub seed: u64,
    /// Threads that search for the answer of one check in different ways.
    pub threads: usize,
    /// Which engine decides.
    pub engine: Engine,
    /// Whether problems of difference logic are decided by shortest paths rather than by the simplex.
    pub difference_logic: bool,
    /// Whether and when bounded integers are encoded as bits and decided by the SAT core alone.
    pub bits: Schedule,
    /// Whether and when models are looked for by local search.
    pub local: Schedule,
    /// Whether top-level linear constraints are strengthened before the search.
    pub presolve: bool,
    /// The techniques of integer arithmetic; switches are for ablation studies.
    pub techniques: LadderOptions,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            limits: Limits::default(),
            seed: 0,
            threads: 1,
            engine: Engine::default(),
            difference_logic: true,
            bits: Schedule::default(),
            // In turns it decided no further file of the QF_LIA collection within five seconds.
            local: Schedule::Never,
            presolve: true,
            techniques: LadderOptions::default(),
        }
    }
}

/// One row of the table of options.
pub struct OptionInfo {
    /// Name, without the colon of SMT-LIB or the dashes of the command line.
    pub name: &'static str,
    /// The values it takes, in words.
    pub values: &'static str,
    /// What it does.
    pub help: &'static str,
    get: fn(&Options) -> String,
    set: fn(&mut Options, &str) -> Option<()>,
}

/// The row of a switch in [`Options::techniques`]; `cfp-bench ablate` finds them by the prefix `int-`.
macro_rules! technique {
    ($name:literal, $field:ident, $help:literal) => {
        OptionInfo {
            name: $name,
            values: "true or false",
            help: $help,
            get: |options| options.techniques.$field.to_string(),
            set: |options, text| {
                options.techniques.$field = text.parse().ok()?;
                Some(())
            },
        }
    };
}

/// The options by name, in the order of their names.
pub const OPTIONS: &[OptionInfo] = &[
    OptionInfo {
        name: "difference-logic",
        values: "true or false",
        help: "shortest paths instead of the simplex where all atoms are differences",
        get: |options| options.difference_logic.to_string(),
        set: |options, text| {
            options.difference_logic = text.parse().ok()?;
            Some(())
        },
    },
    OptionInfo {
        name: "engine",
        values: if cfg!(feature = "reference") { "dpll or reference" } else { "dpll" },
        help: "the engine that decides",
        get: |options| match options.engine {
            Engine::Dpll => "dpll".to_string(),
            #[cfg(feature = "reference")]
            Engine::Reference => "reference".to_string(),
        },
        set: |options, text| {
            options.engine = match text {
                "dpll" => Engine::Dpll,
                #[cfg(feature = "reference")]
                "reference" => Engine::Reference,
                _ => return None,
            };
            Some(())
        },
    },
    OptionInfo {
        name: "int-bits",
        values: "true, false or first",
        help: "bounded integers as bits, in turns with the search with theories, if that takes long",
        get: |options| options.bits.name().to_string(),
        set: |options, text| {
            options.bits = Schedule::of_name(text)?;
            Some(())
        },
    },
    technique!("int-cube", cube, "the unit cube test for models"),
    technique!("int-diophantine", diophantine, "elimination of the equalities in force over the integers"),
    technique!("int-gcd", gcd, "the GCD test of single rows"),
    technique!("int-gomory", gomory, "Chvatal-Gomory cuts of rows"),
    technique!("int-largest-cube", largest_cube, "the largest cube, where the unit cube does not fit"),
    technique!("int-lattice", lattice, "splits along the lattice of the values of bounded rows"),
    OptionInfo {
        name: "int-local",
        values: "true, false or first",
        help: "local search for models of integers with Boolean structure, in turns, by default off",
        get: |options| options.local.name().to_string(),
        set: |options, text| {
            options.local = Schedule::of_name(text)?;
            Some(())
        },
    },
    technique!("int-mir", mir, "mixed-integer rounding cuts of rows"),
    technique!("int-patch", patch, "moving non-basic variables to make basic ones integral"),
    OptionInfo {
        name: "int-presolve",
        values: "true or false",
        help: "strengthening of bounds and coefficients, removal of redundant rows at the top level",
        get: |options| options.presolve.to_string(),
        set: |options, text| {
            options.presolve = text.parse().ok()?;
            Some(())
        },
    },
    technique!("int-proofs", proofs, "Cuts-from-Proofs; without it only variables are branched on"),
    OptionInfo {
        name: "memory",
        values: "MiB, 0 for no limit",
        help: "resident memory limit of the process",
        get: |options| (options.limits.memory.unwrap_or(0) >> 20).to_string(),
        set: |options, text| {
            let bytes = text.parse::<u64>().ok()?.checked_mul(1 << 20)?;
            options.limits.memory = (bytes > 0).then_some(bytes);
            Some(())
        },
    },
    OptionInfo {
        name: "random-seed",
        values: "a number",
        help: "seed of the pseudo-random generator",
        get: |options| options.seed.to_string(),
        set: |options, text| {
            options.seed = text.parse().ok()?;
            Some(())
        },
    },
    OptionInfo {
        name: "reproducible-resource-limit",
        values: "ticks, 0 for no limit",
        help: "deterministic limit on the work per check",
        get: |options| options.limits.ticks.unwrap_or(0).to_string(),
        set: |options, text| {
            let ticks = text.parse::<u64>().ok()?;
            options.limits.ticks = (ticks > 0).then_some(ticks);
            Some(())
        },
    },
    OptionInfo {
        name: "threads",
        values: "a number from 1 to 64",
        help: "ways to search for the answer at the same time; the first that finds it stops the others",
        get: |options| options.threads.to_string(),
        set: |options, text| {
            options.threads = text.parse().ok().filter(|threads| (1..=64).contains(threads))?;
            Some(())
        },
    },
    OptionInfo {
        name: "timeout",
        values: "milliseconds, 0 for no limit",
        help: "wall-clock time per check",
        get: |options| options.limits.time.map_or(0, |time| time.as_millis()).to_string(),
        set: |options, text| {
            let millis = text.parse::<u64>().ok()?;
            options.limits.time = (millis > 0).then(|| Duration::from_millis(millis));
            Some(())
        },
    },
];

/// Why an option could not be set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionError {
    /// There is no option with this name.
    Unknown,
    /// The option does not take this value; the text says what it takes.
    BadValue(&'static str),
}

impl fmt::Display for OptionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptionError::Unknown => f.write_str("no such option"),
            OptionError::BadValue(expected) => write!(f, "bad value, expected {expected}"),
        }
    }
}

impl std::error::Error for OptionError {}

impl Options {
    /// Sets an option by its name in [`OPTIONS`].
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        let info = OPTIONS.iter().find(|info| info.name == name).ok_or(OptionError::Unknown)?;
        (info.set)(self, value).ok_or(OptionError::BadValue(info.values))
    }

    /// The value of an option by its name in [`OPTIONS`].
    pub fn get(&self, name: &str) -> Option<String> {
        OPTIONS.iter().find(|info| info.name == name).map(|info| (info.get)(self))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_option_accepts_what_it_reports() {
        let mut options = Options::default();
        for info in OPTIONS {
            let value = options.get(info.name).unwrap();
            assert_eq!(options.set(info.name, &value), Ok(()), "{}", info.name);
            assert_eq!(options.set(info.name, "nonsense!"), Err(OptionError::BadValue(info.values)));
        }
        assert_eq!(options, Options::default());
        assert_eq!(options.set("no-such-thing", "1"), Err(OptionError::Unknown));
        assert!(OPTIONS.is_sorted_by_key(|info| info.name));
    }

    #[test]
    fn every_technique_has_its_own_switch() {
        let techniques: Vec<&str> =
            OPTIONS.iter().map(|info| info.name).filter(|name| name.starts_with("int-")).collect();
        assert!(techniques.len() >= 7);
        for &name in &techniques {
            let mut options = Options::default();
            let flipped = if options.get(name).unwrap() == "true" { "false" } else { "true" };
            options.set(name, flipped).unwrap();
            let defaults = Options::default();
            let changed: Vec<&str> = techniques
                .iter()
                .copied()
                .filter(|other| options.get(other) != defaults.get(other))
                .collect();
            assert_eq!(changed, [name]);
        }
    }
}
