//! Chooses the subterms that are printed once, with a `let`, and the place of that `let`.
//!
//! The text of a term is a tree of *regions*: the whole text, and within it the body of each quantifier.
//! Every subterm is written in the innermost region around all its uses. If each bound variable has one
//! binder, which is how terms are made from text, that is a place where all variables that occur in it mean
//! the same as where it is used. Terms that somebody built by hand may bind one symbol in two places, or bind
//! it here and use it freely there. In such a term, subterms are told apart by the binders that their
//! variables stand for: one subterm, but several nodes.
//!
//! Nothing recurses.

use cfp_solver::{Op, Symbol, Term, Terms};
use fxhash::{FxHashMap, FxHashSet};
use std::ops::Range;
use std::rc::Rc;

/// Trees up to this size are written without `let`s.
const SMALL_TREE: u64 = 100;
/// Subterms whose tree is smaller than this are written again rather than named.
const SMALL_SUBTERM: u64 = 4;

/// Position of a node; those of arguments are smaller.
pub(crate) type NodeId = usize;
/// Position of a region; the whole text is 0, and regions outside are smaller than those inside.
pub(crate) type RegionId = usize;

/// A subterm, or one of several with the same term if variables in it mean different things.
pub(crate) struct Node {
    pub(crate) term: Term,
    /// Where its arguments start; those of a quantifier are its body alone.
    first_arg: usize,
    /// In how many places it occurs as an argument.
    uses: u32,
    /// Size of its tree.
    size: u64,
    /// More than that of all nodes with variables in it.
    level: u32,
    /// Number of its `let` variable, from 1; 0 for none.
    pub(crate) variable: u32,
    /// Where it, or its `let`, is written.
    region: RegionId,
    /// The region of its body, if it is a quantifier.
    pub(crate) body: Option<RegionId>,
}

/// The whole text, or the body of a quantifier.
struct Region {
    parent: RegionId,
    /// Some region further out: with it the way up takes a number of steps that is logarithmic in the depth.
    jump: RegionId,
    depth: u32,
    /// The nodes with variables here: this range of [`Sharing::variables`].
    variables: Range<usize>,
}

/// A term taken apart for writing.
pub(crate) struct Sharing {
    nodes: Vec<Node>,
    args: Vec<NodeId>,
    regions: Vec<Region>,
    /// Nodes that have variables, by region and level.
    variables: Vec<NodeId>,
    /// The symbols that occur freely, in the order of their declaration.
    free: Vec<Symbol>,
}

impl Sharing {
    /// Takes a term apart.
    pub(crate) fn new(terms: &Terms, root: Term) -> Sharing {
        let mut sharing = Sharing::unfolded(terms, root, &FxHashSet::default());
        if !sharing.has_clear_binders(terms) {
            sharing = Sharing::unfolded(terms, root, &sharing.bound_symbols(terms));
        }
        sharing.choose_variables();
        sharing
    }

    /// The node of the whole term.
    pub(crate) fn root(&self) -> NodeId {
        self.nodes.len() - 1
    }

    /// A node.
    pub(crate) fn node(&self, node: NodeId) -> &Node {
        &self.nodes[node]
    }

    /// All nodes.
    pub(crate) fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// The arguments of a node.
    pub(crate) fn args(&self, node: NodeId) -> &[NodeId] {
        &self.args[self.arg_range(node)]
    }

    fn arg_range(&self, node: NodeId) -> Range<usize> {
        let end = self.nodes.get(node + 1).map_or(self.args.len(), |next| next.first_arg);
        self.nodes[node].first_arg..end
    }

    /// The nodes that get variables in a region, in groups: those of a group do not need each other.
    pub(crate) fn lets(&self, region: RegionId) -> impl DoubleEndedIterator<Item = &[NodeId]> {
        let variables = &self.variables[self.regions[region].variables.clone()];
        variables.chunk_by(|&left, &right| self.nodes[left].level == self.nodes[right].level)
    }

    /// Whether anything gets a variable.
    pub(crate) fn has_lets(&self) -> bool {
        !self.variables.is_empty()
    }

