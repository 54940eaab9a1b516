//! The five steps of abstraction at the head of a loop, each of which only adds concrete heaps:
//!
//! 1. [`synthesize`]: cells and blocks become nodes, where the size in a header says so.
//! 2. [`simplify`]: expressions become simple ones over what variables hold; other facts are dropped.
//! 3. [`rename_sizes`]: sizes of nodes that no variable holds have nothing to do with each other.
//! 4. [`fold_lists`]: nodes that are linked become lists; memory that nothing reaches is forgotten.
//! 5. Symbolic heaps that describe nothing are dropped.

use super::heap::{Atom, Header, Heap, Value};
use super::lin::{Lin, Sym};
use super::prover;
use super::rearrange::Names;
use crate::analysis::Abstraction;
use crate::ir::Scalar;
use std::collections::{BTreeMap, BTreeSet};

/// What the abstraction depends on.
#[derive(Clone, Debug)]
pub(super) struct Setting {
    pub(super) header: Header,
    /// The symbols below this one are addresses of globals.
    pub(super) globals: u32,
    /// Constants up to this one are kept in expressions.
    pub(super) most: i128,
    /// Other constants that are kept in bounds of variables.
    pub(super) constants: BTreeSet<i128>,
    /// How nodes become lists.
    pub(super) abstraction: Abstraction,
}

impl Setting {
    fn is_global(&self, lin: &Lin) -> bool {
        lin.symbols().any(|sym| sym.0 < self.globals)
    }

    /// Whether a variable that is this constant keeps it.
    fn is_small(&self, constant: i128) -> bool {
        constant.abs() <= self.most || self.constants.contains(&constant.abs())
    }
}

/// All steps. Nothing if the symbolic heap describes nothing.
pub(super) fn abstracted(heap: Heap, setting: &Setting, names: &mut Names) -> Option<Heap> {
    let heap = synthesize(heap, setting);
    let heap = simplify(heap, setting, names)?;
    let heap = rename_sizes(heap, setting, names);
    let heap = fold_lists(heap, setting);
    is_possible(&heap, setting).then_some(heap)
}

/// Step 5.
fn is_possible(heap: &Heap, setting: &Setting) -> bool {
    heap.is_consistent(&setting.header) && !prover::contradict(&heap.known(&setting.header))
}

/// Step 1: packages the memory behind a header as a node, as far as its size says. What is left of a block or
/// node at the end stays a block.
pub(super) fn synthesize(mut heap: Heap, setting: &Setting) -> Heap {
    // With a link first, then without one.
    for needs_link in [true, false] {
        while let Some(next) = package(&heap, setting, needs_link) {
            heap = next;
        }
    }
    heap
}

fn package(heap: &Heap, setting: &Setting, needs_link: bool) -> Option<Heap> {
    let header = &setting.header;
    heap.atoms.iter().find_map(|atom| match atom {
        Atom::Cell { at, ty, value: Value::Num(size), .. } if *ty == header.ty => {
            let at = at.plus_constant(-header.size);
            package_at(heap, &at, size, setting, needs_link)
        }
        _ => None,
    })
}

/// Packages the node at an address.
fn package_at(heap: &Heap, at: &Lin, size: &Lin, setting: &Setting, needs_link: bool) -> Option<Heap> {
    let header = &setting.header;
    if !heap.is_at_least_zero(header, &size.plus_constant(-1)) {
        return None;
    }
    let mut rest = heap.clone();
    let (link, own) = (at.plus_constant(header.next), at.plus_constant(header.size));
    take_cell(&mut rest, &own)?;
    let next = match take_cell(&mut rest, &link) {
        Some((Scalar::Ptr, next @ Value::Ptr(_))) => next,
        Some(_) if needs_link => return None,
        Some(_) => Value::Unset,
        None if needs_link => return None,
        None => {
            take_bytes(&mut rest, &link, &link.plus_constant(header.width()), header)?;
            Value::Unset
        }
    };
    take_bytes(&mut rest, &at.plus_constant(header.unit), &header.end(at, size), header)?;
    rest.atoms.push(Atom::Node { at: at.clone(), next, size: size.clone() });
    Some(rest)
}

