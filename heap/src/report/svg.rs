//! Draws a symbolic heap.
//!
//! Columns from left to right: variables, the objects they point to, their contents, and so on. Each edge
//! leaves its node on a row of its own, with its condition written over a straight part of it, so that no two
//! conditions overlap. Back edges run below the nodes. A list of any length has a double frame, and edges at
//! its ends are dashed.

use crate::analysis::{Edge, HeapGraph, Node, NodeKind};
use std::fmt::Write as _;

/// Width of a character of the font, height of a row with its condition, and of boxes.
const CHARACTER: f64 = 7.6;
const ROW: f64 = 38.0;
const HEADER: f64 = 46.0;
const BOX: f64 = 28.0;
/// Space inside boxes, between boxes of a column, for the bend of an edge, and around everything.
const PADDING: f64 = 11.0;
const GAP: f64 = 18.0;
const BEND: f64 = 54.0;
const MARGIN: f64 = 14.0;
/// Between the frames of a list.
const FRAME: f64 = 3.5;
/// Between edges that lead back.
const LANE: f64 = 9.0;
/// Longer texts are cut; the whole text appears under the pointer.
const LONGEST: usize = 64;
/// The same for captions, and their height.
const LONGEST_CAPTION: usize = 140;
const CAPTION: f64 = 30.0;

/// Colours for both kinds of screens. They are part of the picture, so that it can stand alone.
const STYLE: &str = "\
.heap{--ink:#1f2430;--soft:#5b6472;--line:#8b95a5;--paper:#fff;--variable:#eef2ff;--variable-line:#6366f1;--local:#ecfdf5;\
--local-line:#10b981;--global:#fffbeb;--global-line:#d97706;--heap:#eff6ff;--heap-line:#2563eb;--value:#f8fafc;--unknown:#fef2f2;\
--unknown-line:#dc2626;font:13px ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace;background:var(--paper)}\
@media(prefers-color-scheme:dark){.heap{--ink:#e6e9ef;--soft:#a3adbd;--line:#6b7688;--paper:#14171f;--variable:#23264a;\
--variable-line:#818cf8;--local:#0f2e26;--local-line:#34d399;--global:#33260b;--global-line:#fbbf24;--heap:#12233f;--heap-line:#60a5fa;\
--value:#1d222d;--unknown:#3a1618;--unknown-line:#f87171}}\
.heap text{fill:var(--ink)}.heap .detail{fill:var(--soft);font-size:11px}.heap .when{fill:var(--soft);font-size:12px}\
.heap .name{font-weight:600}.heap rect{stroke-width:1.4}.heap path.edge{fill:none;stroke:var(--line);stroke-width:1.4}\
.heap path.partly,.heap path.end{stroke-dasharray:5 4}.heap rect.inner{fill:none!important}\
.heap .caption{font-weight:600}.heap path.tip{fill:var(--line)}\
.heap .variable rect{fill:var(--variable);stroke:var(--variable-line)}.heap .local rect{fill:var(--local);stroke:var(--local-line)}\
.heap .global rect{fill:var(--global);stroke:var(--global-line)}.heap .heapnode rect{fill:var(--heap);stroke:var(--heap-line)}\
.heap .value rect{fill:var(--value);stroke:var(--line)}.heap .null rect{fill:var(--value);stroke:var(--unknown-line)}\
.heap .unknown rect{fill:var(--unknown);stroke:var(--unknown-line);stroke-dasharray:4 3}\
.heap g.edge:hover path.edge{stroke:var(--ink);stroke-width:2.2}.heap g.edge:hover text{fill:var(--ink)}";

/// A node with its position.
struct Placed {
    column: usize,
    x: f64,
    y: f64,
    width: f64,
    height: f64,
    /// Whether it is no object.
    is_plain: bool,
    /// The edges that leave it, in the order of its rows.
    rows: Vec<usize>,
}

impl Placed {
    /// Where edges come in.
    fn entry(&self) -> f64 {
        self.y + if self.is_plain { BOX } else { HEADER } / 2.0
    }
}

/// The picture of a heap, or of one in several cases, as a file of its own.
pub fn svg(graphs: &[&HeapGraph]) -> String {
    element(graphs).replacen("<svg ", "<svg xmlns=\"http://www.w3.org/2000/svg\" ", 1)
}

