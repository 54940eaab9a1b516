//! Containers in drawings: the models of proofs keep their elements in blocks without ends. These are drawn
//! as `v[i]`, and the fields of the models under names that programs have for them.

use crate::symbolic::report::sketch::Sketch;

/// The fields of the models, and what is shown of them; nothing of those that have no meaning to programs.
const FIELDS: [(&str, &str); 9] = [
    ("__first", "elements"),
    ("__nodes", "elements"),
    ("__flags", "keys"),
    ("__sizes", "sizes"),
    ("__count", "size"),
    ("__start", "front"),
    ("__keys", "different keys"),
    ("__number", "text"),
    ("__version", ""),
];

/// The name of a field in a drawing, which may be one of a model; nothing if it is not shown.
pub(crate) fn shown_field(field: String) -> Option<String> {
    let (before, last) = field.rsplit_once('.').map_or(("", field.as_str()), |(before, last)| (before, last));
    match FIELDS.iter().find(|(name, _)| *name == last) {
        Some((_, "")) => None,
        Some((_, shown)) => Some(format!("{before}.{shown}")),
        None if before.ends_with(".__names") => None,
        None => Some(field),
    }
}

impl Sketch {
    /// The name of a block without ends, to which a field of a node points.
    pub(crate) fn elements_name(&self, from: usize, field: &str) -> String {
        let owner = &self.graph.nodes[from].name;
        let owner = owner.split_once('[').map_or(owner.as_str(), |(container, _)| container);
        match field.rsplit('.').next() {
            Some("keys") => format!("keys of {owner}"),
            Some("sizes") => format!("sizes of {owner}"),
            _ => owner.to_string(),
        }
    }
}
