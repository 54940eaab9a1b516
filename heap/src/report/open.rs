//! What is neither proved nor refuted, as text: each cause first, then the places that depend on it.

use super::text::{Style, heading, message};
use crate::analysis::{Cause, Open};
use crate::ir::{Pos, Program};
use std::fmt::Write as _;

/// How much to show.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Listing {
    /// A line for each of the first few: they come after errors.
    Brief,
    /// The first ten with their source lines. Places with the same message are folded.
    Usual,
    /// All of them.
    All,
}

impl Listing {
    /// How many notes are shown.
    fn most(self) -> usize {
        match self {
            Listing::Brief => 5,
            Listing::Usual => 10,
            Listing::All => usize::MAX,
        }
    }
}

/// Places with the same message.
struct Note {
    text: String,
    places: Vec<Pos>,
}

/// What is open, in the order of the list, where places with the same cause follow each other.
pub fn open_places(program: &Program, open: &[Open], listing: Listing, style: Style) -> String {
    let mut out = String::new();
    let say = |pos: Pos, text: &str| match listing {
        Listing::Brief => heading(program, pos, "note", text, style),
        Listing::Usual | Listing::All => message(program, pos, "note", text, style),
    };
    let (mut shown, mut hidden) = (0, 0);
    let is_same =
        |one: &Open, next: &Open| one.cause == next.cause && one.kind.is_some() == next.kind.is_some();
    for group in open.chunk_by(is_same) {
        let notes = notes(group, listing);
        if shown >= listing.most() {
            hidden += notes.iter().map(|note| note.places.len()).sum::<usize>();
            continue;
        }
        if let Some(cause) = group[0].cause.as_ref().filter(|cause| is_elsewhere(cause, group)) {
            out += &say(cause.pos, &cause.text);
        }
        for Note { text, places } in &notes {
            if shown >= listing.most() {
                hidden += places.len();
                continue;
            }
            shown += 1;
            out += &say(places[0], text);
            if places.len() > 1 {
                let _ = writeln!(out, "note: the same in {}", lines(program, places));
            }
        }
    }
    if hidden > 0 {
        let _ = writeln!(out, "note: and {hidden} more (--all lists them)");
    }
    out
}

/// Whether a cause is at another place than its only consequence.
fn is_elsewhere(cause: &Cause, group: &[Open]) -> bool {
    group.iter().any(|open| open.pos != cause.pos)
}

/// The messages of a group. Several violations at one place are one message.
fn notes(group: &[Open], listing: Listing) -> Vec<Note> {
    let mut notes: Vec<Note> = Vec::new();
    let mut places: Vec<Pos> = Vec::new();
    for open in group {
        if places.contains(&open.pos) && open.kind.is_some() {
            continue;
        }
        places.push(open.pos);
        let text = text_at(open, group);
        match notes.iter_mut().find(|note| note.text == text && listing != Listing::All) {
            Some(note) => note.places.push(open.pos),
            None => notes.push(Note { text, places: vec![open.pos] }),
        }
    }
    notes
}

/// What is open at the place of an obligation, with the cause if it is there, too.
fn text_at(open: &Open, group: &[Open]) -> String {
    let here: Vec<&Open> = group.iter().filter(|other| other.pos == open.pos).collect();
    let mut text = match here[..] {
        [] | [_] => open.message(),
        _ if open.kind.is_none() => open.message(),
        _ => {
            let texts: Vec<&str> = here.iter().map(|open| open.text.as_str()).collect();
            let mut names: Vec<&str> = here.iter().filter_map(|open| Some(open.kind?.property())).collect();
            names.dedup();
            format!("not excluded: {} [{}]", texts.join("; "), names.join(", "))
        }
    };
    if let Some(cause) = open.cause.as_ref().filter(|cause| cause.pos == open.pos) {
        let _ = write!(text, "; {}", cause.text);
    }
    text
}

/// The lines of all places but the first.
fn lines(program: &Program, places: &[Pos]) -> String {
    const MOST: usize = 8;
    let line = |pos: &Pos| match pos.file == places[0].file {
        true => pos.line.to_string(),
        false => program.show_pos(*pos),
    };
    let mut all: Vec<String> = places[1..].iter().map(line).collect();
    all.dedup();
    let noun = if all.len() == 1 { "line" } else { "lines" };
    let more = all.len().saturating_sub(MOST);
    all.truncate(MOST);
    let rest = if more > 0 { format!(" and {more} more") } else { String::new() };
    format!("{noun} {}{rest}", all.join(", "))
}
