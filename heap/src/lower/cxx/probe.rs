//! Probe code: functions at the end of a file that name what libclang hides.
//!
//! The members of an instance of a template are not listed, nor are the calls of a range-for statement. Both
//! are seen where code calls them.

use super::class::special::Special;
use super::{is_function, operands};
use crate::clang::{Cursor, Kind};
use fxhash::FxHashMap;
use std::collections::BTreeSet;

/// What is asked for.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Probe {
    /// A special member of a class.
    Special(Special, String),
    /// The calls for a range of this type.
    Range(String),
}

impl Probe {
    /// Whether code at the end of a file can name its type.
    fn is_speakable(&self) -> bool {
        let (Probe::Special(_, name) | Probe::Range(name)) = self;
        !name.contains('(') && !name.contains("type-parameter")
    }

    fn tag(&self) -> &'static str {
        match self {
            Probe::Special(Special::Destroy, _) => "destroy",
            Probe::Special(Special::Copy, _) => "copy",
            Probe::Special(Special::Move, _) => "move",
            Probe::Special(Special::Default, _) => "default",
            Probe::Range(_) => "range",
        }
    }

    fn of(tag: &str, name: String) -> Option<Probe> {
        Some(match tag {
            "destroy" => Probe::Special(Special::Destroy, name),
            "copy" => Probe::Special(Special::Copy, name),
            "move" => Probe::Special(Special::Move, name),
            "default" => Probe::Special(Special::Default, name),
            "range" => Probe::Range(name),
            _ => return None,
        })
    }
}

/// The names of probe functions and types.
const START: &str = "__cfp_probe_";

/// Code that asks for all of these.
pub fn probe_text(probes: &BTreeSet<Probe>) -> String {
    let mut text = "\n".to_string();
    for (index, probe) in probes.iter().filter(|probe| probe.is_speakable()).enumerate() {
        let (Probe::Special(_, name) | Probe::Range(name)) = probe;
        let ty = format!("{START}T{index}");
        let function = format!("{START}{}_{index}", probe.tag());
        text += &format!("using {ty} = {name};\n");
        text += &match probe {
            Probe::Special(Special::Destroy, _) => format!("void {function}({ty}* p) {{ p->~{ty}(); }}\n"),
            Probe::Special(Special::Copy, _) => {
                format!("{ty} {function}(const {ty}& p) {{ return {ty}(p); }}\n")
            }
            Probe::Special(Special::Move, _) => {
                format!("{ty} {function}({ty}* p) {{ return {ty}(static_cast<{ty}&&>(*p)); }}\n")
            }
            Probe::Special(Special::Default, _) => {
                format!("{ty} {function}({ty}* p) {{ return {ty}(); }}\n")
            }
            Probe::Range(_) => format!(
                "void {function}({ty}& p) {{ auto b = p.begin(); auto e = p.end(); bool t = b != e; ++b; }}\n"
            ),
        };
    }
    text
}

/// Whether a function is a probe.
pub(in crate::lower) fn is_probe(function: Cursor<'_>) -> bool {
    function.spelling().starts_with(START)
}

/// What the probes of a file show: the functions that each of them calls.
pub(in crate::lower) fn read<'u>(root: Cursor<'u>) -> FxHashMap<Probe, Vec<Cursor<'u>>> {
    let mut shown = FxHashMap::default();
    for function in root.children().into_iter().rev() {
        // They are the last ones of the file.
        let spelling = function.spelling();
        let Some(rest) = spelling.strip_prefix(START) else {
            if function.kind() == Kind::MacroUse { continue } else { break }
        };
        let (Kind::FunctionDecl, Some(parameter)) = (function.kind(), function.arguments().first().copied())
        else {
            continue;
        };
        let tag = rest.split('_').next().unwrap_or_default();
        let pointee = parameter.ctype().pointee();
        let name = match tag {
            "range" => pointee.canonical().name(),
            _ => super::type_name(pointee),
        };
        if let Some(probe) = Probe::of(tag, name) {
            shown.insert(probe, called(function));
        }
    }
    shown
}

fn called<'u>(function: Cursor<'u>) -> Vec<Cursor<'u>> {
    let mut found = Vec::new();
    let mut pending = vec![function];
    while let Some(cursor) = pending.pop() {
        if cursor.kind() == Kind::Call
            && let Some(callee) = cursor.referenced().filter(|callee| is_function(*callee))
        {
            found.push(callee);
        }
        pending.extend(operands(cursor).into_iter().rev());
    }
    found
}
