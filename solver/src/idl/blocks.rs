//! Blocks: the parts of a graph that no single node separates.
//!
//! A cycle never leaves its block, so negative cycles and shortest cycles can be looked for in each block
//! alone. Blocks are joined at single nodes (the node for zero, typically), where solutions of one can be
//! shifted to fit those of the other. That makes many small problems of one: machines that only compare with
//! each other need not know the distance to every starting time.
//!
//! The algorithm is the one of Hopcroft and Tarjan (CACM 1973), without recursion.

use super::graph::Node;

/// "None" among blocks and nodes.
const NONE: u32 = u32::MAX;

/// The block of each edge of an undirected graph without loops, as a number; blocks are numbered from zero
/// without gaps.
pub(crate) fn blocks(num_nodes: usize, edges: &[(Node, Node)]) -> Vec<u32> {
    let mut incident: Vec<Vec<u32>> = vec![Vec::new(); num_nodes];
    for (index, &(a, b)) in edges.iter().enumerate() {
        incident[a as usize].push(index as u32);
        incident[b as usize].push(index as u32);
    }
    let mut block_of = vec![NONE; edges.len()];
    let mut num_blocks = 0;
    // When each node was first visited, and the earliest visit that can be reached from its part of the tree
    // by one more edge.
    let mut visit = vec![NONE; num_nodes];
    let mut low = vec![NONE; num_nodes];
    let mut time = 0;
    let mut open_edges: Vec<u32> = Vec::new();
    // Node, the tree edge that led to it, and how many of its edges were followed.
    let mut stack: Vec<(Node, u32, usize)> = Vec::new();
    for root in 0..num_nodes as Node {
        if visit[root as usize] != NONE {
            continue;
        }
        (visit[root as usize], low[root as usize]) = (time, time);
        time += 1;
        stack.push((root, NONE, 0));
        while let Some((node, tree_edge, followed)) = stack.last_mut() {
            let (node, tree_edge) = (*node, *tree_edge);
            if let Some(&edge) = incident[node as usize].get(*followed) {
                *followed += 1;
                let (a, b) = edges[edge as usize];
                let other = if a == node { b } else { a };
                if visit[other as usize] == NONE {
                    (visit[other as usize], low[other as usize]) = (time, time);
                    time += 1;
                    open_edges.push(edge);
                    stack.push((other, edge, 0));
                } else if edge != tree_edge && visit[other as usize] < visit[node as usize] {
                    open_edges.push(edge);
                    low[node as usize] = low[node as usize].min(visit[other as usize]);
                }
                continue;
            }
            stack.pop();
            let Some(&(parent, ..)) = stack.last() else { continue };
            low[parent as usize] = low[parent as usize].min(low[node as usize]);
            if low[node as usize] >= visit[parent as usize] {
                // Nothing below reaches above the parent: what was opened since is a block.
                let first = open_edges.iter().rposition(|&edge| edge == tree_edge);
                for edge in open_edges.drain(first.expect("the tree edge is open")..) {
                    block_of[edge as usize] = num_blocks;
                }
                num_blocks += 1;
            }
        }
    }
    block_of
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// Whether two nodes are connected, not using one of the nodes.
    fn connected(edges: &[(Node, Node)], from: Node, to: Node, without: Node) -> bool {
        let mut reached = BTreeSet::from([from]);
        for _ in 0..edges.len() {
            for &(a, b) in edges.iter().filter(|&&(a, b)| a != without && b != without) {
                if reached.contains(&a) || reached.contains(&b) {
                    reached.extend([a, b]);
                }
            }
        }
        reached.contains(&to)
    }

    #[test]
    fn edges_share_a_block_iff_no_node_separates_them() {
        let mut state = 12345u64;
        let mut random = |bound: u64| {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 33) % bound
        };
        for _ in 0..300 {
            let nodes = 2 + random(7);
            let mut edges: BTreeSet<(Node, Node)> = BTreeSet::new();
            for _ in 0..random(12) {
                let (a, b) = (random(nodes) as Node, random(nodes) as Node);
                if a != b {
                    edges.insert((a.min(b), a.max(b)));
                }
            }
            let edges: Vec<(Node, Node)> = edges.into_iter().collect();
            let found = blocks(nodes as usize, &edges);
            let pairs = (0..edges.len()).flat_map(|j| (0..j).map(move |i| (i, j)));
            for (i, j) in pairs {
                let ((a, b), (c, d)) = (edges[i], edges[j]);
                // Two edges lie on a common cycle iff, whichever node is removed, they stay connected.
                let together = (0..nodes as Node).all(|cut| {
                    let (a, c) = (if a == cut { b } else { a }, if c == cut { d } else { c });
                    a == c || connected(&edges, a, c, cut)
                });
                assert_eq!(found[i] == found[j], together, "{edges:?}: {i} and {j}: {found:?}");
            }
        }
    }
}
