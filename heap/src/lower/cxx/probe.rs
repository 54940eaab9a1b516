//! Probe code: functions at the end of a file that name what libclang hides.
//!
//! The members of an instance of a template are not listed, nor are the calls of a range-for statement. Both
//! are seen where code calls them.

use super::class::special::Special;
use super::{CxxKind, is_function, operands};
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
    /// A member function of a class that has no other one of that name.
    Member(String, String),
    /// The bases of an instance of a template, and how to ask for them.
    Bases(String, BasesText),
    /// The constructor that makes an object of a class from a value of another type.
    Convert(String, String),
    /// Some code throws.
    Throws,
}

/// How the template of a class is written.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct BasesText {
    /// Its parameters, and how it names its bases.
    head: String,
    bases: Vec<String>,
    /// The namespaces around it.
    scope: Vec<String>,
    /// The arguments of the instance.
    arguments: String,
}

impl Probe {
    /// The bases of an instance of a template, by how it is written.
    pub(in crate::lower) fn bases(
        class: String,
        template: Cursor<'_>,
        text: &str,
        bases: &[String],
    ) -> Option<Probe> {
        let head = text.strip_prefix("template")?.trim_start();
        let end = super::class::angle_end(head)?;
        let at = class.find('<')?;
        let mut scope = Vec::new();
        let mut outer = template.semantic_parent();
        while let Some(around) = outer {
            match around.kind() {
                Kind::Cxx(CxxKind::Namespace) => scope.insert(0, around.spelling()),
                Kind::StructDecl | Kind::Cxx(CxxKind::ClassTemplate) => return None,
                _ => {}
            }
            outer = around.semantic_parent();
        }
        let plain = |base: &String| {
            let words = base.split_whitespace();
            let words = words.filter(|word| !matches!(*word, "public" | "private" | "protected" | "virtual"));
            words.collect::<Vec<&str>>().join(" ")
        };
        let head = head.replace('\n', " ");
        let text = BasesText {
            head: head[..=end].to_string(),
            bases: bases.iter().map(plain).collect(),
            scope,
            arguments: class[at..].to_string(),
        };
        Some(Probe::Bases(class, text))
    }

    fn name(&self) -> &str {
        match self {
            Probe::Special(_, name)
            | Probe::Range(name)
            | Probe::Member(name, _)
            | Probe::Convert(name, _)
            | Probe::Bases(name, _) => name,
            Probe::Throws => "int",
        }
    }

    /// Whether code at the end of a file can name its type.
    fn is_speakable(&self) -> bool {
        let name = self.name();
        let unnamed = ["(lambda", "(anonymous", "(unnamed", "type-parameter"];
        !unnamed.iter().any(|part| name.contains(part))
    }

    fn tag(&self) -> &'static str {
        match self {
            Probe::Special(Special::Destroy, _) => "destroy",
            Probe::Special(Special::Copy, _) => "copy",
            Probe::Special(Special::Move, _) => "move",
            Probe::Special(Special::Default, _) => "default",
            Probe::Range(_) => "range",
            Probe::Member(..) => "member",
            Probe::Convert(..) => "convert",
            Probe::Bases(..) => "bases",
            Probe::Throws => "throws",
        }
    }

    fn of(tag: &str, name: String) -> Option<Probe> {
        Some(match tag {
            "destroy" => Probe::Special(Special::Destroy, name),
            "copy" => Probe::Special(Special::Copy, name),
            "move" => Probe::Special(Special::Move, name),
            "default" => Probe::Special(Special::Default, name),
            "range" => Probe::Range(name),
            "throws" => Probe::Throws,
            _ => return None,
        })
    }
}

/// The names of probe functions and types.
const START: &str = "__cfp_probe_";

