//! Properties of rearrangement, abstraction and entailment, on small concrete heaps.

use super::abstraction::{Setting, abstracted, extrapolate, fold_lists, rename_sizes, simplify, synthesize};
use super::entail::entails;
use super::heap::{Atom, Heap, Value};
use super::lin::Lin;
use super::oracle::{BASE, HEADER, UNITS, heap, is_model, models, sym};
use super::rearrange::{Names, expose, open_node, unfold};
use crate::analysis::Abstraction;
use crate::ir::Scalar;
use std::collections::BTreeSet;

const MODELS: usize = 60;

fn setting() -> Setting {
    let (constants, abstraction) = (BTreeSet::new(), Abstraction::History);
    Setting { header: HEADER, globals: 0, most: 4, constants, abstraction }
}

fn ptr(lin: Lin) -> Value {
    Value::Ptr(lin)
}

fn node(at: Lin, next: Value, size: Lin) -> Atom {
    Atom::Node { at, next, size }
}

fn list(from: Lin, to: Lin) -> Atom {
    Atom::List { from, to }
}

fn cell(at: Lin, value: Value) -> Atom {
    let ty = if matches!(value, Value::Ptr(_)) { Scalar::Ptr } else { HEADER.ty };
    Atom::Cell { at, ty, bytes: 8, value }
}

fn number(value: i128) -> Lin {
    Lin::constant(value)
}

/// The end of a node.
fn end(at: u32, size: Lin) -> Lin {
    sym(at).plus(&size.times(16))
}

/// Symbolic heaps as they occur in allocators; symbols 0, 1, 2 are held by variables.
fn samples() -> Vec<Heap> {
    let var = |index: u32| (index, ptr(sym(index)));
    let one = [var(0)];
    let two = [var(0), var(1)];
    let block = |low: Lin, high: Lin| Atom::Block { low, high };
    let mut all = vec![
        heap(&one, vec![list(sym(0), number(0))]),
        heap(&one, vec![list(sym(0), sym(0))]),
        heap(&two, vec![list(sym(0), sym(1)), list(sym(1), number(0))]),
        heap(&two, vec![node(sym(0), ptr(sym(3)), sym(4)), list(sym(3), sym(1)), list(sym(1), sym(0))]),
        heap(&one, vec![node(sym(0), ptr(sym(3)), sym(4)), node(sym(3), ptr(number(0)), sym(4))]),
        heap(&two, vec![node(sym(1), Value::Unset, sym(2)), list(sym(0), number(0))]),
        // Sizes that are known, and memory that only one of two heaps has.
        heap(&two, vec![node(sym(0), ptr(number(0)), number(1))]),
        heap(&two, vec![node(sym(0), ptr(number(0)), number(2))]),
        heap(&two, vec![node(sym(0), ptr(number(0)), number(1)), node(sym(1), ptr(sym(0)), number(1))]),
        // Two neighbours that are joined.
        heap(
            &one,
            vec![
                cell(sym(0), ptr(number(0))),
                cell(sym(0).plus_constant(8), Value::Num(sym(3).plus(&sym(4)))),
                block(sym(0).plus_constant(16), end(0, sym(3))),
                node(end(0, sym(3)), ptr(sym(5)), sym(4)),
            ],
        ),
        // A block that is split; the rest has no link.
        heap(
            &two,
            vec![
                cell(sym(0), ptr(number(0))),
                cell(sym(0).plus_constant(8), Value::Num(sym(3))),
                block(sym(0).plus_constant(16), end(0, sym(3)).plus_constant(8)),
                cell(end(0, sym(3)).plus_constant(8), Value::Num(sym(4))),
                block(end(0, sym(3)).plus_constant(16), end(0, sym(3).plus(&sym(4)))),
            ],
        ),
        // A header that claims more than there is, or something in between.
        heap(
            &one,
            vec![
                cell(sym(0), ptr(number(0))),
                cell(sym(0).plus_constant(8), Value::Num(sym(3).plus_constant(1))),
                block(sym(0).plus_constant(16), end(0, sym(3))),
                list(end(0, sym(3)), number(0)),
            ],
        ),
        heap(
            &[(0, ptr(sym(0).plus_constant(16)))],
            vec![node(sym(0), ptr(sym(1)), sym(2)), list(sym(1), sym(0))],
        ),
        // A node behind one whose address and size variables hold, so that the two are no list.
        heap(
            &[(0, ptr(sym(0))), (1, Value::Num(sym(1)))],
            vec![node(sym(0), ptr(sym(3)), sym(1)), node(sym(3), ptr(number(0)), sym(4))],
        ),
    ];
    for heap in &mut all {
        for size in [sym(3), sym(4)] {
            let is_size = heap.atoms.iter().any(|atom| {
                matches!(atom, Atom::Cell { value: Value::Num(lin), .. } if lin.mentions(size.terms()[0].0))
            });
            if is_size {
                heap.facts.insert(size.plus_constant(-1));
            }
        }
    }
    all
}

