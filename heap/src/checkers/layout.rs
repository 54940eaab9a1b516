//! Which structures definitions describe: lists, trees, or something else.

use super::{CallRule, CellRule, Class, Comparison, Definition, Fact, Place, Rule, Term};

/// The kind of structure that a definition describes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Layout {
    /// Lists or trees of nodes that look alike.
    Nodes(Nodes),
    /// Anything else; why it is neither.
    Other(String),
}

/// A list or a tree: no nodes, or one and what its links lead to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Nodes {
    /// The size of a node, an allocated block.
    pub size: i64,
    /// Where the links to further nodes are: one in a list, several in a tree.
    pub links: Vec<i64>,
    /// Where the link to the previous node is, and the parameter that the first node has there.
    pub prev: Option<(i64, usize)>,
    /// The size of a link.
    pub width: i64,
    /// What the last node of a list links to: this parameter, or null.
    pub end: Option<usize>,
    /// The parameter that is the number of nodes of a list.
    pub length: Option<usize>,
    /// What else is in a node: where, how many bytes, and what.
    pub data: Vec<(i64, i64, Data)>,
}

/// What a part of a node holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Data {
    /// Anything.
    Any,
    /// Some bytes, maybe not initialized.
    Raw,
    /// An integer between these bounds, if there are such.
    Within(Option<i64>, Option<i64>),
    /// A parameter, null, a number, or the address of the node.
    Same(Term),
}

impl Layout {
    /// Classifies a definition, for pointers of this size.
    pub fn of(definition: &Definition, pointer_bytes: i64) -> Layout {
        match nodes(definition, pointer_bytes) {
            Ok(nodes) => Layout::Nodes(nodes),
            Err(reason) => Layout::Other(reason),
        }
    }
}

type Classified<T> = Result<T, String>;

fn nodes(definition: &Definition, pointer_bytes: i64) -> Classified<Nodes> {
    let name = &definition.name;
    if definition.has_sets() {
        return Err(format!("{name} is about sets"));
    }
    let (empty, node) = rules(definition)?;
    let Some(size) = node.block else {
        return Err(format!("the nodes of {name} are no allocated blocks"));
    };
    if let Some(other) = node.calls.iter().find(|call| call.checker != *name) {
        return Err(format!("the nodes of {name} lead to {}", other.checker));
    }
    let cells = cells(node, pointer_bytes, size)?;
    let mut links = Vec::new();
    for call in &node.calls {
        let mut found = cells.iter().filter(|(_, _, value)| *value == call.at);
        match (found.next(), found.next(), call.at) {
            (Some((offset, bytes, _)), None, Term::Fresh(_)) if *bytes == pointer_bytes => {
                links.push(*offset);
            }
            _ => return Err(format!("{} is no link in the nodes of {name}", call.at)),
        }
    }
    links.sort_unstable();
    let flows = node.calls.iter().map(|call| flow(definition, call));
    let flows: Vec<Flow> = flows.collect::<Result<_, _>>()?;
    let Some(&flow) = flows.first() else { return Err(format!("the nodes of {name} have no links")) };
    let (end, has_zero_length) = ends(definition, empty, flow.length)?;
    let is_list = node.calls.len() == 1;
    if !is_list && (flows.iter().any(|other| *other != flow) || flow.length.is_some() || end.is_some()) {
        return Err(format!("{name} is a tree with other parameters than parents and constants"));
    }
    let mut nodes =
        Nodes { size, links, prev: None, width: pointer_bytes, end, length: flow.length, data: Vec::new() };
    for (offset, bytes, value) in &cells {
        if nodes.links.contains(offset) {
            continue;
        }
        match (value, flow.previous) {
            (Term::Pointer(index), Some(previous)) if *index == previous => {
                if nodes.prev.is_some() || *bytes != pointer_bytes {
                    return Err(format!("the links of {name} to the previous node are not supported"));
                }
                nodes.prev = Some((*offset, previous));
            }
            _ => nodes.data.push((*offset, *bytes, data(node, *value, &cells)?)),
        }
    }
    if flow.previous.is_some() && nodes.prev.is_none() {
        return Err(format!("{name} passes the node on and does not link to it"));
    }
    if has_zero_length != flow.length.is_some() {
        return Err(format!("{name} does not count its nodes from zero"));
    }
    for fact in &node.facts {
        check_fact(node, fact, &nodes, flow.rest)?;
    }
    Ok(nodes)
}

/// The rule for empty structures and the one for nodes.
fn rules(definition: &Definition) -> Classified<(&Rule, &Rule)> {
    let is_empty = |rule: &Rule| rule.cells.is_empty() && rule.calls.is_empty() && rule.block.is_none();
    match &definition.rules[..] {
        [empty, node] | [node, empty] if is_empty(empty) && !is_empty(node) => Ok((empty, node)),
        _ => Err(format!("{} does not have one rule for nothing and one for nodes", definition.name)),
    }
}

/// The cells of a rule in order: where, how many bytes, what.
fn cells(rule: &Rule, pointer_bytes: i64, size: i64) -> Classified<Vec<(i64, i64, Term)>> {
    let place = |cell: &CellRule| match &cell.place {
        Place::Offset(offset) => Ok((*offset, cell.bytes.unwrap_or(pointer_bytes), cell.value)),
        Place::Field(name) => Err(format!("the field {name} is not known")),
    };
    let mut cells: Vec<(i64, i64, Term)> = rule.cells.iter().map(place).collect::<Result<_, _>>()?;
    cells.sort_by_key(|(offset, ..)| *offset);
    let ends = cells.iter().map(|(offset, bytes, _)| offset + bytes);
    let starts = cells.iter().skip(1).map(|(offset, ..)| *offset).chain([size]);
    if ends.zip(starts).any(|(end, start)| end > start) {
        return Err("cells overlap, or are outside of their block".to_string());
    }
    Ok(cells)
}