/// Takes the cell at an address out of a heap.
fn take_cell(heap: &mut Heap, wanted: &Lin) -> Option<(Scalar, Value)> {
    let is_here = |atom: &Atom| matches!(atom, Atom::Cell { at, .. } if at == wanted);
    let index = heap.atoms.iter().position(is_here)?;
    match heap.atoms.swap_remove(index) {
        Atom::Cell { ty, value, .. } => Some((ty, value)),
        _ => None,
    }
}

/// Takes all bytes between two addresses out of a heap. What its first and last atoms have besides stays.
fn take_bytes(heap: &mut Heap, low: &Lin, high: &Lin, header: &Header) -> Option<()> {
    let mut low = low.clone();
    while low != *high {
        let starts_here = |atom: &Atom| *atom.start() == low && !matches!(atom, Atom::List { .. });
        let ends_here = |atom: &Atom| matches!(atom, Atom::Block { high: end, .. } if end == high);
        let index = heap.atoms.iter().position(starts_here);
        let index = index.or_else(|| heap.atoms.iter().position(ends_here))?;
        let atom = heap.atoms.swap_remove(index);
        let end = atom.end(header);
        if *atom.start() != low {
            // The end of a block.
            let start = atom.start().clone();
            return heap.is_ordered(header, &start, &low).then(|| {
                heap.atoms.push(Atom::Block { low: start, high: low });
            });
        }
        let mut whole = heap.clone();
        whole.atoms.push(atom.clone());
        if end == *high || whole.is_ordered(header, &end, high) {
            // Nothing is gained by an empty block, and the loop must end.
            if end == low {
                continue;
            }
            low = end;
        } else if !matches!(atom, Atom::Cell { .. }) && whole.is_ordered(header, high, &end) {
            heap.atoms.push(Atom::Block { low: high.clone(), high: end });
            return Some(());
        } else {
            return None;
        }
    }
    Some(())
}

/// Step 2: expressions over the symbols that variables hold, with few symbols and small constants, are kept;
/// all others get a name.
pub(super) fn simplify(mut heap: Heap, setting: &Setting, names: &mut Names) -> Option<Heap> {
    let mut roots: BTreeSet<Sym> = BTreeSet::new();
    let slots = slots(&heap, setting);
    // What is a symbol already stays one.
    for slot in &slots {
        roots.extend(slot_value(&mut heap, slot).and_then(|value| value.lin().and_then(Lin::as_symbol)));
    }
    for slot in &slots {
        heap = root(heap, slot, &mut roots, setting, names)?;
    }
    let bounds = bounds(&mut heap, &slots, setting);
    let is_simple = |lin: &Lin| lin.as_symbol().is_some() || is_simple(lin, &roots, setting);
    let mut renamed: BTreeMap<Lin, Sym> = BTreeMap::new();
    let starts: BTreeSet<Lin> = heap.atoms.iter().map(|atom| atom.start().clone()).collect();
    for atom in &mut heap.atoms {
        for lin in atom.lins_mut() {
            if !is_simple(lin) {
                let sym = *renamed.entry(lin.clone()).or_insert_with(|| names.fresh());
                if lin.as_symbol().is_none_or(|old| heap.derived.contains(&old)) && !starts.contains(lin) {
                    heap.derived.insert(sym);
                }
                if lin.symbols().any(|old| heap.wild.contains(&old)) {
                    heap.wild.insert(sym);
                }
                *lin = Lin::of(sym);
            }
        }
    }
    let addresses = addresses(&heap);
    // Sizes of nodes that variables point to.
    let sizes = heap.atoms.iter().filter_map(|atom| match atom {
        Atom::Node { at, size, .. } if at.symbols().all(|sym| roots.contains(&sym)) => size.as_symbol(),
        _ => None,
    });
    let sizes: BTreeSet<Sym> = sizes.filter(|sym| !roots.contains(sym)).collect();
    let is_kept = |fact: &Lin| {
        // That a node is large enough.
        let of_size = fact.terms().iter().filter(|(sym, factor)| sizes.contains(sym) && *factor > 0).count();
        let of_roots = fact.symbols().filter(|sym| roots.contains(sym) && !addresses.contains(sym)).count();
        let is_about_roots = of_size <= 1 && of_size + of_roots == fact.terms().len();
        let is_single = fact.terms().len() == 1;
        let is_plain = fact.terms().iter().all(|(_, factor)| factor.abs() == 1);
        let constant = fact.constant_part();
        is_about_roots && is_plain && !is_single && fact.terms().len() <= 3 && constant.abs() <= setting.most
    };
    heap.facts.retain(is_kept);
    heap.facts.extend(bounds);
    heap.apart.clear();
    let used = heap.occurrences();
    heap.derived.retain(|sym| used.contains_key(sym));
    heap.wild.retain(|sym| used.contains_key(sym));
    Some(heap)
}