/// The picture as an element of a page: graphs below each other.
pub(super) fn element(graphs: &[&HeapGraph]) -> String {
    let (mut content, mut width, mut height) = (String::new(), 0.0f64, 0.0);
    for graph in graphs {
        if !graph.caption.is_empty() {
            let (text, y) = (cut_at(&graph.caption, LONGEST_CAPTION), height + CAPTION - 6.0);
            width = width.max(2.0 * MARGIN + text.chars().count() as f64 * CHARACTER);
            let text = escape(&text);
            let _ = writeln!(content, "<text class=\"caption\" x=\"{MARGIN}\" y=\"{y:.1}\">{text}</text>");
            height += CAPTION;
        }
        let (drawn, [its_width, its_height]) = drawing(graph);
        let _ = writeln!(content, "<g transform=\"translate(0 {height:.1})\">\n{drawn}</g>");
        width = width.max(its_width);
        height += its_height;
    }
    format!(
        "<svg class=\"heap\" role=\"img\" aria-label=\"symbolic heap\" width=\"{width:.0}\" \
         height=\"{height:.0}\" viewBox=\"0 0 {width:.0} {height:.0}\"><style>{STYLE}</style>\n{content}</svg>\n"
    )
}

/// A graph, and its width and height.
fn drawing(graph: &HeapGraph) -> (String, [f64; 2]) {
    let mut placed = columns(graph);
    let back: Vec<usize> = (0..graph.edges.len())
        .filter(|&index| placed[graph.edges[index].to].column <= placed[graph.edges[index].from].column)
        .collect();
    place(graph, &mut placed, back.len() as f64 * LANE);
    let bottom = placed.iter().map(|node| node.y + node.height).fold(MARGIN, f64::max);
    let right = placed.iter().map(|node| node.x + node.width).fold(MARGIN, f64::max);
    let labels_end = |index: &usize| {
        let from = &placed[graph.edges[*index].from];
        from.x + from.width + zone(graph, &placed, from.column) + MARGIN + back.len() as f64 * LANE
    };
    let right = back.iter().map(labels_end).fold(right, f64::max);
    let (width, height) = (right + MARGIN, bottom + MARGIN + back.len() as f64 * LANE);
    let mut out = String::new();
    for (index, edge) in graph.edges.iter().enumerate() {
        let lane = back.iter().position(|&other| other == index);
        let lane = lane.map(|lane| (lane as f64 * LANE, bottom + 10.0 + lane as f64 * LANE));
        draw_edge(&mut out, graph, &placed, index, edge, lane);
    }
    for (node, place) in graph.nodes.iter().zip(&placed) {
        draw_node(&mut out, node, place);
    }
    (out, [width, height])
}

/// Which column each node is in, and which edges leave it.
fn columns(graph: &HeapGraph) -> Vec<Placed> {
    let has_lists = graph.nodes.iter().any(|node| node.kind == NodeKind::List);
    let column = if has_lists { in_list_order(graph) } else { nearest(graph) };
    let placed = |(index, node): (usize, &Node)| {
        let rows: Vec<usize> =
            (0..graph.edges.len()).filter(|&edge| graph.edges[edge].from == index).collect();
        let is_plain = !node.kind.is_object();
        let texts = [length(&title(node)) * CHARACTER, length(&node.detail) * CHARACTER * 0.86];
        let height = if is_plain { BOX } else { HEADER + rows.len().saturating_sub(1) as f64 * ROW };
        let height = if rows.len() > 1 && is_plain { BOX + (rows.len() - 1) as f64 * ROW } else { height };
        Placed {
            column: column[index],
            x: 0.0,
            y: 0.0,
            width: texts[0].max(texts[1]) + 2.0 * PADDING,
            height,
            is_plain,
            rows,
        }
    };
    graph.nodes.iter().enumerate().map(placed).collect()
}