/// Each concrete heap of the first is one of some of the others.
fn check_covered(before: &Heap, after: &[Heap], what: &str) -> usize {
    let concrete = models(before, MODELS);
    for heap in &concrete {
        assert!(
            after.iter().any(|after| is_model(heap, after)),
            "{what}: {heap:?}\nis one of\n{before:?}\nbut of none of\n{after:?}"
        );
    }
    concrete.len()
}

fn names() -> Names {
    Names::new(100)
}

#[test]
fn samples_have_concrete_heaps() {
    for (index, sample) in samples().iter().enumerate() {
        assert!(!models(sample, MODELS).is_empty(), "sample {index}: {sample:?}");
        assert!(sample.is_consistent(&HEADER));
    }
}

#[test]
fn each_step_of_the_abstraction_only_adds_heaps() {
    let setting = setting();
    let mut extrapolated = 0;
    for sample in samples() {
        let packaged = synthesize(sample.clone(), &setting);
        check_covered(&sample, std::slice::from_ref(&packaged), "synthesize");
        let simple = simplify(packaged.clone(), &setting, &mut names()).expect("a consistent heap");
        check_covered(&packaged, std::slice::from_ref(&simple), "simplify");
        let renamed = rename_sizes(simple.clone(), &setting, &mut names());
        check_covered(&simple, std::slice::from_ref(&renamed), "rename_sizes");
        let folded = fold_lists(renamed.clone(), &setting);
        check_covered(&renamed, std::slice::from_ref(&folded), "fold_lists");
        let whole = abstracted(sample.clone(), &setting, &mut names()).expect("a consistent heap");
        check_covered(&sample, std::slice::from_ref(&whole), "all steps");
        let guided = extrapolate(whole.clone(), &setting);
        check_covered(&whole, std::slice::from_ref(&guided), "extrapolate");
        assert!(entails(&whole, &guided, &setting), "{whole:?}");
        extrapolated += usize::from(guided != whole);
        // Once more changes nothing.
        let again = abstracted(whole.clone(), &setting, &mut names()).expect("a consistent heap");
        assert!(entails(&again, &whole, &setting) && entails(&whole, &again, &setting), "{whole:?}");
    }
    assert!(extrapolated > 0);
}

#[test]
fn joined_and_split_blocks_are_nodes() {
    let setting = setting();
    let all = samples();
    let joined = synthesize(all[9].clone(), &setting);
    assert!(matches!(&joined.atoms[..], [Atom::Node { size, .. }] if *size == sym(3).plus(&sym(4))));
    let split = synthesize(all[10].clone(), &setting);
    assert_eq!(split.atoms.len(), 2, "{split:?}");
    assert!(split.atoms.iter().all(|atom| matches!(atom, Atom::Node { .. })));
    // What is not there is no node.
    let wrong = synthesize(all[11].clone(), &setting);
    assert!(!wrong.atoms.iter().any(|atom| matches!(atom, Atom::Node { .. })), "{wrong:?}");
}

