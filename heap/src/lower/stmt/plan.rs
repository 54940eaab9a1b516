//! A scan of a function before it is lowered: which locals need an address, and the targets of its jumps.
//!
//! # How `goto` becomes structured
//!
//! Let C be the innermost compound statement that contains both the `goto` and its label, and number the
//! statements of C. The label is in statement `m` of C, the `goto` in statement `j`.
//!
//! - Forward, `j < m`: the statements before `m` are put into a block, and the `goto` breaks out of it.
//! - Backward, `m <= j`: the statements from `m` to `j` are put into a loop, and the `goto` continues it.
//! - Loops that overlap are extended until they nest.
//! - If the label is not a statement of C itself but somewhere inside statement `m`, or if a forward jump
//!   enters a loop made for another label, the `goto` first sets a *flag* of the label. On the way to the
//!   label, everything that comes before it is skipped while the flag is set, and every test on the way gives
//!   the answer that leads there. The label clears its flag.
//!
//! A `case` that is not directly in the body of its `switch` is entered by a flag, too. This is complete: any
//! use of `goto` that C allows is covered. A computed one counts as one for each label whose address is
//! taken.

use crate::clang::{Cursor, Kind, UnaryOp};
use fxhash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};

/// A label or nested `case`, by number.
pub(in crate::lower) type Key = usize;

