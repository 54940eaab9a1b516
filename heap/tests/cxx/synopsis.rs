//! The models of containers have all public members of the classes of the library, and their overloads.
//!
//! Both are read through libclang, the library's from the headers of the machine. An overload is known by its
//! name, the number of its parameters, whether it leaves its object as it is, and whether it takes something
//! that may be moved from.

use cfp_heap::clang::{Cursor, CxxKind, Kind, Unit};
use cfp_heap::libc::cxx::HEADERS;
use std::collections::BTreeSet;
use std::path::Path;

/// The classes.
const CLASSES: [&str; 17] = [
    "array",
    "basic_string",
    "deque",
    "list",
    "map",
    "multimap",
    "multiset",
    "pair",
    "priority_queue",
    "queue",
    "set",
    "stack",
    "unordered_map",
    "unordered_multimap",
    "unordered_multiset",
    "unordered_set",
    "vector",
];

/// Members that the models leave out, with what they are for. Programs that use them end in *unknown*.
const LEFT_OUT: &[(&str, &str)] = &[
    (
        "basic_string::operator basic_string_view<type-parameter-0-0, type-parameter-0-1>(0) const",
        "texts that others own",
    ),
    ("pair::constructor(3)", "arguments of both parts as tuples"),
    ("pair::operator=(0)", "an assignment that is deleted under a condition"),
];

/// The text that includes all of the classes.
fn program() -> String {
    let headers = [
        "array",
        "deque",
        "list",
        "map",
        "queue",
        "set",
        "stack",
        "string",
        "unordered_map",
        "unordered_set",
        "utility",
        "vector",
    ];
    headers.iter().map(|name| format!("#include <{name}>\n")).collect()
}

/// The classes as libclang sees them; nothing if it is missing, or the headers are.
fn read(flags: &[&str], mut texts: Vec<(String, String)>) -> Option<Unit> {
    let path = Path::new("synopsis.cpp");
    texts.push((path.display().to_string(), program()));
    let flags: Vec<String> =
        ["-x", "c++", "-std=gnu++17"].iter().chain(flags).map(|flag| flag.to_string()).collect();
    let unit = Unit::parse(path, &flags, &texts).ok()?;
    let is_error = |message: &cfp_heap::clang::Message| message.severity == cfp_heap::clang::Severity::Error;
    (!unit.messages().iter().any(is_error)).then_some(unit)
}

/// The template of a class in the namespace `std`, or in one that is inline there.
fn class<'u>(scope: Cursor<'u>, name: &str) -> Option<Cursor<'u>> {
    let children = scope.children();
    let is_class = |child: &&Cursor<'u>| {
        child.kind() == Kind::Cxx(CxxKind::ClassTemplate)
            && child.spelling() == name
            && child.is_definition()
            && child.display_name().matches('<').count() == 1
            && !child.display_name().contains("bool")
    };
    children.iter().find(is_class).copied().or_else(|| {
        let is_inside = |child: &&Cursor<'u>| {
            child.kind() == Kind::Cxx(CxxKind::Namespace)
                && ["std", "__cxx11"].contains(&child.spelling().as_str())
        };
        children.iter().filter(is_inside).find_map(|child| class(*child, name))
    })
}

/// The public members of a class, one for each number of arguments that an overload takes.
fn members(class: Cursor<'_>) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for member in class.children() {
        let name = member.spelling();
        if !member.is_public() || name.starts_with('_') || name.starts_with('~') || member.is_deleted() {
            continue;
        }
        match member.kind() {
            Kind::InertDecl => drop(found.insert(name)),
            Kind::Cxx(
                CxxKind::Method | CxxKind::Constructor | CxxKind::Conversion | CxxKind::FunctionTemplate,
            ) => {
                let name =
                    if name.split('<').next() == Some(&class.spelling()) { "constructor" } else { &name };
                found.extend(calls(member).into_iter().map(|call| format!("{name}{call}")));
            }
            _ => {}
        }
    }
    found
}

/// How an overload may be called: the number of arguments, `&&` and `const`.
fn calls(member: Cursor<'_>) -> Vec<String> {
    let parameters: Vec<Cursor<'_>> =
        member.children().into_iter().filter(|child| child.kind() == Kind::ParmDecl).collect();
    let is_optional = |parameter: &&Cursor<'_>| {
        let is_value =
            |child: &Cursor<'_>| !matches!(child.kind(), Kind::TypeRef | Kind::Cxx(CxxKind::NameRef));
        parameter.children().iter().any(is_value)
    };
    let least = parameters.len() - parameters.iter().filter(is_optional).count();
    let is_const = member.ctype().name().contains(") const");
    let moves =
        |count: usize| parameters[..count].iter().any(|parameter| parameter.ctype().name().contains("&&"));
    let text = |count: usize| {
        let moved = if moves(count) { " &&" } else { "" };
        format!("({count}{moved}){}", if is_const { " const" } else { "" })
    };
    (least..=parameters.len()).map(text).collect()
}

#[test]
fn models_have_the_members_of_the_library() {
    let Some(library) = read(&[], Vec::new()) else {
        return eprintln!("skipped: the headers of the machine cannot be read");
    };
    let folder = "/models/";
    let texts = HEADERS.iter().map(|(name, text)| (format!("{folder}{name}"), text.to_string())).collect();
    let models = read(&["-nostdinc++", "-isystem/models"], texts).expect("the models");
    let left_out: BTreeSet<&str> = LEFT_OUT.iter().map(|(member, _)| *member).collect();
    let (mut count, mut missing, mut unused) = (0, Vec::new(), left_out.clone());
    for name in CLASSES {
        let wanted = members(class(library.root(), name).unwrap_or_else(|| panic!("{name} in the library")));
        let found = members(class(models.root(), name).unwrap_or_else(|| panic!("{name} in the models")));
        assert!(wanted.len() > 5, "{name} has only {wanted:?}");
        count += wanted.len();
        for member in wanted.difference(&found) {
            // A name that a base of the class has.
            if found.iter().any(|other| other.split_once('(').is_some_and(|(name, _)| name == member)) {
                continue;
            }
            let full = format!("{name}::{member}");
            unused.remove(full.as_str());
            if !left_out.contains(full.as_str()) {
                missing.push(full);
            }
        }
    }
    assert!(missing.is_empty(), "{} of {count} are missing: {missing:#?}", missing.len());
    assert!(unused.is_empty(), "these are there: {unused:?}");
    assert!(left_out.len() * 20 <= count, "{} of {count} are left out", left_out.len());
}