#[test]
fn rearrangement_keeps_the_heaps() {
    let mut exposed = 0;
    for sample in samples() {
        for (index, atom) in sample.atoms.iter().enumerate() {
            match atom {
                Atom::List { .. } => {
                    let cases = unfold(&sample, index, &HEADER, &mut names());
                    check_covered(&sample, &cases, "unfold");
                    cases.iter().for_each(|case| {
                        check_covered(case, std::slice::from_ref(&sample), "fold again");
                    });
                }
                Atom::Node { .. } => {
                    let mut opened = sample.clone();
                    open_node(&mut opened, index, &HEADER);
                    check_covered(&sample, std::slice::from_ref(&opened), "open");
                    check_covered(&opened, std::slice::from_ref(&sample), "close");
                }
                _ => {}
            }
            let at = atom.start().plus_constant(8);
            let Some(cases) = expose(sample.clone(), &at, 8, &HEADER, &mut names()) else { continue };
            exposed += 1;
            let heaps: Vec<Heap> = cases.iter().map(|(heap, _)| heap.clone()).collect();
            check_covered(&sample, &heaps, "expose");
            for (heap, index) in &cases {
                assert!(matches!(&heap.atoms[*index], Atom::Cell { at: here, .. } if *here == at));
                check_covered(heap, std::slice::from_ref(&sample), "hide");
            }
        }
    }
    assert!(exposed > 8, "{exposed}");
}

#[test]
fn what_is_not_there_is_not_exposed() {
    for sample in samples() {
        // Behind all memory, at null, and at an address of which nothing is known.
        for at in [number(0), sym(77), sample.atoms[0].start().plus_constant(-8)] {
            let is_there = models(&sample, MODELS)
                .iter()
                .all(|heap| at.as_constant().is_some_and(|constant| heap.words.contains_key(&constant)));
            assert!(is_there || expose(sample.clone(), &at, 8, &HEADER, &mut names()).is_none(), "{at:?}");
        }
    }
}

#[test]
fn entailment_is_inclusion() {
    let setting = setting();
    let mut all: Vec<Heap> = Vec::new();
    for sample in samples() {
        all.push(synthesize(sample.clone(), &setting));
        all.extend(abstracted(sample.clone(), &setting, &mut names()));
        for (index, atom) in sample.atoms.iter().enumerate() {
            if matches!(atom, Atom::List { .. }) {
                all.extend(unfold(&sample, index, &HEADER, &mut names()));
            }
        }
        all.push(sample);
    }
    let mut entailed = 0;
    for left in &all {
        let concrete = models(left, 20);
        for right in &all {
            if left.vars.len() == right.vars.len() && entails(left, right, &setting) {
                entailed += 1;
                for heap in &concrete {
                    assert!(is_model(heap, right), "{heap:?}\nis one of\n{left:?}\nbut not of\n{right:?}");
                }
            }
        }
    }
    assert!(entailed > all.len() + 10, "{entailed} of {}", all.len());
}

#[test]
fn the_oracle_tells_heaps_apart() {
    let one = heap(&[(0, ptr(sym(0)))], vec![node(sym(0), ptr(number(0)), number(1))]);
    let many = heap(&[(0, ptr(sym(0)))], vec![list(sym(0), number(0))]);
    let cycle = heap(&[(0, ptr(sym(0)))], vec![list(sym(0), sym(0))]);
    assert!(models(&one, MODELS).iter().all(|heap| is_model(heap, &many) && !is_model(heap, &cycle)));
    assert!(models(&many, MODELS).iter().any(|heap| !is_model(heap, &one)));
    assert_eq!(models(&one, MODELS).len(), UNITS as usize);
    assert!(models(&one, MODELS).iter().all(|heap| heap.words.keys().all(|at| *at >= BASE)));
}