/// Bounds of the numbers that variables hold: the closest that are constants of the program or of types.
fn bounds(heap: &mut Heap, slots: &[SlotPlace], setting: &Setting) -> Vec<Lin> {
    let mut constants: Vec<i128> = setting.constants.iter().copied().chain(0..=setting.most).collect();
    constants.sort_unstable();
    constants.dedup();
    let symbols = slots.iter().filter_map(|slot| match slot_value(heap, slot) {
        Some(Value::Num(lin)) => lin.as_symbol(),
        _ => None,
    });
    let symbols: BTreeSet<Sym> = symbols.collect();
    let known = heap.known_with_ends(&setting.header);
    let mut found = Vec::new();
    for sym in symbols {
        let (above, below) = (Lin::of(sym).negated(), Lin::of(sym));
        let is_above = |constant: i128| prover::entails(&known, &above.plus_constant(constant));
        let is_below = |constant: i128| prover::entails(&known, &below.plus_constant(-constant));
        let high = constants.partition_point(|constant| !is_above(*constant));
        // The search depends on how much is proved; what it finds is proved once more.
        let high = constants.get(high).filter(|constant| is_above(**constant));
        found.extend(high.map(|constant| above.plus_constant(*constant)));
        let low = constants.partition_point(|constant| is_below(*constant));
        match low.checked_sub(1).map(|low| constants[low]).filter(|low| is_below(*low)) {
            Some(low) => found.push(below.plus_constant(-low)),
            None => {
                let negative = constants.iter().find(|constant| is_below(-**constant));
                found.extend(negative.map(|constant| below.plus_constant(*constant)));
            }
        }
    }
    found
}

/// Where a variable or a global keeps its value.
#[derive(Clone, Debug)]
enum SlotPlace {
    Var(super::heap::Var),
    /// A cell of a global, by its address.
    Global(Lin),
}

fn slots(heap: &Heap, setting: &Setting) -> Vec<SlotPlace> {
    let globals = heap.atoms.iter().filter_map(|atom| match atom {
        Atom::Cell { at, .. } if setting.is_global(at) => Some(at.clone()),
        _ => None,
    });
    let mut globals: Vec<Lin> = globals.collect();
    globals.sort();
    let vars = heap.vars.keys().copied().map(SlotPlace::Var);
    vars.chain(globals.into_iter().map(SlotPlace::Global)).collect()
}

fn slot_value<'h>(heap: &'h mut Heap, slot: &SlotPlace) -> Option<&'h mut Value> {
    match slot {
        SlotPlace::Var(var) => heap.vars.get_mut(var),
        SlotPlace::Global(wanted) => heap.atoms.iter_mut().find_map(|atom| match atom {
            Atom::Cell { at, value, .. } if at == wanted => Some(value),
            _ => None,
        }),
    }
}