/// Those that nothing points to come first; others are one column after the first that leads there. Then, if
/// there are circles that nothing points into, one after the other of these.
fn nearest(graph: &HeapGraph) -> Vec<usize> {
    let count = graph.nodes.len();
    let mut column: Vec<Option<usize>> = vec![None; count];
    let is_first = |node: &usize| graph.edges.iter().all(|edge| edge.to != *node || edge.from == *node);
    let mut pending: Vec<usize> = (0..count).filter(is_first).collect();
    let mut others = (0..count).collect::<Vec<_>>().into_iter();
    loop {
        pending.iter().for_each(|&node| column[node] = Some(0));
        let mut next = 0;
        while next < pending.len() {
            let node = pending[next];
            next += 1;
            for edge in graph.edges.iter().filter(|edge| edge.from == node) {
                if column[edge.to].is_none() {
                    column[edge.to] = column[node].map(|column| column + 1);
                    pending.push(edge.to);
                }
            }
        }
        match others.find(|&node| column[node].is_none()) {
            Some(node) => pending = vec![node],
            None => break,
        }
    }
    column.into_iter().map(Option::unwrap_or_default).collect()
}

/// All that leads to a node is before it, so that lists run from left to right; but for edges that close a
/// circle, and links to previous nodes.
fn in_list_order(graph: &HeapGraph) -> Vec<usize> {
    let count = graph.nodes.len();
    let mut forward = vec![Vec::new(); count];
    for edge in graph.edges.iter().filter(|edge| !edge.is_back && edge.from != edge.to) {
        forward[edge.from].push(edge.to);
    }
    // Nodes in the order in which a search in depth leaves them: targets before sources, but for circles.
    let (mut left, mut is_seen): (Vec<usize>, Vec<bool>) = (Vec::new(), vec![false; count]);
    for root in 0..count {
        let mut path = vec![(root, 0)];
        while let Some((node, next)) = path.pop() {
            is_seen[node] = true;
            match forward[node].get(next) {
                Some(&target) => {
                    path.push((node, next + 1));
                    if !is_seen[target] {
                        path.push((target, 0));
                    }
                }
                None if !left.contains(&node) => left.push(node),
                None => {}
            }
        }
    }
    let mut column = vec![0usize; count];
    for (index, &node) in left.iter().enumerate().rev() {
        // Those that were left later come before.
        for &target in forward[node].iter().filter(|target| left[..index].contains(target)) {
            column[target] = column[target].max(column[node] + 1);
        }
    }
    // Variables are just before what they point to, and what precedes a list just before it.
    for node in 0..count {
        let targets = forward[node].iter().map(|&target| column[target]);
        let lists = graph.edges.iter().filter(|edge| edge.is_back && edge.to == node);
        let after = match graph.nodes[node].kind {
            NodeKind::Variable => targets.min(),
            NodeKind::Null | NodeKind::Unknown => lists.map(|edge| column[edge.from]).min(),
            _ => None,
        };
        column[node] = column[node].max(after.map_or(0, |after| after.saturating_sub(1)));
    }
    column
}

/// The space that conditions need to the right of a column.
fn zone(graph: &HeapGraph, placed: &[Placed], column: usize) -> f64 {
    let edges = graph.edges.iter().filter(|edge| placed[edge.from].column == column);
    edges.map(|edge| length(&label(edge)) * CHARACTER * 0.93 + 20.0).fold(12.0, f64::max)
}

fn place(graph: &HeapGraph, placed: &mut [Placed], lanes: f64) {
    let count = placed.iter().map(|node| node.column + 1).max().unwrap_or(0);
    let leads_back = |edge: &&Edge| placed[edge.to].column == 0;
    let mut x =
        MARGIN + if graph.edges.iter().any(|edge| leads_back(&edge)) { lanes + BEND / 2.0 } else { 0.0 };
    for column in 0..count {
        let mut here: Vec<usize> = (0..placed.len()).filter(|&node| placed[node].column == column).collect();
        // Near to the row that leads there, in the order of these rows.
        let wanted = |placed: &[Placed], node: usize| {
            let rows = graph.edges.iter().enumerate().filter(|(_, edge)| edge.to == node);
            let from = rows.filter(|(_, edge)| placed[edge.from].column < column);
            let heights =
                from.map(|(index, edge)| port(placed, index, edge).1 - placed[node].height.min(HEADER) / 2.0);
            heights.fold(None, |least: Option<f64>, y| Some(least.map_or(y, |least| least.min(y))))
        };
        if column > 0 {
            here.sort_by(|&one, &other| {
                let (one, other) = (wanted(placed, one), wanted(placed, other));
                one.unwrap_or(f64::MAX).total_cmp(&other.unwrap_or(f64::MAX))
            });
        }
        let mut y = MARGIN;
        let mut width: f64 = 0.0;
        for &node in &here {
            let best = if column > 0 { wanted(placed, node).unwrap_or(y).max(y) } else { y };
            placed[node].x = x;
            placed[node].y = best;
            y = best + placed[node].height + if placed[node].height <= BOX { ROW - BOX } else { GAP };
            width = width.max(placed[node].width);
        }
        for &node in &here {
            let is_variable = graph.nodes[node].kind == NodeKind::Variable;
            placed[node].width = if is_variable { width } else { placed[node].width };
        }
        x += width + zone(graph, placed, column) + BEND + 2.0 * lanes;
    }
    align_variables(graph, placed);
}

