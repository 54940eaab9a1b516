//! Arrays in parts: the parts of two graphs are paired in order, and neighbouring parts are folded.

use super::fold::{Candidate, fold};
use super::rows::written;
use super::{Aim, Joiner};
use crate::ir::{IntType, Scalar};
use crate::shapes::engine::Shapes;
use crate::shapes::expose::Names;
use crate::shapes::graph::{Graph, Kind, Origin, Var};
use crate::shapes::parts::{constant_form, gcd, quotient};
use crate::shapes::value::{Expr, ObjectId, Value, constant, minus};
use cfp_solver::Rat;
use std::ops::Range;

/// A variable or a cell of a named object that may hold the index of an element, or its address.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Anchor {
    Var(Var),
    Cell(ObjectId, i64),
}

/// A part of each side, or of one of them: then it has no elements on the other.
pub(super) type Aligned = [Option<ObjectId>; 2];

/// Where an element is that is next to the start of a part.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Side {
    /// It begins there.
    Start,
    /// It ends there.
    End,
}

impl Joiner<'_> {
    /// Pairs two offsets. If both are those of elements of some size, so is the result.
    pub(super) fn offset(&mut self, values: [&Expr; 2], home: Option<ObjectId>, names: &mut Names) -> Expr {
        let Some((divided, size, rest)) = common_stride(values) else {
            return self.integer(values.map(Some), home, names);
        };
        let index = self.integer([Some(&divided[0]), Some(&divided[1])], home, names);
        Expr::constant(rest).plus_expr(&index, &Rat::from(size))
    }

    /// Pairs the parts of two objects.
    pub(super) fn parts(
        &mut self,
        [one, other]: [ObjectId; 2],
        id: ObjectId,
        names: &mut Names,
    ) -> Option<()> {
        let count = |side: usize, id: ObjectId| self.sides[side].object(id).parts.len();
        if count(0, one) == 0 && count(1, other) == 0 {
            return Some(());
        }
        // What a segment is made of, each of its nodes has for itself.
        let whole = self.result.object(id);
        let owner = if whole.segment.is_some() { Some(id) } else { whole.owner };
        if count(0, one) == 0 || count(1, other) == 0 {
            let row = self.undivided([one, other], owner, names)?;
            self.result.object_mut(id).parts = row;
            return Some(());
        }
        let mut row = Vec::new();
        for pair in self.aligned_parts([one, other])? {
            row.push(match pair {
                [Some(one), Some(other)] => self.objects(one, other, names)?,
                [Some(one), None] => self.part_alone(0, one, owner, names)?,
                [None, Some(other)] => self.part_alone(1, other, owner, names)?,
                [None, None] => continue,
            });
        }
        self.result.object_mut(id).parts = row;
        Some(())
    }

    /// Which parts correspond to each other. The ends of texts do, and so do the parts before and behind
    /// them.
    fn aligned_parts(&self, whole: [ObjectId; 2]) -> Option<Vec<Aligned>> {
        let rows = [0, 1].map(|side| &self.sides[side].object(whole[side]).parts);
        let counts = rows.map(Vec::len);
        let [Some(one), Some(other)] = [0, 1].map(|side| terminator(self.sides[side], whole[side])) else {
            return self.aligned_range(whole, [0..counts[0], 0..counts[1]]);
        };
        let mut pairs = self.aligned_range(whole, [0..one, 0..other])?;
        pairs.push([Some(rows[0][one]), Some(rows[1][other])]);
        pairs.extend(self.aligned_range(whole, [one + 1..counts[0], other + 1..counts[1]])?);
        Some(pairs)
    }

    /// The same for some of the parts. Where one side has more, some are empty on the other.
    fn aligned_range(&self, whole: [ObjectId; 2], ranges: [Range<usize>; 2]) -> Option<Vec<Aligned>> {
        if let Some(pairs) = self.aligned_contents(whole, &ranges) {
            return Some(pairs);
        }
        let counts = [0, 1].map(|side: usize| ranges[side].len());
        let long = usize::from(counts[1] > counts[0]);
        let short = 1 - long;
        let places = match counts[short] {
            0 => vec![0; counts[long] + 1],
            count if count == counts[long] => (0..=count).collect(),
            _ => self.aligned_ends(whole, long, &ranges)?,
        };
        let part =
            |side: usize, at: usize| self.sides[side].object(whole[side]).parts[ranges[side].start + at];
        let mut pairs = Vec::new();
        for (at, ends) in places.windows(2).enumerate() {
            let mut pair = [None; 2];
            pair[long] = Some(part(long, at));
            match ends[1].checked_sub(ends[0])? {
                0 => {}
                1 => pair[short] = Some(part(short, ends[0])),
                _ => return None,
            }
            pairs.push(pair);
        }
        Some(pairs)
    }

    /// For each end of a part of the longer row, the end of a part of the shorter one that it is there:
    /// variables with indices of elements tell.
    fn aligned_ends(
        &self,
        whole: [ObjectId; 2],
        long: usize,
        ranges: &[Range<usize>; 2],
    ) -> Option<Vec<usize>> {
        let short = 1 - long;
        let (graph, other) = (self.sides[long], self.sides[short]);
        let ends = &other.boundaries(whole[short])[ranges[short].start..=ranges[short].end];
        let count = ranges[long].len();
        let mut known: Vec<Option<usize>> = vec![None; count + 1];
        (known[0], known[count]) = (Some(0), Some(ranges[short].len()));
        for (at, place) in known.iter_mut().enumerate().take(count).skip(1) {
            let part = ranges[long].start + at;
            let parts = &graph.object(whole[long]).parts;
            let mut places = anchors(graph, whole[long], part).into_iter().filter_map(|(anchor, side)| {
                let element = parts[if side == Side::Start { part } else { part - 1 }];
                let start = anchored(other, whole[short], anchor, graph, (whole[long], element))?;
                let bytes = constant(&graph.object(element).size)?;
                let end = start.plus_constant(if side == Side::Start { 0 } else { bytes });
                let is_same = |known: &Expr| constant(&constant_form(other, &minus(known, &end))) == Some(0);
                ends.iter().position(is_same)
            });
            *place = places.next();
        }
        let mut map = vec![0];
        while map.len() < known.len() {
            let at = map.len() - 1;
            let next = (at + 1..known.len()).find(|part| known[*part].is_some())?;
            let steps = known[next]?.checked_sub(map[at])?;
            // Between known ends, all parts are paired, or none.
            if steps != 0 && steps != next - at {
                return None;
            }
            for part in at + 1..=next {
                map.push(map[at] + if steps == 0 { 0 } else { part - at });
            }
        }
        Some(map)
    }

    /// A part of one side that has no elements on the other.
    pub(super) fn part_alone(
        &mut self,
        side: usize,
        part: ObjectId,
        owner: Option<ObjectId>,
        names: &mut Names,
    ) -> Option<ObjectId> {
        if self.aim == Aim::Cover && side == 1 {
            return None;
        }
        self.is_weaker[1 - side] = true;
        self.part_with(side, part, &Expr::constant(0), owner, names)
    }
}