    /// Whether there are quantifiers.
    pub(crate) fn has_quantifiers(&self) -> bool {
        self.regions.len() > 1
    }

    /// The symbols that occur freely, in the order of their declaration.
    pub(crate) fn free_symbols(&self) -> &[Symbol] {
        &self.free
    }

    /// Nodes and regions, if these bound symbols may mean different things in different places.
    fn unfolded(terms: &Terms, root: Term, unclear: &FxHashSet<Symbol>) -> Sharing {
        let mut unfolding = Unfolding::new(terms, root, unclear);
        unfolding.collect(root);
        // Arguments have smaller indices than the terms made from them.
        let mut order: Vec<Key> = unfolding.nodes.keys().copied().collect();
        order.sort_unstable();
        for (id, key) in order.iter().enumerate() {
            unfolding.nodes.insert(*key, id);
        }
        let (mut nodes, mut args): (Vec<Node>, Vec<NodeId>) = (Vec::with_capacity(order.len()), Vec::new());
        let (mut free, mut bound) = (FxHashSet::default(), FxHashSet::default());
        let mut children = Vec::new();
        for &(term, environment) in &order {
            let mut node = Node::new(term, args.len());
            unfolding.children((term, environment), &mut children);
            for arg in children.drain(..) {
                let arg = unfolding.nodes[&arg];
                node.size = node.size.saturating_add(nodes[arg].size);
                args.push(arg);
            }
            nodes.push(node);
            if let Op::Symbol(symbol) | Op::Apply(symbol) = terms.op(term)
                && !unfolding.is_bound(symbol, environment)
            {
                free.insert(symbol);
            }
            if let Some((variables, _)) = terms.quantifier(term) {
                bound.extend(variables.iter().filter_map(|&variable| terms.as_symbol(variable)));
            }
        }
        // All others are bound wherever they occur.
        let is_free = |symbol: &Symbol| unclear.contains(symbol) || !bound.contains(symbol);
        let mut free: Vec<Symbol> = free.into_iter().filter(is_free).collect();
        free.sort_unstable();
        let mut sharing = Sharing { nodes, args, regions: Vec::new(), variables: Vec::new(), free };
        sharing.place(terms);
        sharing
    }

    /// Finds the region of every node, users before what they use.
    fn place(&mut self, terms: &Terms) {
        self.regions.push(Region { parent: 0, jump: 0, depth: 0, variables: 0..0 });
        for id in (0..self.nodes.len()).rev() {
            let mut region = self.nodes[id].region;
            if terms.quantifier(self.nodes[id].term).is_some() {
                region = self.add_region(region);
                self.nodes[id].body = Some(region);
            }
            for at in self.arg_range(id) {
                let arg = self.args[at];
                let around = match self.nodes[arg].uses {
                    0 => region,
                    _ => self.common_region(self.nodes[arg].region, region),
                };
                self.nodes[arg].region = around;
                self.nodes[arg].uses += 1;
            }
        }
    }

    fn add_region(&mut self, parent: RegionId) -> RegionId {
        let Region { jump, depth, .. } = self.regions[parent];
        let further = &self.regions[jump];
        // Two jumps of the same length become one of twice the length.
        let jump = match depth - further.depth == further.depth - self.regions[further.jump].depth {
            true => further.jump,
            false => parent,
        };
        self.regions.push(Region { parent, jump, depth: depth + 1, variables: 0..0 });
        self.regions.len() - 1
    }

    /// The innermost region around two.
    fn common_region(&self, mut left: RegionId, mut right: RegionId) -> RegionId {
        let regions = &self.regions;
        if regions[left].depth < regions[right].depth {
            std::mem::swap(&mut left, &mut right);
        }
        while regions[left].depth > regions[right].depth {
            let Region { parent, jump, .. } = regions[left];
            left = if regions[jump].depth >= regions[right].depth { jump } else { parent };
        }
        // From the same depth both jump equally far.
        while left != right {
            (left, right) = match regions[left].jump != regions[right].jump {
                true => (regions[left].jump, regions[right].jump),
                false => (regions[left].parent, regions[right].parent),
            };
        }
        left
    }

