//! The oracle of the domain: whether a concrete heap is described by a symbolic one, and all small concrete
//! heaps of a symbolic one. Nothing of the rearrangement, abstraction or entailment is used here.

use super::heap::{Atom, Header, Heap, Value, Var};
use super::lin::{Lin, Sym};
use crate::ir::{IntType, Scalar, VarId};
use std::collections::{BTreeMap, BTreeSet};

/// The header of all tests: a link and a size, of eight bytes each.
pub(super) const HEADER: Header =
    Header { unit: 16, next: 0, size: 8, ty: Scalar::Int(IntType { bits: 64, signed: false }) };

/// Where the memory of a concrete heap begins, and how many units it has.
pub(super) const BASE: i128 = 64;
pub(super) const UNITS: i128 = 5;

/// A word of memory: a value, or bytes that were not set.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Word {
    Unset,
    Num(i128),
    Ptr(i128),
}

/// A concrete heap: the words that are there by address, and what variables hold.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub(super) struct Concrete {
    pub(super) words: BTreeMap<i128, Word>,
    pub(super) vars: BTreeMap<u32, Word>,
}

/// A heap with variables that hold symbols.
pub(super) fn heap(vars: &[(u32, Value)], atoms: Vec<Atom>) -> Heap {
    let mut heap = Heap::new(Vec::new());
    heap.vars = vars.iter().map(|(id, value)| (Var { depth: 0, id: VarId(*id) }, value.clone())).collect();
    heap.atoms = atoms;
    heap
}

pub(super) fn sym(index: u32) -> Lin {
    Lin::of(Sym(index))
}

type Values = BTreeMap<Sym, i128>;

fn value(lin: &Lin, values: &Values) -> Option<i128> {
    let mut sum = lin.constant_part();
    for (sym, factor) in lin.terms() {
        sum += values.get(sym)? * factor;
    }
    Some(sum)
}

/// Whether a word is what a value says.
fn is_word(word: Word, wanted: &Value, values: &Values) -> bool {
    match (wanted, word) {
        // Nothing is known.
        (Value::Unset, _) => true,
        (Value::Num(lin), Word::Num(found)) | (Value::Ptr(lin), Word::Ptr(found)) => {
            value(lin, values) == Some(found)
        }
        _ => false,
    }
}

/// Whether a concrete heap is described by a symbolic one: for some values of its symbols. Addresses are
/// those of words, null, and the end of the memory; numbers are small.
pub(super) fn is_model(concrete: &Concrete, heap: &Heap) -> bool {
    let mut symbols: BTreeSet<Sym> = heap.occurrences().into_keys().collect();
    symbols.extend(heap.facts.iter().chain(&heap.apart).flat_map(Lin::symbols));
    let symbols: Vec<Sym> = symbols.into_iter().collect();
    try_values(concrete, heap, &symbols, &mut Values::new())
}

fn try_values(concrete: &Concrete, heap: &Heap, open: &[Sym], values: &mut Values) -> bool {
    if is_refuted(concrete, heap, values) {
        return false;
    }
    // What the concrete heap determines need not be tried.
    if let Some((sym, value)) = determined(concrete, heap, values) {
        values.insert(sym, value);
        let rest: Vec<Sym> = open.iter().copied().filter(|own| *own != sym).collect();
        let holds = try_values(concrete, heap, &rest, values);
        values.remove(&sym);
        return holds;
    }
    let Some((sym, rest)) = open.split_first() else {
        return are_atoms(concrete, heap, values);
    };
    let words = (0..=2 * UNITS).map(|word| BASE + 8 * word);
    let candidates: Vec<i128> = [0].into_iter().chain(1..=UNITS + 1).chain(words).collect();
    for candidate in candidates {
        values.insert(*sym, candidate);
        if try_values(concrete, heap, rest, values) {
            return true;
        }
    }
    values.remove(sym);
    false
}