/// Code that asks for all of these.
///
/// Each has a line of its own, so that those which do not compile are known by it.
pub fn probe_text(probes: &BTreeSet<Probe>) -> String {
    let mut text = "\n".to_string();
    for (index, probe) in probes.iter().enumerate() {
        if !probe.is_speakable() {
            text += "\n";
            continue;
        }
        let name = probe.name();
        let ty = format!("{START}T{index}");
        let function = format!("{START}{}_{index}", probe.tag());
        text += &format!("using {ty} = {name}; ");
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
            Probe::Member(_, member) => {
                format!("void {function}({ty}* p) {{ auto member = &{ty}::{member}; }}\n")
            }
            Probe::Convert(_, from) => {
                format!("void {function}({ty}* p, {from} q) {{ {ty} made = q; }}\n")
            }
            Probe::Bases(_, written) => bases_text(&function, &ty, written),
            Probe::Throws => format!("void {function}({ty}* p) {{}}\n"),
            Probe::Range(_) => format!(
                "void {function}({ty}& p) {{ auto b = p.begin(); auto e = p.end(); bool t = b != e; ++b; }}\n"
            ),
        };
    }
    text
}

/// Names for the bases of a class: its template's names for them, with its arguments.
fn bases_text(function: &str, ty: &str, written: &BasesText) -> String {
    let BasesText { head, bases, scope, arguments } = written;
    let (mut text, mut parameters) = (String::new(), format!("{ty}* p"));
    let path: String = scope.iter().map(|name| format!("{name}::")).collect();
    let open: String = scope.iter().map(|name| format!("namespace {name} {{ ")).collect();
    for (index, base) in bases.iter().enumerate() {
        let name = format!("{function}_{index}");
        let alias = format!("template {head} using {name} = {base};");
        text += &format!("{open}{alias}{} ", " }".repeat(scope.len()));
        parameters += &format!(", {path}{name}{arguments}* p{index}");
    }
    text + &format!("void {function}({parameters}) {{}}\n")
}

/// Whether a function is a probe.
pub(in crate::lower) fn is_probe(function: Cursor<'_>) -> bool {
    function.spelling().starts_with(START)
}

/// What the probes of a file show: the functions that each of them calls.
pub(in crate::lower) fn read<'u>(root: Cursor<'u>) -> FxHashMap<Probe, Vec<Cursor<'u>>> {
    let mut shown = FxHashMap::default();
    let mut is_begun = false;
    for function in root.children().into_iter().rev() {
        // They are the last ones of the file. What templates are instantiated to may follow them.
        let spelling = function.spelling();
        let Some(rest) = spelling.strip_prefix(START) else {
            let is_between = function.kind() == Kind::MacroUse || names_bases(function);
            if is_between || !is_begun { continue } else { break }
        };
        is_begun = true;
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
        let probe = match tag {
            "bases" => {
                shown.insert(Probe::Bases(name, BasesText::default()), vec![function]);
                continue;
            }
            "convert" => function
                .arguments()
                .get(1)
                .map(|from| (Probe::Convert(name, from.ctype().canonical().name()), called(function))),
            "member" => named(function).map(|member| (Probe::Member(name, member.spelling()), vec![member])),
            _ => Probe::of(tag, name).map(|probe| (probe, called(function))),
        };
        shown.extend(probe);
    }
    shown
}

/// Whether a namespace has only names for the bases of a class.
fn names_bases(cursor: Cursor<'_>) -> bool {
    let children = cursor.children();
    let is_name = |child: &Cursor<'_>| child.spelling().starts_with(START) || names_bases(*child);
    cursor.kind() == Kind::Cxx(CxxKind::Namespace) && !children.is_empty() && children.iter().all(is_name)
}

/// The function whose address is taken.
fn named<'u>(function: Cursor<'u>) -> Option<Cursor<'u>> {
    let mut pending = vec![function];
    while let Some(cursor) = pending.pop() {
        if cursor.kind() == Kind::DeclRef
            && let Some(member) = cursor.referenced().filter(|member| is_function(*member))
        {
            return Some(member);
        }
        pending.extend(cursor.children());
    }
    None
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