/// Makes what a variable holds a symbol, or a simple expression over others.
fn root(
    mut heap: Heap,
    slot: &SlotPlace,
    roots: &mut BTreeSet<Sym>,
    setting: &Setting,
    names: &mut Names,
) -> Option<Heap> {
    let Some(value) = slot_value(&mut heap, slot) else { return Some(heap) };
    let is_pointer = matches!(value, Value::Ptr(_));
    let Some(lin) = value.lin().cloned() else { return Some(heap) };
    if is_simple(&lin, roots, setting) {
        return Some(heap);
    }
    if lin.as_symbol().is_some() {
        return Some(heap);
    }
    let free = |(sym, factor): &&(Sym, i128)| {
        factor.abs() == 1 && !roots.contains(sym) && sym.0 >= setting.globals && !heap.wild.contains(sym)
    };
    let solved = lin.terms().iter().rev().find(free).copied();
    let new = names.fresh();
    roots.insert(new);
    let heap = match solved {
        Some((sym, factor)) => {
            // new = factor * sym + rest
            let rest = lin.minus(&Lin::of(sym).times(factor));
            let by = Lin::of(new).minus(&rest).times(factor);
            let mut heap = heap.substitute(sym, &by)?;
            if is_pointer {
                heap.derived.insert(new);
            }
            heap
        }
        None => {
            let is_wild = lin.symbols().any(|sym| heap.wild.contains(&sym));
            let is_start = heap.atoms.iter().any(|atom| *atom.start() == lin);
            let values = heap.vars.values_mut().filter_map(Value::lin_mut);
            for same in
                values.chain(heap.atoms.iter_mut().flat_map(Atom::lins_mut)).filter(|own| **own == lin)
            {
                *same = Lin::of(new);
            }
            if is_wild {
                heap.wild.insert(new);
            } else if is_pointer && !is_start {
                heap.derived.insert(new);
            }
            heap
        }
    };
    Some(heap)
}

/// Whether an expression is simple: over the given symbols and addresses of globals, with small constants.
fn is_simple(lin: &Lin, roots: &BTreeSet<Sym>, setting: &Setting) -> bool {
    let is_known = |sym: Sym| sym.0 < setting.globals || roots.contains(&sym);
    let is_plain = |factor: i128| factor.abs() == 1 || factor.abs() == setting.header.unit;
    let small = match lin.as_constant() {
        Some(constant) => setting.is_small(constant) || constant == i128::from(u64::MAX),
        None => lin.constant_part().abs() <= setting.most * setting.header.unit,
    };
    small && lin.terms().len() <= 3 && lin.terms().iter().all(|(sym, by)| is_known(*sym) && is_plain(*by))
}

/// Symbols that occur in addresses.
fn addresses(heap: &Heap) -> BTreeSet<Sym> {
    let pointers = heap.vars.values().filter_map(|value| match value {
        Value::Ptr(lin) => Some(lin),
        _ => None,
    });
    let mut found: BTreeSet<Sym> = pointers.flat_map(Lin::symbols).collect();
    for atom in &heap.atoms {
        found.extend(atom.start().symbols());
        found.extend(atom.link().into_iter().flat_map(Lin::symbols));
        if let Atom::Cell { value: Value::Ptr(lin), .. } = atom {
            found.extend(lin.symbols());
        }
    }
    found
}

/// The symbols of variables and of cells of globals.
fn rooted(heap: &Heap, setting: &Setting) -> BTreeSet<Sym> {
    let cells = heap.atoms.iter().filter_map(|atom| match atom {
        Atom::Cell { at, value, .. } if setting.is_global(at) => value.lin(),
        _ => None,
    });
    let mut found: BTreeSet<Sym> =
        heap.vars.values().filter_map(Value::lin).chain(cells).flat_map(Lin::symbols).collect();
    found.extend((0..setting.globals).map(Sym));
    found
}

/// Step 3.
pub(super) fn rename_sizes(mut heap: Heap, setting: &Setting, names: &mut Names) -> Heap {
    let (roots, used) = (rooted(&heap, setting), heap.occurrences());
    let compared: BTreeSet<Sym> = heap.facts.iter().flat_map(Lin::symbols).collect();
    for atom in &mut heap.atoms {
        if let Atom::Node { size, .. } = atom
            && let Some(sym) = size.as_symbol()
            && !roots.contains(&sym)
            && used.get(&sym).is_some_and(|count| *count > 1)
            && !compared.contains(&sym)
        {
            *size = Lin::of(names.fresh());
        }
    }
    heap
}