/// The largest number of which two offsets are multiples, apart from the same rest: the indices, the number
/// and the rest. Nothing if it is one, or if there is no largest.
fn common_stride([one, other]: [&Expr; 2]) -> Option<([Expr; 2], i64, i64)> {
    let number = |expr: &Expr| expr.constant_part().to_int()?.to_i64();
    let difference = number(one)?.checked_sub(number(other)?)?;
    let factors = one.terms().chain(other.terms()).map(|(_, factor)| factor.to_int()?.to_i64());
    let factors: Vec<i64> = factors.collect::<Option<_>>()?;
    let size = factors.into_iter().fold(difference.abs(), |size, factor| gcd(size, factor.abs()));
    if size < 2 {
        return None;
    }
    let ((one, rest), (other, _)) = (quotient(one, size)?, quotient(other, size)?);
    Some(([one, other], size, rest))
}

/// The variables that hold the index of an element, or its address, where that begins at the start of a part
/// or ends there, and which of both.
fn anchors(graph: &Graph, whole: ObjectId, part: usize) -> Vec<(Anchor, Side)> {
    let boundary = &graph.boundaries(whole)[part];
    let parts = &graph.object(whole).parts;
    let side = |value: &Value| {
        let is_here = |end: &Expr| constant(&constant_form(graph, &minus(boundary, end))) == Some(0);
        if place(graph, whole, value, parts[part]).is_some_and(|place| is_here(&place)) {
            return Some(Side::Start);
        }
        let bytes = constant(&graph.object(parts[part - 1]).size)?;
        let end = place(graph, whole, value, parts[part - 1])?.plus_constant(bytes);
        is_here(&end).then_some(Side::End)
    };
    let vars = graph.vars.iter().filter_map(|(var, value)| Some((Anchor::Var(*var), side(value)?)));
    let mut found: Vec<(Anchor, Side)> = vars.collect();
    for (id, object) in graph.objects.iter().filter(|(_, object)| object.origin.is_root()) {
        let cells = object.cells.iter();
        found.extend(
            cells.filter_map(|(offset, cell)| Some((Anchor::Cell(*id, *offset), side(&cell.value)?))),
        );
    }
    found
}

