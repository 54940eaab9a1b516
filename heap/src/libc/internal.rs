//! Functions that the analyzer introduces: inputs of the models in C, further variants of such models, and
//! the parts of a call of `scanf`.

#[cfg(test)]
use super::description::Helper;
use super::id::Id;
use crate::ir::Scalar;

/// All names that the analyzer introduces begin with this.
pub const PREFIX: &str = "__cfp_";

/// Models in C take inputs from functions whose names begin with this.
const INPUT_PREFIX: &str = "__cfp_any_";

/// Marks calls that a model does not cover.
pub const NOT_MODELLED: &str = "__cfp_not_modelled";

/// Gives a block without ends: where a container for proofs keeps its elements.
pub const ENDLESS: &str = "__cfp_endless";

/// The same, filled with zeros.
pub const BLANK: &str = "__cfp_blank";

/// The same with unknown contents.
pub const GIVEN: &str = "__cfp_given";

/// Gives a number for two numbers: other ones have another number.
pub const PAIR: &str = "__cfp_pair";

/// Whether a condition is known to hold: models choose by it how to describe keys.
pub const HOLDS: &str = "__cfp_holds";

/// Gives a number for the order of the keys of a container: those whose bytes in a block are not zero.
pub const ORDER: &str = "__cfp_order";

/// Gives the key at a rank in an order.
pub const KEY_AT: &str = "__cfp_key_at";

/// Gives the rank of a key in an order.
pub const RANK_OF: &str = "__cfp_rank_of";

/// The model of what a call of a library function may do to `errno`.
pub const MAY_FAIL: &str = "__cfp_may_fail";

/// A model tells what may happen in all executions at once. Where this is more than the function does with
/// given arguments, the interpreter runs the definition with this prefix instead.
pub const RUN_PREFIX: &str = "__cfp_run_";

/// Before the name of a library function that may permute the arguments of the program: the model for
/// programs that have not examined them before.
pub const UNSEEN_PREFIX: &str = "__cfp_unseen_";

/// The functions that have models with [`RUN_PREFIX`] and [`UNSEEN_PREFIX`].
pub const OPTION_READERS: [Id; 2] = [Id::Getopt, Id::GetoptLong];

/// The variable of the library that says where reading options goes on.
pub const OPTION_INDEX: &str = "optind";

/// What the interpreter runs in place of a library function, if there is such a model.
pub(crate) fn run_name(name: &str) -> String {
    format!("{RUN_PREFIX}{}", name.strip_prefix(UNSEEN_PREFIX).unwrap_or(name))
}

/// The simpler model of a function that reads options.
pub(crate) fn unseen_name(name: &str) -> String {
    format!("{UNSEEN_PREFIX}{name}")
}

/// Where a call of `scanf` and the like takes its text from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ScanSource {
    /// A stream: what is read is an input.
    Stream,
    /// A string: what is read is found in it.
    Text,
}

impl ScanSource {
    const fn prefix(self) -> &'static str {
        match self {
            ScanSource::Stream => "__cfp_scan_",
            ScanSource::Text => "__cfp_text_",
        }
    }

    /// The function that gives a number of a type.
    pub(crate) fn value_name(self, ty: Scalar) -> String {
        format!("{}{ty}", self.prefix())
    }

    /// The function that gives one of the other parts.
    pub(crate) fn part_name(self, part: ScanPart) -> String {
        format!("{}{}", self.prefix(), part.suffix())
    }
}

/// A part of a call of `scanf` and the like: each is a call of a function of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ScanPart {
    /// How many items are assigned.
    Items,
    /// Whether the call gets as far as a `%n`.
    Reaches,
    /// How many bytes were read so far.
    Count,
    /// A sequence of characters.
    Chars,
    /// A word.
    Word,
    /// Characters of a set.
    Members,
}

impl ScanPart {
    const ALL: [ScanPart; 6] = [
        ScanPart::Items,
        ScanPart::Reaches,
        ScanPart::Count,
        ScanPart::Chars,
        ScanPart::Word,
        ScanPart::Members,
    ];

    const fn suffix(self) -> &'static str {
        match self {
            ScanPart::Items => "items",
            ScanPart::Reaches => "reaches",
            ScanPart::Count => "count",
            ScanPart::Chars => "chars",
            ScanPart::Word => "word",
            ScanPart::Members => "members",
        }
    }
}

/// Before a call of `fscanf`: its stream must be open.
pub const SCAN_STREAM: &str = "__cfp_open_stream";

/// What a function gives that stands for a part of a call of `sscanf`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TextPart {
    /// A number, of the type of the result.
    Value,
    /// Something else.
    Part(ScanPart),
}

impl TextPart {
    /// The part that a function stands for, by its name.
    pub(crate) fn parse(name: &str) -> Option<TextPart> {
        let suffix = name.strip_prefix(ScanSource::Text.prefix())?;
        let part = ScanPart::ALL.into_iter().find(|part| part.suffix() == suffix);
        Some(part.map_or(TextPart::Value, TextPart::Part))
    }
}

/// Whether a function stands for something that `scanf` reads from a stream.
pub(crate) fn is_stream_part(name: &str) -> bool {
    name.starts_with(ScanSource::Stream.prefix())
}

/// Whether a function, if it has no body, gives an input.
pub(super) fn is_input(name: &str) -> bool {
    let families = [INPUT_PREFIX, ScanSource::Stream.prefix(), ScanSource::Text.prefix()];
    families.iter().any(|family| name.starts_with(family))
}

/// Whether a function that is not in the table leaves `errno` alone: those of verification tasks and of the
/// analyzer do, and the compiler's own (`__c...`), but `scanf` may fail.
pub(super) fn keeps_errno(name: &str) -> bool {
    let is_own =
        ["__VERIFIER_", "__c"].iter().any(|family| name.starts_with(family)) || super::is_input(name);
    is_own && name != ScanSource::Stream.part_name(ScanPart::Items)
}

/// The functions of the analyzer that have models in C.
#[cfg(test)]
pub(super) fn model_names() -> std::collections::BTreeSet<String> {
    let mut names: std::collections::BTreeSet<String> = [MAY_FAIL.to_string()].into();
    for source in [ScanSource::Stream, ScanSource::Text] {
        names.extend(ScanPart::ALL.map(|part| source.part_name(part)));
    }
    for function in super::table::functions() {
        for name in function.names {
            let has = |helper: Helper| function.helpers.contains(&helper);
            names.extend(has(Helper::Run).then(|| run_name(name)));
            names.extend(has(Helper::Unseen).then(|| unseen_name(name)));
        }
    }
    names
}