/// A symbol whose value follows from those of others: from a variable, or from a word at a known address.
fn determined(concrete: &Concrete, heap: &Heap, values: &Values) -> Option<(Sym, i128)> {
    let number = |word: Word| match word {
        Word::Unset => None,
        Word::Num(number) | Word::Ptr(number) => Some(number),
    };
    let mut pairs: Vec<(&Lin, i128)> = Vec::new();
    for (var, held) in &heap.vars {
        let word = concrete.vars.get(&var.id.0).copied().and_then(number);
        pairs.extend(held.lin().zip(word));
    }
    for atom in &heap.atoms {
        let Some(start) = value(atom.start(), values) else { continue };
        let word = |at: i128| concrete.words.get(&at).copied().and_then(number);
        match atom {
            Atom::Cell { value, .. } => pairs.extend(value.lin().zip(word(start))),
            Atom::Node { next, size, .. } => {
                pairs.extend(next.lin().zip(word(start)));
                pairs.extend([size].into_iter().zip(word(start + 8)));
            }
            _ => {}
        }
    }
    pairs.into_iter().find_map(|(lin, number)| {
        let open = lin.terms().iter().filter(|(sym, _)| !values.contains_key(sym));
        let [(sym, factor)] = open.copied().collect::<Vec<_>>()[..] else { return None };
        let rest = value(&lin.minus(&Lin::of(sym).times(factor)), values)?;
        // If it does not divide, no value fits, and one that does not is as good as any.
        Some((sym, (number - rest).div_euclid(factor)))
    })
}

/// Whether variables or facts contradict the values so far.
fn is_refuted(concrete: &Concrete, heap: &Heap, values: &Values) -> bool {
    let is_wrong = |(var, wanted): (&Var, &Value)| {
        let is_known = wanted.lin().is_some_and(|lin| value(lin, values).is_some());
        let word = concrete.vars.get(&var.id.0).copied().unwrap_or(Word::Unset);
        is_known && !is_word(word, wanted, values)
    };
    heap.vars.iter().any(is_wrong)
        || heap.facts.iter().any(|fact| value(fact, values).is_some_and(|value| value < 0))
        || heap.apart.iter().any(|lin| value(lin, values) == Some(0))
}

fn are_atoms(concrete: &Concrete, heap: &Heap, values: &Values) -> bool {
    let mut goals: Vec<&Atom> = heap.atoms.iter().collect();
    // Lists are last, since they may have several lengths.
    goals.sort_by_key(|atom| !matches!(atom, Atom::List { .. }));
    own(concrete, &mut goals, &mut BTreeSet::new(), heap.has_more, values)
}

/// Whether atoms own words that are not owned yet, and all of them if nothing else is there.
fn own(
    concrete: &Concrete,
    goals: &mut Vec<&Atom>,
    owned: &mut BTreeSet<i128>,
    has_more: bool,
    values: &Values,
) -> bool {
    let Some(goal) = goals.pop() else {
        return has_more || owned.len() == concrete.words.len();
    };
    let holds = own_atom(concrete, goal, goals, owned, has_more, values);
    goals.push(goal);
    holds
}

fn own_atom(
    concrete: &Concrete,
    goal: &Atom,
    goals: &mut Vec<&Atom>,
    owned: &mut BTreeSet<i128>,
    has_more: bool,
    values: &Values,
) -> bool {
    let at = |lin: &Lin| value(lin, values).expect("all symbols have values");
    match goal {
        Atom::Cell { at: place, bytes, value, .. } => {
            let mut owned = owned.clone();
            let place = at(place);
            *bytes == 8
                && take(concrete, place, place + 8, &mut owned)
                && is_word(concrete.words[&place], value, values)
                && own(concrete, goals, &mut owned, has_more, values)
        }
        Atom::Block { low, high } => {
            let mut owned = owned.clone();
            take(concrete, at(low), at(high), &mut owned)
                && own(concrete, goals, &mut owned, has_more, values)
        }
        Atom::Node { at: place, next, size } => {
            let mut owned = owned.clone();
            let place = at(place);
            let found = take_node(concrete, place, &mut owned);
            found.is_some_and(|(link, found)| found == at(size) && is_word(link, next, values))
                && own(concrete, goals, &mut owned, has_more, values)
        }
        Atom::List { from, to } => {
            let (mut place, mut owned) = (at(from), owned.clone());
            while let Some((Word::Ptr(link), _)) = take_node(concrete, place, &mut owned) {
                if link == at(to) && own(concrete, goals, &mut owned.clone(), has_more, values) {
                    return true;
                }
                place = link;
            }
            false
        }
    }
}

/// Owns the words between two addresses.
fn take(concrete: &Concrete, low: i128, high: i128, owned: &mut BTreeSet<i128>) -> bool {
    let mut at = low;
    while at < high {
        if !concrete.words.contains_key(&at) || !owned.insert(at) {
            return false;
        }
        at += 8;
    }
    at == high && low > 0
}

