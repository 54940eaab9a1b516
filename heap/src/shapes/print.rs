//! Graphs as formulas.

use super::engine::Shapes;
use super::graph::{Graph, Kind, Origin};
use super::value::{End, Expr, Value};
use cfp_solver::Rat;

/// A graph as a formula.
pub(super) fn formula(shapes: &Shapes<'_>, graph: &Graph) -> String {
    let mut parts = Vec::new();
    for (var, value) in &graph.vars {
        let function = &shapes.task.program.functions[graph.calls[var.depth as usize].index()];
        let Some(name) = function.vars.get(var.id.index()).and_then(|var| var.name.as_ref()) else {
            continue;
        };
        parts.push(format!("{name} = {}", show(graph, value)));
    }
    for (id, object) in &graph.objects {
        if matches!(object.origin, Origin::Global { .. })
            && object.cells.values().all(|c| c.value.target().is_none())
        {
            continue;
        }
        let cells: Vec<String> = object
            .cells
            .iter()
            .map(|(offset, cell)| format!("{offset}: {}", show(graph, &cell.value)))
            .collect();
        let owner = object.owner.map_or(String::new(), |owner| format!(" of each node of #{}", owner.0));
        let kind = match &object.segment {
            Some(segment) => {
                let kind = match segment.kind {
                    Kind::List => "list",
                    Kind::Path => "path",
                    Kind::Tree if segment.links.is_empty() => "optional",
                    Kind::Tree => "tree",
                };
                format!("{kind}[{}]", linear(graph, &segment.length))
            }
            None => "node".to_string(),
        };
        parts.push(format!("#{} ↦ {kind}{{{}}}{owner}", id.0, cells.join(", ")));
    }
    if graph.lost.is_some() {
        parts.push("lost".to_string());
    }
    parts.join(" * ")
}

fn show(graph: &Graph, value: &Value) -> String {
    match value {
        Value::Null => "null".to_string(),
        Value::Pointer(pointer) => {
            let end = match pointer.end {
                End::First => "",
                End::Last => " (last)",
                End::Own => " (own)",
            };
            match super::value::constant(&pointer.offset) {
                Some(0) => format!("#{}{end}", pointer.object.0),
                _ => format!("#{}+{}{end}", pointer.object.0, linear(graph, &pointer.offset)),
            }
        }
        Value::Function(id) => format!("function {}", id.0),
        Value::Int(expr) => linear(graph, expr),
        Value::Zeros => "zeros".to_string(),
        Value::Any => "?".to_string(),
        Value::Dangling => "dangling".to_string(),
        Value::Unset => "-".to_string(),
    }
}

fn linear(graph: &Graph, expr: &Expr) -> String {
    let reduced = graph.numbers.equations().reduce(expr);
    let mut text = String::new();
    for (dim, factor) in reduced.terms() {
        if !text.is_empty() {
            text.push_str(" + ");
        }
        if *factor != Rat::from(1) {
            text.push_str(&format!("{factor}·"));
        }
        text.push_str(&format!("k{}", dim.0));
    }
    let constant = reduced.constant_part();
    if text.is_empty() || !constant.is_zero() {
        if !text.is_empty() {
            text.push_str(" + ");
        }
        text.push_str(&constant.to_string());
    }
    let range = graph.numbers.range(expr);
    if range.as_constant().is_none() && (range.low().is_some() || range.high().is_some()) {
        let bound = |bound: Option<&cfp_solver::Int>, infinite: &str| {
            bound.map_or(infinite.to_string(), ToString::to_string)
        };
        text.push_str(&format!("∈[{}, {}]", bound(range.low(), "-∞"), bound(range.high(), "∞")));
    }
    text
}
