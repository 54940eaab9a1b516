//! Where a structure of a run does not satisfy its definition: the rule that fails last on the way, its node
//! and field, and what is there.

use crate::checkers::{Comparison, Definition, Fact, Place, Term};
use crate::interp::machine::Machine;
use crate::ir::{Program, RecordId, Scalar, Type, VarId};
use std::collections::{BTreeMap, VecDeque};

/// Limit on nodes to which ways are sought.
const MAX_NODES: usize = 100_000;

/// Limit on the links of a way that are written out.
const MAX_LINKS: usize = 4;

/// What keeps a rule from being applied.
pub(super) enum Fault<'p> {
    /// There is no object that the rule owns.
    NoNode,
    /// The object is part of the structure already.
    Twice,
    /// A cell holds something else than it should, or nothing.
    Cell { offset: i64, is_address: bool, found: Option<i128>, wanted: Option<i128> },
    /// A comparison does not hold. Its terms, with the cells that hold them and their values.
    Fact(&'p Fact, Vec<(Term, Option<i64>, i128)>),
}

/// A rule that is not applied at an address.
pub(super) struct Miss<'p> {
    pub(super) at: i128,
    /// The cell that holds the address.
    pub(super) held_by: Option<(i128, i64)>,
    pub(super) fault: Fault<'p>,
    /// How many objects the rules own, and how much of the last one holds.
    pub(super) rank: (usize, usize),
}

/// The ways to the nodes of a structure.
struct Ways<'m, 'p> {
    machine: &'m Machine<'p>,
    /// For each address: the node before it, and the link; the start has none.
    before: BTreeMap<i128, Option<(i128, i64)>>,
    /// What nodes are in C.
    records: BTreeMap<i128, RecordId>,
    start: String,
}

/// Says where the structure at an address does not satisfy a definition.
pub(super) fn told(machine: &Machine<'_>, definition: &Definition, start: i128, miss: &Miss<'_>) -> String {
    let ways = Ways::new(machine, definition, start);
    let node = match miss.held_by {
        Some((holder, offset)) => ways.cell(holder, offset),
        None => ways.start.clone(),
    };
    let field = |offset: i64| ways.member(&node, miss.at, offset);
    match &miss.fault {
        Fault::NoNode => format!("{node} is {} instead of a node", ways.address(miss.at)),
        Fault::Twice => {
            format!("{node} is {}, which is part of the structure already", ways.address(miss.at))
        }
        Fault::Cell { offset, found: None, .. } => format!("{} is not initialized", field(*offset)),
        Fault::Cell { offset, is_address, found: Some(found), wanted } => {
            let shown = |value: &i128| if *is_address { ways.address(*value) } else { value.to_string() };
            let wanted = wanted.as_ref().map_or(String::new(), |it| format!(" instead of {}", shown(it)));
            format!("{} is {}{wanted}", field(*offset), shown(found))
        }
        Fault::Fact(fact, terms) => {
            let is_this = |(term, ..): &(Term, Option<i64>, i128)| *term == Term::This;
            if fact.op == Comparison::Equal && terms.iter().any(is_this) {
                return format!("{node} is {}, and no rule holds there", ways.address(miss.at));
            }
            let name = |term: Term| match terms.iter().find(|(known, ..)| *known == term) {
                Some((_, Some(offset), _)) => field(*offset),
                Some((Term::This, ..)) => node.clone(),
                Some((_, None, value)) => value.to_string(),
                None => term.to_string(),
            };
            let known = terms.iter().filter_map(|(_, cell, value)| {
                let offset = (*cell)?;
                Some(format!("{} is {value}", field(offset)))
            });
            let known: Vec<String> = known.collect();
            let known = if known.is_empty() { format!("at {node}") } else { known.join(" and ") };
            format!("{} does not hold, {known}", fact.text(name))
        }
    }
}