/// Owns the node at an address. Returns its link and size.
fn take_node(concrete: &Concrete, at: i128, owned: &mut BTreeSet<i128>) -> Option<(Word, i128)> {
    let (link, size) = (*concrete.words.get(&at)?, *concrete.words.get(&(at + 8))?);
    let Word::Num(size) = size else { return None };
    ((1..=UNITS).contains(&size) && take(concrete, at, at + 16 * size, owned)).then_some((link, size))
}

/// Some concrete heaps of a symbolic one: values of symbols are tried, and words chosen to fit. Words of
/// which nothing is said are not set, or look like headers.
pub(super) fn models(heap: &Heap, most: usize) -> Vec<Concrete> {
    let mut found = BTreeSet::new();
    let mut symbols: Vec<Sym> = heap.occurrences().into_keys().collect();
    // Addresses first, so that contradictions are seen early.
    let starts: BTreeSet<Sym> = heap.atoms.iter().flat_map(|atom| atom.start().symbols()).collect();
    symbols.sort_by_key(|sym| !starts.contains(sym));
    choose(heap, &symbols, &mut Values::new(), most, &mut found);
    found.into_iter().collect()
}

fn choose(heap: &Heap, open: &[Sym], values: &mut Values, most: usize, found: &mut BTreeSet<Concrete>) {
    if found.len() >= most {
        return;
    }
    let Some((sym, rest)) = open.split_first() else {
        let mut concrete = Concrete::default();
        for (var, held) in &heap.vars {
            let word = match held {
                Value::Unset => Word::Unset,
                Value::Num(lin) => Word::Num(value(lin, values).expect("a value")),
                Value::Ptr(lin) => Word::Ptr(value(lin, values).expect("a value")),
            };
            concrete.vars.insert(var.id.0, word);
        }
        let mut free: Vec<i128> = (0..UNITS).map(|unit| BASE + 16 * unit).collect();
        if write_atoms(heap, &mut concrete, &mut free, values) && is_model(&concrete, heap) {
            found.insert(concrete);
        }
        return;
    };
    let addresses = [0].into_iter().chain((0..=UNITS).map(|unit| BASE + 16 * unit));
    let candidates: Vec<i128> = if is_size(heap, *sym) { (1..=3).collect() } else { addresses.collect() };
    for candidate in candidates {
        values.insert(*sym, candidate);
        choose(heap, rest, values, most, found);
    }
    values.remove(sym);
}

/// Whether a symbol is a number of units.
fn is_size(heap: &Heap, sym: Sym) -> bool {
    heap.atoms.iter().any(|atom| match atom {
        Atom::Node { size, .. } => size.mentions(sym),
        Atom::Cell { value: Value::Num(lin), .. } => lin.mentions(sym),
        _ => false,
    })
}

/// Writes what atoms say; lists of one node, or of two if there is room.
fn write_atoms(heap: &Heap, concrete: &mut Concrete, free: &mut Vec<i128>, values: &Values) -> bool {
    let at = |lin: &Lin| value(lin, values).expect("a value");
    for atom in &heap.atoms {
        let start = at(atom.start());
        let end = match atom {
            Atom::List { .. } => start + 16,
            _ => value(&atom.end(&HEADER), values).expect("a value"),
        };
        let limit = BASE + 16 * UNITS;
        if start < BASE && start != end || end > limit || end < start || start % 8 != 0 || end % 8 != 0 {
            return false;
        }
        free.retain(|unit| unit + 16 <= start || end <= *unit);
        for word in (start..end).step_by(8) {
            if concrete.words.insert(word, Word::Unset).is_some() {
                return false;
            }
        }
    }
    for atom in &heap.atoms {
        let start = at(atom.start());
        match atom {
            Atom::Cell { value: held, .. } => {
                let word = match held {
                    Value::Unset => Word::Num(2),
                    Value::Num(lin) => Word::Num(at(lin)),
                    Value::Ptr(lin) => Word::Ptr(at(lin)),
                };
                concrete.words.insert(start, word);
            }
            Atom::Block { .. } => {}
            Atom::Node { next, size, .. } => {
                let next = next.lin().map_or(Word::Unset, |lin| Word::Ptr(at(lin)));
                concrete.words.insert(start, next);
                concrete.words.insert(start + 8, Word::Num(at(size)));
            }
            Atom::List { to, .. } => {
                concrete.words.insert(start + 8, Word::Num(1));
                let mut link = at(to);
                if let Some(second) = free.pop() {
                    concrete.words.insert(second, Word::Ptr(link));
                    concrete.words.insert(second + 8, Word::Num(1));
                    link = second;
                }
                concrete.words.insert(start, Word::Ptr(link));
            }
        }
    }
    true
}
