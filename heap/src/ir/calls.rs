//! Who calls whom.

use super::*;
use std::collections::BTreeSet;

/// A loop counts as this many statements: it takes an analysis as long.
const LOOP_SIZE: u64 = 10;

/// The direct calls of a program, and what follows from them.
#[derive(Clone, Debug)]
pub struct CallGraph {
    callees: Vec<BTreeSet<FuncId>>,
    recursive: Vec<bool>,
    may_free: Vec<bool>,
    tree_sizes: Vec<u64>,
    heights: Vec<usize>,
}

impl CallGraph {
    /// The calls of a program. A call through a pointer may be one of any function whose address is taken.
    pub fn new(program: &Program) -> CallGraph {
        let count = program.functions.len();
        let mut taken: BTreeSet<FuncId> = BTreeSet::new();
        let mut direct: Vec<Vec<FuncId>> = vec![Vec::new(); count];
        let mut by_pointer = vec![false; count];
        let mut sizes = vec![0u64; count];
        let mut note = |operand: &Operand| {
            if let Operand::Func(function) = operand {
                taken.insert(*function);
            }
        };
        for (index, function) in program.functions.iter().enumerate() {
            each_stmt(function.body.as_ref().unwrap_or(&Vec::new()), &mut |stmt| {
                sizes[index] += if matches!(stmt.kind, StmtKind::Loop(_)) { LOOP_SIZE } else { 1 };
                stmt.kind.operands().iter().for_each(&mut note);
                match &stmt.kind {
                    StmtKind::Call { callee: Callee::Direct(called), .. } => direct[index].push(*called),
                    StmtKind::Call { callee: Callee::Pointer(..), .. } => by_pointer[index] = true,
                    _ => {}
                }
            });
        }
        for global in &program.globals {
            if let Init::Cells(cells) = &global.init {
                cells.iter().for_each(|cell| note(&cell.value));
            }
        }
        let mut callees: Vec<BTreeSet<FuncId>> = Vec::with_capacity(count);
        for index in 0..count {
            let mut own: BTreeSet<FuncId> = direct[index].iter().copied().collect();
            if by_pointer[index] {
                own.extend(&taken);
            }
            callees.push(own);
        }
        let reached: Vec<BTreeSet<FuncId>> =
            (0..count).map(|index| reachable(&callees, FuncId(index as u32))).collect();
        let recursive: Vec<bool> =
            (0..count).map(|index| reached[index].contains(&FuncId(index as u32))).collect();
        let frees = |function: &FuncId| {
            let function = &program.functions[function.index()];
            function.body.is_none() && !function.name.starts_with("__VERIFIER")
        };
        let may_free = reached.iter().map(|reached| reached.iter().any(frees)).collect();
        let mut graph =
            CallGraph { callees, recursive, may_free, tree_sizes: vec![0; count], heights: vec![0; count] };
        graph.measure(&sizes, &direct);
        graph
    }

    /// Sizes and heights of the call trees, bottom-up. Recursive functions count once.
    fn measure(&mut self, sizes: &[u64], direct: &[Vec<FuncId>]) {
        let mut is_done = vec![false; sizes.len()];
        for root in 0..sizes.len() {
            let mut pending = vec![(root, false)];
            let mut is_begun = vec![false; sizes.len()];
            while let Some((index, is_ready)) = pending.pop() {
                if is_done[index] {
                    continue;
                }
                if is_ready {
                    is_done[index] = true;
                    self.tree_sizes[index] = direct[index].iter().fold(sizes[index], |sum, called| {
                        sum.saturating_add(self.tree_sizes[called.index()])
                    });
                    let below = self.callees[index].iter().map(|called| self.heights[called.index()]);
                    self.heights[index] = below.max().map_or(0, |height| height + 1);
                } else if !std::mem::replace(&mut is_begun[index], true) {
                    pending.push((index, true));
                    pending.extend(self.callees[index].iter().map(|called| (called.index(), false)));
                }
            }
        }
    }

    /// Whether a function is recursive, directly or not.
    pub fn is_recursive(&self, function: FuncId) -> bool {
        self.recursive[function.index()]
    }

    /// Whether a function calls others without a body, directly or not: then it may free memory.
    pub fn may_free(&self, function: FuncId) -> bool {
        self.may_free[function.index()]
    }

    /// How many statements a function has, with those of all that it calls as often as it calls them;
    /// recursion counts once, and a loop as several.
    pub fn tree_size(&self, function: FuncId) -> u64 {
        self.tree_sizes[function.index()]
    }

    /// The functions that a function calls, directly or not, bottom-up: those of a level call only those of
    /// the levels before it, unless they are recursive.
    pub fn levels(&self, function: FuncId) -> Vec<Vec<FuncId>> {
        let mut levels: Vec<Vec<FuncId>> = Vec::new();
        for called in reachable(&self.callees, function) {
            let height = self.heights[called.index()];
            if levels.len() <= height {
                levels.resize(height + 1, Vec::new());
            }
            levels[height].push(called);
        }
        levels
    }
}

fn reachable(callees: &[BTreeSet<FuncId>], from: FuncId) -> BTreeSet<FuncId> {
    let mut seen = BTreeSet::new();
    let mut pending: Vec<FuncId> = callees[from.index()].iter().copied().collect();
    while let Some(next) = pending.pop() {
        if seen.insert(next) {
            pending.extend(&callees[next.index()]);
        }
    }
    seen
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "
extern fn unknown() -> void

fn leaf() -> void {
  return
}

fn even(n.0: i32) -> void {
  if n.0 {
    %1 = sub i32 n.0, 1
    call odd(%1)
  }
}

fn odd(n.0: i32) -> void {
  if n.0 {
    %1 = sub i32 n.0, 1
    call even(%1)
  }
}

fn through(p.0: (fn() -> void)*) -> void {
  call *p.0() as fn() -> void
}

fn main() -> i32 {
  call even(3)
  call through(@leaf)
  call unknown()
  return 0
}
";

    #[test]
    fn calls_are_followed() {
        let program = read_program(TEXT).expect("a program");
        let graph = CallGraph::new(&program);
        let id = |name: &str| program.function(name).expect("a function");
        for (name, is_recursive, may_free) in [
            ("leaf", false, false),
            ("even", true, false),
            ("odd", true, false),
            ("through", false, false),
            ("main", false, true),
        ] {
            assert_eq!(graph.is_recursive(id(name)), is_recursive, "{name}");
            assert_eq!(graph.may_free(id(name)), may_free, "{name}");
        }
        let levels = graph.levels(id("main"));
        let level =
            |name: &str| levels.iter().position(|level| level.contains(&id(name))).expect("it is called");
        assert!(level("leaf") < level("through"), "the address of leaf is taken");
        assert!(graph.tree_size(id("main")) > graph.tree_size(id("even")));
    }
}