/// A statement of a compound statement, without the labels before it, which are items of their own.
#[derive(Clone, Copy)]
pub(in crate::lower) enum Item<'u> {
    Label(Cursor<'u>),
    Case(Cursor<'u>),
    Default(Cursor<'u>),
    Stmt(Cursor<'u>),
}

/// The items of a compound statement, or of a body that is a single statement.
pub(in crate::lower) fn items(body: Cursor<'_>) -> Vec<Item<'_>> {
    let statements = if body.kind() == Kind::Compound { body.children() } else { vec![body] };
    let mut items = Vec::new();
    for mut statement in statements {
        loop {
            match statement.kind() {
                Kind::Label => items.push(Item::Label(statement)),
                Kind::Case => items.push(Item::Case(statement)),
                Kind::Default => items.push(Item::Default(statement)),
                _ => {
                    items.push(Item::Stmt(statement));
                    break;
                }
            }
            match labelled(statement) {
                Some(inner) => statement = inner,
                None => break,
            }
        }
    }
    items
}

/// The statement after a label.
pub(in crate::lower) fn labelled(statement: Cursor<'_>) -> Option<Cursor<'_>> {
    statement.children().into_iter().rfind(|child| child.kind() != Kind::Attribute)
}

/// What was found out about a function.
#[derive(Default)]
pub(in crate::lower) struct Plan {
    /// Declarations of locals whose address is taken.
    pub(in crate::lower) address_taken: FxHashSet<usize>,
    /// By compound statement.
    pub(in crate::lower) compounds: FxHashMap<usize, CompoundPlan>,
    /// By `goto` statement and label.
    pub(in crate::lower) gotos: FxHashMap<(usize, String), GotoPlan>,
    /// Labels whose address is taken: their names and statements.
    pub(in crate::lower) pointed_labels: Vec<(String, usize)>,
    /// Keys of labels that have a flag, by label or `case` statement.
    pub(in crate::lower) flags: BTreeMap<usize, Key>,
    /// Flags that may be set when a statement is entered, because their label is inside.
    entering: FxHashMap<usize, BTreeSet<Key>>,
    /// `case`s that are not directly in the body of their `switch`, by `switch`: the item they are in, and
    /// their flag.
    pub(in crate::lower) nested_cases: FxHashMap<usize, Vec<(usize, Key)>>,
}

/// Jumps of one compound statement.
#[derive(Default, Clone)]
pub(in crate::lower) struct CompoundPlan {
    /// Loops: first and last item. They nest; outer before inner.
    pub(in crate::lower) loops: Vec<(usize, usize)>,
    /// Items that are jumped forward to.
    pub(in crate::lower) forward: BTreeSet<usize>,
    /// `(flag, from, to)`: while the flag is set, the items `from .. to` are skipped.
    pub(in crate::lower) guards: Vec<(Key, usize, usize)>,
}

/// What becomes of a `goto`.
#[derive(Clone, Copy)]
pub(in crate::lower) struct GotoPlan {
    /// The compound statement where it goes on.
    pub(in crate::lower) compound: usize,
    /// The item there.
    pub(in crate::lower) item: usize,
    pub(in crate::lower) backward: bool,
    pub(in crate::lower) flag: Option<Key>,
}

/// Where a node is: the compound statements around it with the item each time, and all statements around it.
#[derive(Clone, Default)]
struct Path {
    items: Vec<(usize, usize)>,
    nodes: Vec<usize>,
}

struct LabelInfo {
    path: Path,
    /// Whether the label is an item of the last compound statement of its path.
    direct: bool,
    statement: usize,
}

struct Scan<'u> {
    plan: Plan,
    path: Path,
    labels: FxHashMap<String, LabelInfo>,
    gotos: Vec<(usize, String, Path)>,
    computed_gotos: Vec<(usize, Path)>,
    pointed_labels: BTreeSet<String>,
    /// The `switch`es around: statement, body, and the length of `path.items` inside the body.
    switches: Vec<(usize, usize, usize)>,
    cases: Vec<(usize, usize, LabelInfo)>,
    unit: std::marker::PhantomData<Cursor<'u>>,
}

impl Plan {
    /// Looks through the body of a function.
    pub(in crate::lower) fn new(body: Cursor<'_>) -> Plan {
        let mut scan = Scan {
            plan: Plan::default(),
            path: Path::default(),
            labels: FxHashMap::default(),
            gotos: Vec::new(),
            computed_gotos: Vec::new(),
            pointed_labels: BTreeSet::new(),
            switches: Vec::new(),
            cases: Vec::new(),
            unit: std::marker::PhantomData,
        };
        scan.visit(body);
        scan.finish()
    }

    /// The flags that may be set when this statement is entered.
    pub(in crate::lower) fn entering(&self, statement: Cursor<'_>) -> Vec<Key> {
        let set = self.entering.get(&statement.statement_identity());
        set.map(|set| set.iter().copied().collect()).unwrap_or_default()
    }
}

impl<'u> Scan<'u> {
    fn visit(&mut self, cursor: Cursor<'u>) {
        let node = cursor.statement_identity();
        match cursor.kind() {
            Kind::Compound => return self.visit_body(cursor),
            Kind::Switch => {
                let children = cursor.children();
                if let Some((&body, before)) = children.split_last() {
                    self.path.nodes.push(node);
                    before.iter().for_each(|&child| self.visit(child));
                    self.switches.push((node, body.statement_identity(), self.path.items.len() + 1));
                    self.visit_body(body);
                    self.switches.pop();
                    self.path.nodes.pop();
                }
                return;
            }
            Kind::Label => self.note_label(cursor, false),
            Kind::Case | Kind::Default => self.note_case(cursor, false),
            Kind::Goto => {
                let name = cursor.children().first().map(|label| label.spelling()).unwrap_or_default();
                self.gotos.push((node, name, self.path.clone()));
            }
            Kind::IndirectGoto => self.computed_gotos.push((node, self.path.clone())),
            Kind::AddressOfLabel => {
                self.pointed_labels.extend(cursor.children().first().map(|label| label.spelling()));
            }
            Kind::Unary if cursor.unary_op() == UnaryOp::AddressOf => {
                if let Some(name) = named(cursor.children().first().copied()) {
                    self.plan.address_taken.insert(name);
                }
            }
            _ => {}
        }
        self.path.nodes.push(node);
        for child in cursor.children() {
            self.visit(child);
        }
        self.path.nodes.pop();
    }

    /// A compound statement, or the only statement of a `switch`.
    fn visit_body(&mut self, body: Cursor<'u>) {
        let id = body.statement_identity();
        self.path.nodes.push(id);
        for (index, item) in items(body).into_iter().enumerate() {
            self.path.items.push((id, index));
            match item {
                Item::Label(cursor) => self.note_label(cursor, true),
                Item::Case(cursor) | Item::Default(cursor) => self.note_case(cursor, true),
                Item::Stmt(cursor) if cursor.statement_identity() == id => {
                    // The only statement of a `switch`: its children, lest this goes round.
                    cursor.children().into_iter().for_each(|child| self.visit(child));
                }
                Item::Stmt(cursor) => self.visit(cursor),
            }
            self.path.items.pop();
        }
        self.path.nodes.pop();
    }

    fn label_info(&self, cursor: Cursor<'u>, direct: bool) -> LabelInfo {
        let statement = cursor.statement_identity();
        let mut path = self.path.clone();
        path.nodes.push(statement);
        LabelInfo { path, direct, statement }
    }

    fn note_label(&mut self, cursor: Cursor<'u>, direct: bool) {
        let info = self.label_info(cursor, direct);
        self.labels.insert(cursor.spelling(), info);
    }

    fn note_case(&mut self, cursor: Cursor<'u>, direct: bool) {
        let Some(&(switch, _, depth)) = self.switches.last() else { return };
        if direct && self.path.items.len() == depth {
            return;
        }
        let info = self.label_info(cursor, direct);
        self.cases.push((switch, depth, info));
    }

    fn finish(mut self) -> Plan {
        let mut gotos = std::mem::take(&mut self.gotos);
        for name in std::mem::take(&mut self.pointed_labels) {
            let Some(label) = self.labels.get(&name) else { continue };
            self.plan.pointed_labels.push((name.clone(), label.statement));
            gotos.extend(self.computed_gotos.iter().map(|(node, path)| (*node, name.clone(), path.clone())));
        }
        // First the places, so that all loops are known; then flags, which depend on them.
        let mut jumps = Vec::new();
        for (goto, name, path) in &gotos {
            let Some(label) = self.labels.get(name) else { continue };
            let shared = path
                .items
                .iter()
                .zip(&label.path.items)
                .take_while(|(left, right)| left.0 == right.0)
                .count();
            let Some(level) = shared.checked_sub(1) else { continue };
            let (compound, from) = path.items[level];
            let to = label.path.items[level].1;
            let plan = self.plan.compounds.entry(compound).or_default();
            if to <= from {
                plan.loops.push((to, from));
            }
            jumps.push((*goto, name, compound, level, from, to));
        }
        for plan in self.plan.compounds.values_mut() {
            make_nested(&mut plan.loops);
        }
        for (goto, name, compound, level, from, to) in jumps {
            let label = &self.labels[name];
            let plan = self.plan.compounds.entry(compound).or_default();
            let backward = to <= from;
            // The outermost loop that the jump enters other than at its start.
            let entered = plan.loops.iter().find(|(first, last)| from < *first && *first < to && to <= *last);
            let item = if backward { to } else { entered.map_or(to, |&(first, _)| first) };
            if !backward {
                plan.forward.insert(item);
            }
            let needs_flag = item != to || !label.direct || label.path.items.len() > level + 1;
            let flag = needs_flag.then(|| enter(&mut self.plan, label, level, item));
            self.plan.gotos.insert((goto, name.clone()), GotoPlan { compound, item, backward, flag });
        }
        for (switch, depth, label) in &self.cases {
            let level = depth - 1;
            let item = label.path.items[level].1;
            let flag = enter(&mut self.plan, label, level, item);
            self.plan.nested_cases.entry(*switch).or_default().push((item, flag));
        }
        self.plan
    }
}

/// Gives a label a flag and notes what it does on the way: from item `item` of the compound statement at
/// `level` of its path on.
fn enter(plan: &mut Plan, label: &LabelInfo, level: usize, item: usize) -> Key {
    let next = plan.flags.len();
    let key = *plan.flags.entry(label.statement).or_insert(next);
    for (depth, &(compound, to)) in label.path.items.iter().enumerate().skip(level) {
        let from = if depth == level { item } else { 0 };
        let guards = &mut plan.compounds.entry(compound).or_default().guards;
        if from < to && !guards.contains(&(key, from, to)) {
            guards.push((key, from, to));
        }
    }
    let outer = label.path.items[level].0;
    let below = label.path.nodes.iter().skip_while(|&&node| node != outer).skip(1);
    for &node in below {
        plan.entering.entry(node).or_default().insert(key);
    }
    key
}

/// Extends loops until any two are nested or apart; outer ones come first.
fn make_nested(loops: &mut Vec<(usize, usize)>) {
    loop {
        let mut merged: BTreeMap<usize, usize> = BTreeMap::new();
        for &(first, last) in loops.iter() {
            let end = merged.entry(first).or_insert(last);
            *end = (*end).max(last);
        }
        let mut changed = false;
        let spans: Vec<(usize, usize)> = merged.iter().map(|(&first, &last)| (first, last)).collect();
        for &(first, last) in &spans {
            for &(other, end) in &spans {
                if first < other && other <= last && last < end {
                    merged.insert(first, merged[&first].max(end));
                    changed = true;
                }
            }
        }
        *loops = merged.into_iter().collect();
        if !changed {
            return;
        }
    }
}

/// The local variable that an expression names.
fn named(cursor: Option<Cursor<'_>>) -> Option<usize> {
    let mut cursor = cursor?;
    while cursor.kind() == Kind::Paren {
        cursor = cursor.children().first().copied()?;
    }
    match cursor.kind() {
        Kind::DeclRef => cursor.referenced().map(|declaration| declaration.canonical().identity()),
        _ => None,
    }
}