/// Variables stand beside what they point to, if they are alone in their column.
fn align_variables(graph: &HeapGraph, placed: &mut [Placed]) {
    let is_other = |node: usize| placed[node].column == 0 && graph.nodes[node].kind != NodeKind::Variable;
    if (0..placed.len()).any(is_other) {
        return;
    }
    let mut y = MARGIN;
    for node in 0..placed.len() {
        if placed[node].column > 0 || graph.nodes[node].kind != NodeKind::Variable {
            continue;
        }
        let target = placed[node].rows.first().map(|&edge| placed[graph.edges[edge].to].entry());
        let best = target.map_or(y, |target| target - BOX / 2.0).max(y);
        placed[node].y = best;
        y = best + placed[node].height + ROW - BOX;
    }
}

/// Where an edge leaves its node.
fn port(placed: &[Placed], index: usize, edge: &Edge) -> (f64, f64) {
    let from = &placed[edge.from];
    let row = from.rows.iter().position(|&other| other == index).unwrap_or(0) as f64;
    let first = if from.is_plain { BOX / 2.0 } else { HEADER / 2.0 };
    (from.x + from.width, from.y + first + row * ROW)
}

/// How many characters of a text are shown.
fn length(text: &str) -> f64 {
    text.chars().count().min(LONGEST) as f64
}

fn cut(text: &str) -> String {
    cut_at(text, LONGEST)
}

fn cut_at(text: &str, longest: usize) -> String {
    match text.chars().count() > longest {
        true => text.chars().take(longest - 1).chain(['…']).collect(),
        false => text.to_string(),
    }
}

/// The name of a node: objects in angle brackets, with the index of their cells.
fn title(node: &Node) -> String {
    match (node.kind, &node.index) {
        (NodeKind::Local | NodeKind::Global | NodeKind::Heap, Some(index)) => {
            format!("⟨{}⟩ {index}", node.name)
        }
        (NodeKind::Local | NodeKind::Global | NodeKind::Heap, None) => format!("⟨{}⟩", node.name),
        _ => node.name.clone(),
    }
}

/// The label of an edge.
fn label(edge: &Edge) -> String {
    let condition = match (edge.may.as_str(), edge.must.as_str()) {
        ("true", "true") => String::new(),
        (may, must) if may == must => may.to_string(),
        (may, must) => format!("⟨{may}, {must}⟩"),
    };
    let place = [edge.field.as_str(), edge.offset.as_str()].into_iter().filter(|text| !text.is_empty());
    let place = place.collect::<Vec<_>>().join(" ");
    match (place.is_empty(), condition.is_empty()) {
        (true, _) => condition,
        (false, true) => place,
        (false, false) => format!("{place} if {condition}"),
    }
}