impl<'m, 'p> Ways<'m, 'p> {
    /// The shortest ways, by the links that the rules follow.
    fn new(machine: &'m Machine<'p>, definition: &Definition, start: i128) -> Ways<'m, 'p> {
        let name = variable(machine, start).unwrap_or_else(|| "the address".to_string());
        let mut ways = Ways { machine, before: BTreeMap::new(), records: BTreeMap::new(), start: name };
        ways.before.insert(start, None);
        let mut pending = VecDeque::from([(start, definition)]);
        let program: &Program = machine.program;
        while let Some((at, definition)) = pending.pop_front() {
            if let Some(record) = program.node_record(definition) {
                ways.records.entry(at).or_insert(record);
            }
            for rule in &definition.rules {
                for call in &rule.calls {
                    let cell = rule.cells.iter().find(|cell| cell.value == call.at);
                    let (Some(Place::Offset(offset)), Some(next)) =
                        (cell.map(|cell| &cell.place), program.checker(&call.checker))
                    else {
                        continue;
                    };
                    let target = ways.pointer(at, *offset);
                    if let Some(target) = target.filter(|target| !ways.before.contains_key(target))
                        && ways.before.len() < MAX_NODES
                    {
                        ways.before.insert(target, Some((at, *offset)));
                        pending.push_back((target, next));
                    }
                }
            }
        }
        ways
    }

    /// The pointer in a cell; nothing if it is null or not initialized.
    fn pointer(&self, at: i128, offset: i64) -> Option<i128> {
        let address = self.machine.memory.offset(at as u64, offset);
        let read = self.machine.memory.read(address, self.machine.program.target.pointer_bytes).ok()?;
        (!read.open && !read.undefined && read.bits != 0).then_some(i128::from(read.bits))
    }

    /// A way to a node; the middle of a long one is left out.
    fn path(&self, at: i128) -> Option<String> {
        let (mut links, mut at) = (Vec::new(), at);
        while let Some((holder, offset)) = *self.before.get(&at)? {
            links.push(self.field(holder, offset));
            at = holder;
        }
        links.reverse();
        if links.len() > MAX_LINKS {
            links.splice(1..links.len() - 2, ["...".to_string()]);
        }
        let links: String = links.into_iter().map(|link| format!("->{link}")).collect();
        Some(format!("{}{links}", self.start))
    }

    fn field(&self, at: i128, offset: i64) -> String {
        let types = &self.machine.program.types;
        let record = self.records.get(&at).and_then(|record| types.find(&Type::Record(*record)));
        let members = record.zip(u64::try_from(offset).ok());
        let member = members.and_then(|(ty, at)| types.members_at(ty, at, self.machine.program.target).pop());
        match member {
            Some((path, _)) if !path.is_empty() => path,
            _ => format!("@{offset}"),
        }
    }

    fn member(&self, node: &str, at: i128, offset: i64) -> String {
        format!("{node}->{}", self.field(at, offset))
    }

    fn cell(&self, holder: i128, offset: i64) -> String {
        let node = self.path(holder).unwrap_or_else(|| "a node".to_string());
        self.member(&node, holder, offset)
    }

    /// An address in words.
    fn address(&self, address: i128) -> String {
        let is_alive = self.machine.memory.living_size(address as u64).is_some();
        match self.path(address) {
            _ if address == 0 => "null".to_string(),
            _ if !is_alive => "the address of no object".to_string(),
            Some(path) => path,
            None => "the address of another object".to_string(),
        }
    }
}

/// A variable of the function that is being executed that holds an address.
fn variable(machine: &Machine<'_>, address: i128) -> Option<String> {
    let frame = machine.frames.last()?;
    let function = &machine.program.functions[frame.function?.index()];
    let holds = |index: usize| {
        let var = &function.vars[index];
        let bits = machine.registers[frame.base + index].bits;
        function.is_named(VarId(index as u32)) && var.ty == Scalar::Ptr && i128::from(bits) == address
    };
    let index = (0..function.vars.len()).find(|index| address != 0 && holds(*index))?;
    function.vars[index].name.clone()
}