    /// Whether every bound symbol has one binder, around all its uses.
    fn has_clear_binders(&self, terms: &Terms) -> bool {
        let mut binder: FxHashMap<Term, RegionId> = FxHashMap::default();
        for node in &self.nodes {
            let (Some(body), Some((variables, _))) = (node.body, terms.quantifier(node.term)) else {
                continue;
            };
            for &variable in variables {
                if binder.insert(variable, body).is_some_and(|other| other != body) {
                    return false;
                }
            }
        }
        let is_inside = |node: &Node| {
            binder.get(&node.term).is_none_or(|&body| self.common_region(body, node.region) == body)
        };
        self.nodes.iter().all(is_inside)
    }

    /// All bound symbols.
    fn bound_symbols(&self, terms: &Terms) -> FxHashSet<Symbol> {
        let variables = self.nodes.iter().filter_map(|node| terms.quantifier(node.term));
        variables
            .flat_map(|(variables, _)| variables)
            .filter_map(|&variable| terms.as_symbol(variable))
            .collect()
    }

    /// Gives variables to what is large and used more than once.
    fn choose_variables(&mut self) {
        let root = self.root();
        if self.nodes[root].size <= SMALL_TREE {
            return;
        }
        for id in 0..self.nodes.len() {
            let level = |&arg: &NodeId| self.nodes[arg].level + self.nodes[arg].variable;
            let level = self.args(id).iter().map(level).max().unwrap_or(0);
            let node = &mut self.nodes[id];
            node.level = level;
            if node.uses > 1 && node.size >= SMALL_SUBTERM {
                node.variable = 1;
                self.variables.push(id);
            }
        }
        let nodes = &mut self.nodes;
        self.variables.sort_by_key(|&id| (nodes[id].region, nodes[id].level, id));
        for (number, &id) in self.variables.iter().enumerate() {
            nodes[id].variable = number as u32 + 1;
            let range = &mut self.regions[nodes[id].region].variables;
            *range = if range.end == 0 { number..number + 1 } else { range.start..number + 1 };
        }
    }
}

impl Node {
    fn new(term: Term, first_arg: usize) -> Node {
        Node { term, first_arg, uses: 0, size: 1, level: 0, variable: 0, region: 0, body: None }
    }
}

/// A term, and what the unclear symbols in it stand for: an environment.
type Key = (Term, usize);

/// The binders of unclear symbols that are in scope, by symbol.
type Environment = Vec<(Symbol, usize)>;

/// Finds the nodes of a term.
struct Unfolding<'a> {
    terms: &'a Terms,
    unclear: &'a FxHashSet<Symbol>,
    /// The unclear symbols that occur freely in a term, ascending; no entry if there are none.
    free: FxHashMap<Term, Rc<[Symbol]>>,
    /// The first binds nothing.
    environments: Vec<Environment>,
    environment_ids: FxHashMap<Environment, usize>,
    /// Numbers of the quantifiers that bind unclear symbols.
    binders: FxHashMap<Key, usize>,
    /// All nodes with their positions.
    nodes: FxHashMap<Key, NodeId>,
}

/// The unclear symbols that occur freely in each term below a root.
fn free_occurrences(terms: &Terms, root: Term, unclear: &FxHashSet<Symbol>) -> FxHashMap<Term, Rc<[Symbol]>> {
    let mut found: FxHashMap<Term, Rc<[Symbol]>> = FxHashMap::default();
    if unclear.is_empty() {
        return found;
    }
    for term in terms.reachable(&[root]) {
        let free: Rc<[Symbol]> = match (terms.as_symbol(term), terms.quantifier(term)) {
            (Some(symbol), _) if unclear.contains(&symbol) => Rc::new([symbol]),
            (Some(_), _) => continue,
            (None, Some((variables, body))) => {
                let Some(inside) = found.get(&body) else { continue };
                let is_bound =
                    |symbol: &Symbol| variables.iter().any(|&v| terms.as_symbol(v) == Some(*symbol));
                match inside.iter().any(is_bound) {
                    true => inside.iter().copied().filter(|symbol| !is_bound(symbol)).collect(),
                    false => Rc::clone(inside),
                }
            }
            (None, None) => {
                let mut parts = terms.args(term).iter().filter_map(|arg| found.get(arg));
                let Some(first) = parts.next() else { continue };
                // Most often one argument has them all.
                let more: Vec<Symbol> = parts
                    .filter(|part| !Rc::ptr_eq(part, first))
                    .flat_map(|part| part.iter().copied())
                    .filter(|symbol| first.binary_search(symbol).is_err())
                    .collect();
                if more.is_empty() { Rc::clone(first) } else { union(first, more) }
            }
        };
        if !free.is_empty() {
            found.insert(term, free);
        }
    }
    found
}