/// How parameters change from a node to the next.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Flow {
    /// The parameter that is the previous node.
    previous: Option<usize>,
    /// The parameter that counts nodes.
    length: Option<usize>,
    /// The name of the number of nodes behind this one.
    rest: Option<usize>,
}

fn flow(definition: &Definition, call: &CallRule) -> Classified<Flow> {
    let name = &definition.name;
    let mut flow = Flow { previous: None, length: None, rest: None };
    if call.pointers.len() != definition.pointers || call.integers.len() != definition.integers {
        return Err(format!("{name} is called with other parameters than it has"));
    }
    for (index, term) in call.pointers.iter().enumerate() {
        match term {
            Term::Pointer(other) if *other == index => {}
            Term::This if flow.previous.is_none() => flow.previous = Some(index),
            _ => return Err(format!("a parameter of {name} changes from node to node")),
        }
    }
    for (index, term) in call.integers.iter().enumerate() {
        match term {
            Term::Integer(other) if *other == index => {}
            Term::Fresh(rest) if flow.length.is_none() => {
                (flow.length, flow.rest) = (Some(index), Some(*rest));
            }
            _ => return Err(format!("a parameter of {name} changes from node to node")),
        }
    }
    Ok(flow)
}

/// Where lists end according to the rule for empty ones, and whether it says that their length is zero.
fn ends(definition: &Definition, empty: &Rule, length: Option<usize>) -> Classified<(Option<usize>, bool)> {
    let (mut end, mut has_zero_length) = (None, false);
    for fact in &empty.facts {
        match (fact.op, fact.sides()) {
            (Comparison::Equal, Some((Term::This, Term::Number(0)))) if end.is_none() => end = Some(None),
            (
                Comparison::Equal,
                Some((Term::This, Term::Pointer(index)) | (Term::Pointer(index), Term::This)),
            ) if end.is_none() => end = Some(Some(index)),
            (Comparison::Equal, Some((Term::Integer(index), Term::Number(0)))) if length == Some(index) => {
                has_zero_length = true;
            }
            _ => return Err(format!("{fact} for empty lists of {}", definition.name)),
        }
    }
    match end {
        Some(end) => Ok((end, has_zero_length)),
        None => Err(format!("the ends of {} are not known", definition.name)),
    }
}

/// What a part of a node holds.
fn data(node: &Rule, value: Term, cells: &[(i64, i64, Term)]) -> Classified<Data> {
    let Term::Fresh(_) = value else { return Ok(Data::Same(value)) };
    if cells.iter().filter(|(_, _, other)| *other == value).count() > 1 {
        return Err("two cells of a node hold the same".to_string());
    }
    let bounds: Vec<&Fact> =
        node.facts.iter().filter(|fact| fact.terms.iter().any(|(term, _)| *term == value)).collect();
    if bounds.is_empty() {
        let is_raw = matches!(value, Term::Fresh(index) if node.fresh[index] == Class::Raw);
        return Ok(if is_raw { Data::Raw } else { Data::Any });
    }
    let (mut low, mut high) = (None::<i64>, None::<i64>);
    for fact in bounds {
        let [(_, factor @ (1 | -1))] = fact.terms[..] else {
            return Err(format!("{fact} relates the data of a node"));
        };
        // factor * x + constant <= slack
        let slack = match fact.op {
            Comparison::AtMost | Comparison::Equal => 0,
            Comparison::Less => -1,
            Comparison::Different => return Err(format!("{fact} for the data of a node")),
        };
        if fact.constant.unsigned_abs() > 1 << 62 {
            return Err(format!("{fact} has too large a number"));
        }
        let bound = slack - fact.constant;
        if factor == 1 || fact.op == Comparison::Equal {
            let bound = if factor == 1 { bound } else { -bound };
            high = Some(high.map_or(bound, |high| high.min(bound)));
        }
        if factor == -1 || fact.op == Comparison::Equal {
            let bound = if factor == -1 { -bound } else { bound };
            low = Some(low.map_or(bound, |low| low.max(bound)));
        }
    }
    Ok(Data::Within(low, high))
}

/// Whether what a rule for nodes says is part of a layout.
fn check_fact(node: &Rule, fact: &Fact, nodes: &Nodes, rest: Option<usize>) -> Classified<()> {
    let of_data = |term: &Term| matches!(term, Term::Fresh(index) if Some(*index) != rest);
    match (fact.op, fact.sides()) {
        // Blocks are not null.
        (Comparison::Different, Some((Term::This, Term::Number(0)))) => return Ok(()),
        (
            Comparison::Different,
            Some((Term::This, Term::Pointer(index)) | (Term::Pointer(index), Term::This)),
        ) if nodes.end == Some(index) => {
            return Ok(());
        }
        _ => {}
    }
    if let (Some(length), Some(rest)) = (nodes.length, rest) {
        let (count, rest) = (Term::Integer(length), Term::Fresh(rest));
        let counts = match (&fact.terms[..], fact.constant) {
            ([(one, 1), (other, -1)] | [(other, -1), (one, 1)], -1) => (*one, *other) == (count, rest),
            ([(one, 1), (other, -1)] | [(other, -1), (one, 1)], 1) => (*other, *one) == (count, rest),
            _ => false,
        };
        if counts && fact.op == Comparison::Equal {
            return Ok(());
        }
    }
    let is_bound = matches!(&fact.terms[..], [(term, _)] if of_data(term))
        && node.cells.iter().any(|cell| Some(&cell.value) == fact.terms.first().map(|(term, _)| term));
    if is_bound { Ok(()) } else { Err(format!("{fact} for the nodes of a list")) }
}
