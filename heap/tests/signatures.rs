//! The types of library functions in the analyzer's table are those that the headers on this machine declare.

use cfp_heap::clang::{CType, Kind, ParseError, TypeKind, Unit};
use cfp_heap::ir::{FloatType, Scalar, Target};
use cfp_heap::libc::signature::{self, CType as Own, Signature};
use std::collections::BTreeSet;
use std::path::Path;

/// A file that includes the headers, as far as they are here; nothing if libclang is missing.
fn headers() -> Option<Unit> {
    let names: BTreeSet<&str> = signature::all().iter().filter_map(|signature| signature.header).collect();
    let include = |name: &&str| format!("#if __has_include(<{name}>)\n#include <{name}>\n#endif\n");
    let text: String = names.iter().map(include).collect();
    let flags = ["-D_GNU_SOURCE", "-w"].map(str::to_string);
    match Unit::parse(Path::new("headers.c"), &flags, &[("headers.c".to_string(), text)]) {
        Ok(unit) => Some(unit),
        Err(ParseError::Missing(missing)) => {
            eprintln!("skipped: {missing}");
            None
        }
        Err(error) => panic!("{error:?}"),
    }
}

/// Whether a type of the table is one of the headers.
fn is_same(own: Own, declared: CType<'_>, target: Target) -> bool {
    let is_pointer = declared.kind() == TypeKind::Pointer;
    match own {
        Own::Void => declared.kind() == TypeKind::Void,
        Own::Complex => declared.kind() == TypeKind::Other,
        Own::Record(_) => declared.kind() == TypeKind::Record,
        Own::SocketAddress => is_pointer || declared.kind() == TypeKind::Record,
        Own::List => is_pointer,
        Own::Callback => is_pointer && declared.pointee().kind() == TypeKind::Function,
        Own::Pointer { is_const, .. } => {
            let opaque = [TypeKind::Void, TypeKind::Record];
            let pointee = declared.pointee();
            is_pointer
                && pointee.kind() != TypeKind::Function
                && (pointee.is_const() == is_const || opaque.contains(&pointee.kind()) && !is_const)
        }
        Own::Int(..) | Own::Float(_) => match (own.scalar(target), declared.kind()) {
            (Some(Scalar::Int(int)), TypeKind::Int { signed }) => {
                declared.size() == Some(u64::from(int.bytes())) && signed == int.signed
            }
            (Some(Scalar::Float(float)), TypeKind::Float) => {
                let size = if float == FloatType::F80 {
                    16
                } else {
                    u64::from(target.size_of(Scalar::Float(float)))
                };
                declared.size() == Some(size)
            }
            _ => false,
        },
    }
}

fn difference(own: &Signature, declared: CType<'_>, target: Target) -> Option<String> {
    let params = declared.parameters()?;
    let same = is_same(own.result, declared.result(), target)
        && params.len() == own.params.len()
        && declared.is_variadic() == own.variadic
        && own.params.iter().zip(params).all(|(own, declared)| is_same(*own, declared, target));
    (!same).then(|| format!("{own:?}\n  is declared as {}", declared.name()))
}

#[test]
fn signatures_are_those_of_the_headers() {
    let Some(unit) = headers() else { return };
    let target = Target { pointer_bytes: unit.pointer_bytes() };
    let (mut compared, mut wrong) = (BTreeSet::new(), Vec::new());
    for cursor in unit.root().children() {
        if cursor.kind() != Kind::FunctionDecl {
            continue;
        }
        let name = cursor.spelling();
        let Some(own) = signature::find(&name) else { continue };
        wrong.extend(difference(own, cursor.ctype(), target));
        compared.insert(name);
    }
    eprintln!("{} of {} signatures compared", compared.len(), signature::all().len());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(compared.len() > 500, "the headers declare only {} of the functions", compared.len());
}