/// The first part that is a zero byte, or several: where the text ends that begins with the object.
fn terminator(graph: &Graph, whole: ObjectId) -> Option<usize> {
    let is_zero = |part: &ObjectId| {
        let object = graph.object(*part);
        let value = object.read(0, 1, Scalar::Int(IntType { bits: 8, signed: true }));
        constant(&object.size) == Some(1)
            && matches!(&value, Value::Int(value) if graph.is_constant(value, 0))
    };
    graph.object(whole).parts.iter().position(is_zero)
}

/// Where the element is whose index or address a value is. Elements have the size of a part.
fn place(graph: &Graph, whole: ObjectId, value: &Value, part: ObjectId) -> Option<Expr> {
    match value {
        Value::Pointer(pointer) => (pointer.object == whole).then(|| pointer.offset.clone()),
        Value::Int(index) => {
            let bytes = constant(&graph.object(part).size)?;
            // The first element of this size.
            let parts = &graph.object(whole).parts;
            let first = parts.iter().position(|it| graph.object(*it).size == Expr::constant(bytes))?;
            let start = graph.boundaries(whole)[first].clone();
            Some(start.plus_expr(index, &Rat::from(bytes)))
        }
        _ => None,
    }
}

/// Where an anchor of one graph is in another one.
fn anchored(
    graph: &Graph,
    whole: ObjectId,
    anchor: Anchor,
    other: &Graph,
    (other_whole, part): (ObjectId, ObjectId),
) -> Option<Expr> {
    let value = match anchor {
        Anchor::Var(var) => graph.vars.get(&var)?,
        Anchor::Cell(id, offset) => &graph.objects.get(&id)?.cells.get(&offset)?.value,
    };
    match value {
        Value::Pointer(_) => place(graph, whole, value, part),
        Value::Int(index) => {
            let zero = Value::int(0);
            let start = place(other, other_whole, &zero, part)?;
            let bytes = constant(&other.object(part).size)?;
            Some(Expr::constant(constant(&start)?).plus_expr(index, &Rat::from(bytes)))
        }
        _ => None,
    }
}

impl Shapes<'_> {
    /// Folds neighbouring parts of arrays, first those that look alike. Where a variable holds the index of
    /// what is between them, they stay apart, unless all shall be folded.
    pub(in crate::shapes) fn fold_parts(&mut self, graph: &Graph, is_total: bool) -> Option<Graph> {
        if !self.slices {
            return None;
        }
        let whole: Vec<ObjectId> =
            graph.objects.iter().filter(|(_, it)| it.parts.len() > 1).map(|(id, _)| *id).collect();
        for is_lossy in [false, true] {
            for &whole in &whole {
                let parts = &graph.object(whole).parts;
                for part in 1..parts.len() {
                    if !is_total && !anchors(graph, whole, part).is_empty() {
                        continue;
                    }
                    // The end of a text is not mixed with others.
                    let end = terminator(graph, whole);
                    if is_lossy && end.is_some_and(|end| end == part || end + 1 == part) {
                        continue;
                    }
                    // Nor is what was written to a block with the rest of it.
                    if is_lossy && written(graph, whole) == Some(part) {
                        continue;
                    }
                    if let Some(folded) = self.fold_pair(graph, whole, part, is_lossy) {
                        return Some(folded);
                    }
                }
            }
        }
        None
    }

    /// Folds a part and the one before it.
    fn fold_pair(&mut self, graph: &Graph, whole: ObjectId, part: usize, is_lossy: bool) -> Option<Graph> {
        let parts = &graph.object(whole).parts;
        let (first, second) = (parts[part - 1], parts[part]);
        let (one, other) = (graph.object(first), graph.object(second));
        if one.size != other.size || one.owner != other.owner || one.origin != Origin::Part {
            return None;
        }
        let candidate = Candidate {
            kind: Kind::Slice,
            first,
            second,
            head: 0,
            links: Vec::new(),
            prev: None,
            ways: [0, 0],
            anchors: 0,
        };
        let layouts = self.layouts.clone();
        let (merged, mut folded) = fold(graph, &candidate, is_lossy, &layouts, &mut self.names)?;
        folded.merge_parts(whole, first, merged);
        Some(folded)
    }
}