/// Step 4.
pub(super) fn fold_lists(mut heap: Heap, setting: &Setting) -> Heap {
    heap.atoms.retain(|atom| !matches!(atom, Atom::Block { low, high } if low == high));
    let count = heap.atoms.len();
    let is_kept = |atom: &Atom| match atom {
        Atom::Cell { at, .. } => setting.is_global(at),
        Atom::Block { low, .. } => setting.is_global(low),
        Atom::Node { .. } | Atom::List { .. } => true,
    };
    heap.atoms.retain(is_kept);
    heap.has_more |= heap.atoms.len() < count;
    while append(&mut heap, setting) || forget(&mut heap, setting) {}
    heap.atoms.sort();
    let used = heap.occurrences();
    let is_used = |fact: &Lin| fact.symbols().all(|sym| used.contains_key(&sym));
    heap.facts.retain(is_used);
    heap
}

/// Makes lists of nodes that no variable leads to and of which nothing else is known: an iteration has come
/// to them, so the next one may come to more. It only adds concrete heaps.
pub(super) fn extrapolate(mut heap: Heap, setting: &Setting) -> Heap {
    let roots = rooted(&heap, setting);
    let compared: BTreeSet<Sym> = heap.facts.iter().flat_map(Lin::symbols).collect();
    let used = heap.occurrences();
    let is_inner = |lin: &Lin| lin.as_symbol().is_some_and(|sym| !roots.contains(&sym));
    let is_free =
        |lin: &Lin| lin.as_symbol().is_some_and(|sym| used.get(&sym) == Some(&1) && !compared.contains(&sym));
    for atom in &mut heap.atoms {
        if let Atom::Node { at, next: Value::Ptr(next), size } = atom
            && is_inner(at)
            && is_inner(size)
            && is_free(size)
        {
            *atom = Atom::List { from: at.clone(), to: next.clone() };
        }
    }
    heap.atoms.sort();
    heap
}

/// Joins two lists at a place that nothing else points to.
fn append(heap: &mut Heap, setting: &Setting) -> bool {
    let (roots, used) = (rooted(heap, setting), heap.occurrences());
    let compared: BTreeSet<Sym> = heap.facts.iter().flat_map(Lin::symbols).collect();
    let is_free = |lin: &Lin| {
        lin.symbols().any(|sym| !roots.contains(&sym)) && !lin.symbols().any(|sym| compared.contains(&sym))
    };
    for (first, atom) in heap.atoms.iter().enumerate() {
        let Some(middle) = atom.link().and_then(Lin::as_symbol) else { continue };
        // It occurs here and as the start of the rest.
        if roots.contains(&middle) || used.get(&middle) != Some(&2) || setting.is_global(atom.start()) {
            continue;
        }
        // A node whose address and size variables know says more than a list.
        if matches!(atom, Atom::Node { at, size, .. } if !is_free(at) && !is_free(size)) {
            continue;
        }
        let is_rest = |other: &Atom| other.start().as_symbol() == Some(middle) && other.link().is_some();
        let Some(second) = heap.atoms.iter().position(is_rest).filter(|second| *second != first) else {
            continue;
        };
        let from = atom.start().clone();
        let Some(to) = heap.atoms[second].link().cloned() else { continue };
        heap.atoms[first] = Atom::List { from, to };
        heap.atoms.swap_remove(second);
        return true;
    }
    false
}

/// Forgets a node or list that nothing points to.
fn forget(heap: &mut Heap, setting: &Setting) -> bool {
    let (roots, used) = (rooted(heap, setting), heap.occurrences());
    let is_lost = |atom: &Atom| match (atom, atom.start().as_symbol()) {
        (Atom::Node { .. } | Atom::List { .. }, Some(sym)) => {
            !roots.contains(&sym) && used.get(&sym) == Some(&1)
        }
        _ => false,
    };
    let Some(index) = heap.atoms.iter().position(is_lost) else { return false };
    heap.atoms.swap_remove(index);
    heap.has_more = true;
    true
}
