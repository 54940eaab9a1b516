//! What a program reads again.
//!
//! In a run, everything that is read from outside is an input, whatever was read before. That is not so for
//! what the program reads again after it has written it, pushed it back or gone back to it, nor for random
//! numbers from a seed that it has set again. How such a run goes on is not known, so it ends there.

use super::Call;
use crate::interp::machine::{Machine, Stop};
use crate::interp::memory::Origin;
use crate::interp::outcome::Outcome;
use crate::libc::internal::{SCAN_STREAM, ScanPart, ScanSource};
use crate::libc::{self, Description, Effect, Need};
use std::collections::BTreeSet;

/// Functions after which a stream, or a descriptor, gives bytes that it has given before.
const GOING_BACK: &[&str] =
    &["ungetc", "fseek", "fseeko", "fseeko64", "rewind", "fsetpos", "lseek", "lseek64"];
/// Functions that read standard input, without naming it.
const STANDARD_INPUT: &[&str] = &["getchar", "gets", "gets_s"];
const SEEDS: &[&str] = &["srand", "srandom", "srand48"];
const RANDOM: &[&str] = &["rand", "random", "lrand48", "mrand48"];

/// What the program has done to the outside, as far as it may meet with it again.
#[derive(Default)]
pub(in crate::interp) struct Traces {
    /// Streams that no longer give new bytes alone, by their addresses.
    streams: BTreeSet<u64>,
    /// The same for standard input, and for descriptors.
    standard_input: bool,
    descriptors: bool,
    /// Whether something was written to a file.
    has_written: bool,
    /// The names of files that were opened.
    names: BTreeSet<Vec<u8>>,
    /// Whether there are random numbers from a seed, and whether it was set again.
    has_random: bool,
    has_seed_again: bool,
}

/// Notes what a call does to the outside, before it does it.
pub(in crate::interp) fn note(
    m: &mut Machine<'_>,
    c: &Call<'_>,
    function: &'static Description,
) -> Result<(), Stop> {
    let name = libc::canonical_name(c.name);
    if SEEDS.contains(&name) {
        m.traces.has_seed_again |= m.traces.has_random;
        m.traces.has_random = true;
    } else if RANDOM.contains(&name) {
        m.traces.has_random = true;
        if m.traces.has_seed_again {
            return Err(unknown("random numbers from a seed that was set before", c));
        }
    } else if STANDARD_INPUT.contains(&name) {
        look_at_standard_input(m, c)?;
    }
    for need in function.needs {
        match *need {
            Need::OpenStream(at) => note_stream(m, c, function, c.address(at.into()))?,
            Need::OpenDescriptor(at) => note_descriptor(m, c, function, c.number(at.into()) as u32)?,
            _ => {}
        }
    }
    Ok(())
}

/// Before something is read by a call that is not in the table: `scanf` reads from standard input, unless a
/// stream is named before.
pub(in crate::interp) fn note_scan(m: &Machine<'_>, c: &Call<'_>) -> Result<(), Stop> {
    let reads = c.name == ScanSource::Stream.part_name(ScanPart::Items);
    if reads { look_at_standard_input(m, c) } else { Ok(()) }
}

fn note_stream(m: &mut Machine<'_>, c: &Call<'_>, function: &Description, stream: u64) -> Result<(), Stop> {
    let does = |effect: Effect| function.effects.contains(&effect);
    let closes = function.effects.iter().any(|effect| matches!(effect, Effect::Closes(_)));
    let is_standard = m.memory.locate(stream).0.origin == Origin::StandardStream;
    if GOING_BACK.contains(&libc::canonical_name(c.name)) {
        m.traces.streams.insert(stream);
        m.traces.standard_input |= is_standard;
    } else if does(Effect::Output) && !is_standard {
        m.traces.streams.insert(stream);
        m.traces.has_written = true;
    } else if (does(Effect::Input) && !closes || c.name == SCAN_STREAM) && m.traces.streams.contains(&stream)
    {
        return Err(unknown("reading from a stream again, or what was written to it", c));
    }
    Ok(())
}

fn note_descriptor(
    m: &mut Machine<'_>,
    c: &Call<'_>,
    function: &Description,
    number: u32,
) -> Result<(), Stop> {
    if GOING_BACK.contains(&libc::canonical_name(c.name)) {
        m.traces.descriptors = true;
        m.traces.standard_input = true;
    } else if function.effects.contains(&Effect::Output) {
        m.traces.has_written |= number > 2;
    } else if function.effects.iter().any(|effect| matches!(effect, Effect::Writes(_)))
        && m.traces.descriptors
    {
        return Err(unknown("reading from a file again", c));
    }
    Ok(())
}

fn look_at_standard_input(m: &Machine<'_>, c: &Call<'_>) -> Result<(), Stop> {
    match m.traces.standard_input {
        true => Err(unknown("reading from standard input again", c)),
        false => Ok(()),
    }
}

/// Notes a new stream: whether what it gives may be what the program has written or read.
pub(super) fn note_opened(m: &mut Machine<'_>, c: &Call<'_>, stream: u64) -> Result<(), Stop> {
    let is_new = match libc::canonical_name(c.name) {
        "popen" => true,
        "fopen" | "fopen64" => {
            let name = m.string(c.address(0), u64::MAX, c.pos)?;
            let mode = m.string(c.address(1), u64::MAX, c.pos)?;
            let is_read = mode.starts_with(b"r") && !m.traces.has_written;
            m.traces.has_written |= !mode.starts_with(b"r");
            m.traces.names.insert(name) && is_read
        }
        "fdopen" => !m.traces.has_written && !m.traces.descriptors,
        _ => false,
    };
    if !is_new {
        m.traces.streams.insert(stream);
    }
    Ok(())
}

fn unknown(what: &str, c: &Call<'_>) -> Stop {
    Box::new(Outcome::Unsupported(what.to_string(), c.pos))
}