fn union(some: &[Symbol], mut more: Vec<Symbol>) -> Rc<[Symbol]> {
    more.extend_from_slice(some);
    more.sort_unstable();
    more.dedup();
    more.into()
}

impl<'a> Unfolding<'a> {
    fn new(terms: &'a Terms, root: Term, unclear: &'a FxHashSet<Symbol>) -> Unfolding<'a> {
        Unfolding {
            terms,
            unclear,
            free: free_occurrences(terms, root, unclear),
            environments: vec![Environment::new()],
            environment_ids: FxHashMap::from_iter([(Environment::new(), 0)]),
            binders: FxHashMap::default(),
            nodes: FxHashMap::default(),
        }
    }

    /// Finds all nodes of a term around which nothing is bound.
    fn collect(&mut self, root: Term) {
        let (mut pending, mut children) = (vec![(root, 0)], Vec::new());
        self.nodes.insert((root, 0), 0);
        while let Some(key) = pending.pop() {
            self.children(key, &mut children);
            for child in children.drain(..) {
                if self.nodes.insert(child, 0).is_none() {
                    pending.push(child);
                }
            }
        }
    }

    /// What a node is made of.
    fn children(&mut self, (term, environment): Key, found: &mut Vec<Key>) {
        let terms = self.terms;
        match terms.quantifier(term) {
            Some((variables, body)) => {
                let inner = self.enter((term, environment), variables);
                found.push(self.key(body, inner));
            }
            None => found.extend(terms.args(term).iter().map(|&arg| self.key(arg, environment))),
        }
    }

    /// The node for a term in an environment, of which no more matters than the binders of what is free in
    /// the term.
    fn key(&mut self, term: Term, environment: usize) -> Key {
        if environment == 0 {
            return (term, 0);
        }
        let Some(free) = self.free.get(&term) else { return (term, 0) };
        let all = &self.environments[environment];
        let matters = |(symbol, _): &&(Symbol, usize)| free.binary_search(symbol).is_ok();
        let rest: Environment = all.iter().filter(matters).copied().collect();
        if rest.len() == all.len() { (term, environment) } else { (term, self.intern(rest)) }
    }

    /// The environment of the body of a quantifier.
    fn enter(&mut self, quantifier: Key, variables: &[Term]) -> usize {
        let symbols = variables.iter().filter_map(|&variable| self.terms.as_symbol(variable));
        let bound: FxHashSet<Symbol> = symbols.filter(|symbol| self.unclear.contains(symbol)).collect();
        if bound.is_empty() {
            return quantifier.1;
        }
        let number = self.binders.len();
        let number = *self.binders.entry(quantifier).or_insert(number);
        let mut inner = self.environments[quantifier.1].clone();
        inner.extend(bound.into_iter().map(|symbol| (symbol, number)));
        inner.sort_unstable();
        self.intern(inner)
    }

    fn intern(&mut self, environment: Environment) -> usize {
        let next = self.environments.len();
        match self.environment_ids.get(&environment) {
            Some(&id) => id,
            None => {
                self.environment_ids.insert(environment.clone(), next);
                self.environments.push(environment);
                next
            }
        }
    }

    fn is_bound(&self, symbol: Symbol, environment: usize) -> bool {
        self.environments[environment].iter().any(|(bound, _)| *bound == symbol)
    }
}
