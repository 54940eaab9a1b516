//! Files in C++: they are parsed with the models of the C++ library, and again with the probe code that
//! lowering asks for.

use super::{BASE_FLAGS, FrontError, HEADERS, Source};
use crate::clang::{ParseError, Severity, Unit};
use crate::ir::{Program, SourceFile};
use crate::libc::cxx;
use crate::lower::{Linking, Probe, probe_text};
use std::collections::BTreeSet;

/// Where the models for runs seem to be.
const MODELS: &str = "/cfp-heap-headers/cxx/";

/// Limit on the times that a file is parsed again: what one probe shows may need another one, and so on.
const MAX_ROUNDS: usize = 20;

/// The library that a file in C++ is read with.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Library {
    /// The headers of the machine.
    Machine,
    /// The models for runs.
    Runs,
    /// The models for proofs, and those for runs where there are no others.
    Proofs,
}

/// Parses a file in C++. If it needs something of the library that the models do not have, it is parsed with
/// the headers of the machine; functions without a body are unknown then.
pub(super) fn parse(source: &Source) -> Result<Unit, FrontError> {
    let unit = parse_with(source, "", Library::Runs)?;
    if !has_errors(&unit) {
        return Ok(unit);
    }
    let other = parse_with(source, "", Library::Machine)?;
    Ok(if has_errors(&other) { unit } else { other })
}

/// The files once more, for proofs: with other models of the containers. Nothing if no container is used, or
/// if a file needs something that these models do not have.
pub(super) fn parse_for_proof(program: &Program, sources: &[Source]) -> Option<Vec<Unit>> {
    let has_model = |name: &str| cxx::PROOF_HEADERS.iter().any(|(header, _)| *header == name);
    let is_other = |file: &SourceFile| file.name.strip_prefix(MODELS).is_some_and(has_model);
    if !program.files.iter().any(is_other) || !sources.iter().all(super::is_cpp) {
        return None;
    }
    let mut units = Vec::new();
    for source in sources {
        units.push(parse_with(source, "", Library::Proofs).ok().filter(|unit| !has_errors(unit))?);
    }
    probe(&mut units, sources, Library::Proofs).ok()?;
    Some(units)
}

/// Parses files again until all that lowering asks for is shown, or cannot be.
pub(super) fn probe(units: &mut [Unit], sources: &[Source], library: Library) -> Result<(), FrontError> {
    if !units.iter().any(Unit::is_cxx) {
        return Ok(());
    }
    let mut asked: BTreeSet<Probe> = BTreeSet::new();
    let mut failed: BTreeSet<Probe> = BTreeSet::new();
    for _ in 0..MAX_ROUNDS {
        let linking = Linking::new(units, BTreeSet::new(), Vec::new()).map_err(FrontError::Link)?;
        let probes: BTreeSet<Probe> = linking.probes().union(&asked).cloned().collect();
        if probes.len() == asked.len() {
            return Ok(());
        }
        asked = probes;
        let mut is_shown = false;
        for (unit, source) in units.iter_mut().zip(sources).filter(|(unit, _)| unit.is_cxx()) {
            let mut shown: BTreeSet<Probe> = asked.difference(&failed).cloned().collect();
            for _ in 0..MAX_ROUNDS {
                let probed = parse_with(source, &probe_text(&shown), library)?;
                if !has_errors(&probed) {
                    *unit = probed;
                    is_shown = true;
                    break;
                }
                // What does not compile is not there.
                let bad = failing(&probed, source, &shown);
                if bad.is_empty() {
                    break;
                }
                shown = shown.difference(&bad).cloned().collect();
                failed.extend(bad);
            }
        }
        if !is_shown {
            return Ok(());
        }
    }
    Ok(())
}

/// The probes that the compiler complains about.
fn failing(unit: &Unit, source: &Source, shown: &BTreeSet<Probe>) -> BTreeSet<Probe> {
    let path = source.path.to_string_lossy();
    let text = unit.file_text(&path).unwrap_or_default();
    let lines = text.iter().filter(|byte| **byte == b'\n').count();
    let first = (lines + 1).saturating_sub(shown.len());
    let messages = unit.messages();
    let errors = messages.iter().filter(|message| message.severity == Severity::Error);
    let places = errors.filter_map(|message| message.place.as_ref());
    let rows = places
        .filter(|(file, ..)| *file == path)
        .filter_map(|(_, line, _)| (*line as usize).checked_sub(first));
    let rows: BTreeSet<usize> = rows.collect();
    shown
        .iter()
        .enumerate()
        .filter(|(index, _)| rows.contains(index))
        .map(|(_, probe)| probe.clone())
        .collect()
}

fn has_errors(unit: &Unit) -> bool {
    unit.messages().iter().any(|message| message.severity == Severity::Error)
}

/// Parses a file with more text at its end.
fn parse_with(source: &Source, probe: &str, library: Library) -> Result<Unit, FrontError> {
    let unreadable = |cause: String| FrontError::Unreadable(source.path.clone(), cause);
    let mut texts = Vec::new();
    let text = match &source.text {
        Some(text) => text.clone(),
        None => {
            let bytes = std::fs::read(&source.path).map_err(|error| unreadable(error.to_string()))?;
            String::from_utf8_lossy(&bytes).into_owned()
        }
    };
    texts.push((source.path.to_string_lossy().into_owned(), text + probe));
    let mut flags: Vec<String> = BASE_FLAGS.iter().map(|flag| flag.to_string()).collect();
    flags.push("-fno-access-control".to_string());
    // Older programs list the exceptions of functions.
    flags.push("-Wno-dynamic-exception-spec".to_string());
    if library == Library::Proofs {
        let folder = format!("{HEADERS}/cxx-proof");
        texts.extend(
            cxx::PROOF_HEADERS.iter().map(|(name, text)| (format!("{folder}/{name}"), text.to_string())),
        );
        flags.push(format!("-isystem{folder}"));
    }
    if library != Library::Machine {
        let folder = format!("{HEADERS}/cxx");
        texts.extend(cxx::HEADERS.iter().map(|(name, text)| (format!("{folder}/{name}"), text.to_string())));
        flags.extend(["-nostdinc++".to_string(), format!("-isystem{folder}")]);
    }
    flags.extend(source.flags.iter().cloned());
    if !source.flags.iter().any(|flag| flag.starts_with("-x")) {
        flags.extend(["-x", "c++"].map(str::to_string));
    }
    Unit::parse(&source.path, &flags, &texts).map(Unit::as_cxx).map_err(|error| match error {
        ParseError::Missing(missing) => FrontError::Missing(missing),
        ParseError::Failed(cause) => unreadable(cause),
    })
}