fn draw_node(out: &mut String, node: &Node, place: &Placed) {
    let class = match node.kind {
        NodeKind::Variable => "variable",
        NodeKind::Local => "local",
        NodeKind::Global => "global",
        NodeKind::Heap => "heapnode",
        NodeKind::List => "heapnode list",
        NodeKind::Value => "value",
        NodeKind::Null => "null",
        NodeKind::Unknown => "unknown",
    };
    let Placed { x, y, width, height, .. } = place;
    let _ = write!(
        out,
        "<g class=\"{class}\"><title>{} {}</title><rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" rx=\"7\"/>",
        escape(&title(node)),
        escape(&node.detail)
    );
    if node.kind == NodeKind::List {
        let _ = write!(
            out,
            "<rect class=\"inner\" x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" rx=\"5\"/>",
            x + FRAME,
            y + FRAME,
            width - 2.0 * FRAME,
            height - 2.0 * FRAME
        );
    }
    let is_object = node.kind.is_object();
    let (left, line) = (x + PADDING, y + if is_object { 19.0 } else { BOX / 2.0 + 4.5 });
    let name = match (&node.index, is_object) {
        (Some(index), true) => format!(
            "{}<tspan dy=\"4\" font-size=\"10\">{}</tspan>",
            escape(&cut(&format!("⟨{}⟩", node.name))),
            escape(index)
        ),
        _ => escape(&cut(&title(node))),
    };
    let style = if is_object || node.kind == NodeKind::Variable { "name" } else { "plain" };
    let _ = write!(out, "<text class=\"{style}\" x=\"{left:.1}\" y=\"{line:.1}\">{name}</text>");
    if !node.detail.is_empty() {
        let detail = escape(&cut(&node.detail));
        let _ = write!(out, "<text class=\"detail\" x=\"{left:.1}\" y=\"{:.1}\">{detail}</text>", y + 36.0);
    }
    out.push_str("</g>\n");
}

fn draw_edge(
    out: &mut String,
    graph: &HeapGraph,
    placed: &[Placed],
    index: usize,
    edge: &Edge,
    lane: Option<(f64, f64)>,
) {
    let (x, y) = port(placed, index, edge);
    let (from, to) = (&placed[edge.from], &placed[edge.to]);
    // Nodes of a column are of different widths; their edges bend at the same place.
    let column = placed.iter().filter(|node| node.column == from.column);
    let end = column.map(|node| node.x + node.width).fold(x, f64::max) + zone(graph, placed, from.column);
    let (tip_x, tip_y) = (to.x, to.entry());
    let path = match lane {
        None => {
            let middle = (end + tip_x) / 2.0;
            format!(
                "M{x:.1} {y:.1}H{end:.1}C{middle:.1} {y:.1} {middle:.1} {tip_y:.1} {:.1} {tip_y:.1}",
                tip_x - 7.0
            )
        }
        Some((side, lane)) => {
            let (out_x, in_x) = (end + 12.0 + side, tip_x - 20.0 - side);
            format!(
                "M{x:.1} {y:.1}H{end:.1}Q{out_x:.1} {y:.1} {out_x:.1} {:.1}V{:.1}Q{out_x:.1} {lane:.1} {:.1} {lane:.1}\
                 H{:.1}Q{in_x:.1} {lane:.1} {in_x:.1} {:.1}V{:.1}Q{in_x:.1} {tip_y:.1} {:.1} {tip_y:.1}",
                y + 12.0,
                lane - 12.0,
                out_x - 12.0,
                in_x + 12.0,
                lane - 12.0,
                tip_y + 12.0,
                tip_x - 7.0
            )
        }
    };
    let (text, is_partly) = (label(edge), edge.may != edge.must);
    let _ = write!(out, "<g class=\"edge\"><title>{}</title>", escape(&text));
    let class = match (is_partly, edge.is_end) {
        (true, _) => "edge partly",
        (false, true) => "edge end",
        (false, false) => "edge",
    };
    let _ = write!(out, "<path class=\"{class}\" d=\"{path}\"/>");
    let (back, low, high) = (tip_x - 8.0, tip_y + 4.5, tip_y - 4.5);
    let _ = write!(out, "<path class=\"tip\" d=\"M{tip_x:.1} {tip_y:.1}L{back:.1} {low:.1}V{high:.1}Z\"/>");
    if !text.is_empty() {
        let _ = write!(
            out,
            "<text class=\"when\" x=\"{:.1}\" y=\"{:.1}\">{}</text>",
            x + 10.0,
            y - 6.0,
            escape(&cut(&text))
        );
    }
    out.push_str("</g>\n");
}

/// A text inside of elements and attributes.
pub(super) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            // Characters that no document may have.
            control if control.is_control() && control != '\t' => out.push('\u{fffd}'),
            other => out.push(other),
        }
    }
    out
}
