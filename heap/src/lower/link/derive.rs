//! Definitions that nobody wrote: what the type of its nodes says about a structure.
//!
//! A structure is empty, or an allocated record, and each pointer to records of the same type leads to
//! another such structure: lists, and trees. The other members hold anything.

use crate::checkers::{CallRule, CellRule, Class, Comparison, Definition, Fact, Place, Rule, Term};
use crate::ir::{RecordId, Scalar};
use crate::lower::Linker;

impl Linker {
    /// The definition that a record stands for; nothing if it has no links, or other members than scalars.
    pub(in crate::lower) fn derived(&self, name: &str, record: RecordId) -> Option<Definition> {
        let info = self.types.record(record);
        let mut node = Rule { block: Some(i64::try_from(info.size?).ok()?), ..Rule::default() };
        for field in &info.fields {
            let scalar =
                self.types.scalar(field.ty).filter(|_| field.bit_width.is_none() && !info.is_union)?;
            let value = Term::Fresh(node.fresh.len());
            node.fresh.push(match scalar {
                Scalar::Ptr => Class::Address,
                Scalar::Int(_) => Class::Integer,
                Scalar::Float(_) => Class::Raw,
            });
            let place = Place::Offset(i64::try_from(field.bit_offset / 8).ok()?);
            let bytes = Some(i64::from(self.target.size_of(scalar)));
            node.cells.push(CellRule { place, bytes, value });
            if self.types.pointed_record(field.ty) == Some(record) {
                let (pointers, integers) = (Vec::new(), Vec::new());
                node.calls.push(CallRule { at: value, checker: name.to_string(), pointers, integers });
            }
        }
        if node.calls.is_empty() {
            return None;
        }
        let this_is = |op: Comparison| Fact { op, terms: vec![(Term::This, 1)], constant: 0 };
        node.facts.push(this_is(Comparison::Different));
        let empty = Rule { facts: vec![this_is(Comparison::Equal)], ..Rule::default() };
        let rules = vec![empty, node];
        Some(Definition { name: name.to_string(), pointers: 0, integers: 0, sets: 0, rules })
    }
}
