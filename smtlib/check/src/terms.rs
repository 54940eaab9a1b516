//! Terms and sorts. Equal terms are the same entry of a table, so that comparing them is comparing numbers.
//! Applications are checked when they are made: there are no ill-sorted terms.

use fxhash::FxHashMap;
use rug::Rational;
use std::fmt::Write as _;

/// A sort.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Sort(u32);

impl Sort {
    pub(crate) const BOOL: Sort = Sort(0);
    pub(crate) const INT: Sort = Sort(1);
    pub(crate) const REAL: Sort = Sort(2);

    /// Whether it is a sort of numbers.
    pub(crate) fn is_number(self) -> bool {
        self == Sort::INT || self == Sort::REAL
    }
}

/// What a sort is.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum SortNode {
    Bool,
    Int,
    Real,
    /// From indices to elements.
    Array(Sort, Sort),
    /// A declared sort with its arguments.
    Declared(String, Vec<Sort>),
}

/// A term.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Term(u32);

impl Term {
    pub(crate) const TRUE: Term = Term(0);
    pub(crate) const FALSE: Term = Term(1);

    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

/// A declared function or constant.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Function(u32);

/// What an application applies.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Op {
    True,
    False,
    Not,
    And,
    Or,
    Xor,
    Implies,
    Equal,
    Distinct,
    Ite,
    Add,
    /// Subtraction; of one argument, negation.
    Sub,
    Mul,
    /// Division of reals.
    Divide,
    /// Integer division and remainder.
    Div,
    Mod,
    Abs,
    Le,
    Lt,
    Ge,
    Gt,
    ToReal,
    ToInt,
    IsInt,
    Select,
    Store,
    /// The array of a sort that has the same element everywhere.
    ConstArray(Sort),
    Declared(Function),
}

/// What a term is.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Node {
    Apply(Op, Box<[Term]>),
    /// A number; negative ones and fractions are canonical forms of `(- 5)` and `(/ 1.0 3.0)`.
    Number(Rational, Sort),
    /// A variable of a binder or a parameter of a definition, with the number of those around it: two that
    /// are in scope at once differ.
    Bound(String, Sort, usize),
    /// A quantified formula or a choice: binder, variables and body.
    Binder(String, Box<[Term]>, Term),
}

/// The names that are not declared.
const BUILT_IN: [(&str, Op); 27] = [
    ("true", Op::True),
    ("false", Op::False),
    ("not", Op::Not),
    ("and", Op::And),
    ("or", Op::Or),
    ("xor", Op::Xor),
    ("=>", Op::Implies),
    ("=", Op::Equal),
    ("distinct", Op::Distinct),
    ("ite", Op::Ite),
    ("+", Op::Add),
    ("-", Op::Sub),
    ("*", Op::Mul),
    ("/", Op::Divide),
    ("div", Op::Div),
    ("mod", Op::Mod),
    ("abs", Op::Abs),
    ("<=", Op::Le),
    ("<", Op::Lt),
    (">=", Op::Ge),
    (">", Op::Gt),
    ("to_real", Op::ToReal),
    ("to_int", Op::ToInt),
    ("is_int", Op::IsInt),
    ("select", Op::Select),
    ("store", Op::Store),
    ("const", Op::ConstArray(Sort::BOOL)),
];

impl Op {
    /// The operation with a name of the standard. Constant arrays need their sort, and are not among them.
    pub(crate) fn named(name: &str) -> Option<Op> {
        let found = BUILT_IN.iter().find(|(known, _)| *known == name).map(|(_, op)| *op);
        found.filter(|op| !matches!(op, Op::ConstArray(_)))
    }

    fn name(self) -> &'static str {
        let is_it = |op: Op| op == self || matches!((op, self), (Op::ConstArray(_), Op::ConstArray(_)));
        BUILT_IN.iter().find(|(_, op)| is_it(*op)).map_or("", |(name, _)| name)
    }
}

struct Signature {
    name: String,
    params: Vec<Sort>,
    result: Sort,
}

/// All terms and sorts of a problem and its proof.
pub(crate) struct Terms {
    sorts: Vec<SortNode>,
    sort_ids: FxHashMap<SortNode, Sort>,
    nodes: Vec<Node>,
    /// The sort of each term.
    types: Vec<Sort>,
    ids: FxHashMap<Node, Term>,
    functions: Vec<Signature>,
}

impl Terms {
    pub(crate) fn new() -> Terms {
        let mut terms = Terms {
            sorts: Vec::new(),
            sort_ids: FxHashMap::default(),
            nodes: Vec::new(),
            types: Vec::new(),
            ids: FxHashMap::default(),
            functions: Vec::new(),
        };
        for node in [SortNode::Bool, SortNode::Int, SortNode::Real] {
            terms.sort(node);
        }
        terms.intern(Node::Apply(Op::True, Box::new([])), Sort::BOOL);
        terms.intern(Node::Apply(Op::False, Box::new([])), Sort::BOOL);
        terms
    }

    pub(crate) fn sort(&mut self, node: SortNode) -> Sort {
        if let Some(&sort) = self.sort_ids.get(&node) {
            return sort;
        }
        let sort = Sort(self.sorts.len() as u32);
        self.sorts.push(node.clone());
        self.sort_ids.insert(node, sort);
        sort
    }

    fn intern(&mut self, node: Node, sort: Sort) -> Term {
        if let Some(&term) = self.ids.get(&node) {
            return term;
        }
        let term = Term(u32::try_from(self.nodes.len()).expect("fewer than 2^32 terms"));
        self.nodes.push(node.clone());
        self.types.push(sort);
        self.ids.insert(node, term);
        term
    }

    /// How many terms there are.
    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    pub(crate) fn node(&self, term: Term) -> &Node {
        &self.nodes[term.index()]
    }

    pub(crate) fn sort_of(&self, term: Term) -> Sort {
        self.types[term.index()]
    }

    /// The sorts of the indices and elements of an array.
    fn array_parts(&self, sort: Sort) -> Option<(Sort, Sort)> {
        match self.sorts[sort.0 as usize] {
            SortNode::Array(index, element) => Some((index, element)),
            _ => None,
        }
    }

    /// The arguments of an application of an operation.
    pub(crate) fn args(&self, term: Term, op: Op) -> Option<&[Term]> {
        match self.node(term) {
            Node::Apply(found, args) if *found == op => Some(args),
            _ => None,
        }
    }

    /// The two arguments of a binary application.
    pub(crate) fn pair(&self, term: Term, op: Op) -> Option<(Term, Term)> {
        match self.args(term, op) {
            Some(&[left, right]) => Some((left, right)),
            _ => None,
        }
    }

    /// The argument of a negation.
    pub(crate) fn negated(&self, term: Term) -> Option<Term> {
        match self.args(term, Op::Not) {
            Some(&[inner]) => Some(inner),
            _ => None,
        }
    }

    /// The formula below all negations, and whether their number is even.
    pub(crate) fn literal(&self, term: Term) -> (Term, bool) {
        let (mut atom, mut is_positive) = (term, true);
        while let Some(inner) = self.negated(atom) {
            (atom, is_positive) = (inner, !is_positive);
        }
        (atom, is_positive)
    }

    /// The value of a number.
    pub(crate) fn number(&self, term: Term) -> Option<&Rational> {
        match self.node(term) {
            Node::Number(value, _) => Some(value),
            _ => None,
        }
    }

    pub(crate) fn make_number(&mut self, value: Rational, sort: Sort) -> Term {
        self.intern(Node::Number(value, sort), sort)
    }

    pub(crate) fn bound(&mut self, name: &str, sort: Sort, level: usize) -> Term {
        self.intern(Node::Bound(name.to_string(), sort, level), sort)
    }

    /// A quantified formula or a choice.
    pub(crate) fn binder(&mut self, name: &str, vars: Vec<Term>, body: Term) -> Result<Term, String> {
        if self.sort_of(body) != Sort::BOOL {
            return Err(format!("the body of {name} is no formula"));
        }
        let sort = match (name, &vars[..]) {
            ("choice", &[var]) => self.sort_of(var),
            ("choice", _) => return Err("a choice has one variable".to_string()),
            _ => Sort::BOOL,
        };
        Ok(self.intern(Node::Binder(name.to_string(), vars.into(), body), sort))
    }

    pub(crate) fn declare(&mut self, name: &str, params: Vec<Sort>, result: Sort) -> Function {
        self.functions.push(Signature { name: name.to_string(), params, result });
        Function(self.functions.len() as u32 - 1)
    }

    /// How a function is declared: a line of a script.
    pub(crate) fn declaration(&self, function: Function) -> String {
        let Signature { name, params, result } = &self.functions[function.0 as usize];
        let params: Vec<String> = params.iter().map(|sort| self.show_sort(*sort)).collect();
        format!("(declare-fun {} ({}) {})\n", quoted(name), params.join(" "), self.show_sort(*result))
    }

    /// A prefix that no function has.
    pub(crate) fn unused_prefix(&self) -> String {
        let mut prefix = "t_".to_string();
        while self.functions.iter().any(|function| function.name.starts_with(&prefix)) {
            prefix.push('_');
        }
        prefix
    }

    /// All sorts.
    pub(crate) fn sorts(&self) -> &[SortNode] {
        &self.sorts
    }

    /// The negation of a formula.
    pub(crate) fn not(&mut self, term: Term) -> Term {
        self.intern(Node::Apply(Op::Not, Box::new([term])), Sort::BOOL)
    }

    /// An application. Integers among reals are converted, as in `(<= x 1)` with a real `x`.
    pub(crate) fn apply(&mut self, op: Op, mut args: Vec<Term>) -> Result<Term, String> {
        self.convert(op, &mut args);
        let sort = self.result(op, &args)?;
        if let Some(value) = self.constant(op, &args) {
            return Ok(self.make_number(value, sort));
        }
        Ok(self.intern(Node::Apply(op, args.into()), sort))
    }

    /// A number that is written as an application: `(- 5)`, `(/ 1.0 3.0)`.
    fn constant(&self, op: Op, args: &[Term]) -> Option<Rational> {
        match (op, args) {
            (Op::Sub, &[value]) => Some(Rational::from(-self.number(value)?)),
            (Op::Divide, &[left, right]) => {
                let (left, right) = (self.number(left)?, self.number(right)?);
                (*right != 0).then(|| Rational::from(left / right))
            }
            _ => None,
        }
    }

    /// Converts integers where reals are expected.
    fn convert(&mut self, op: Op, args: &mut [Term]) {
        let is_mixed = match op {
            Op::Divide => true,
            Op::Add | Op::Sub | Op::Mul | Op::Le | Op::Lt | Op::Ge | Op::Gt | Op::Equal | Op::Distinct => {
                args.iter().any(|arg| self.sort_of(*arg) == Sort::REAL)
            }
            Op::Ite => args.iter().skip(1).any(|arg| self.sort_of(*arg) == Sort::REAL),
            _ => false,
        };
        if !is_mixed {
            return;
        }
        for arg in args.iter_mut() {
            if self.sort_of(*arg) != Sort::INT {
                continue;
            }
            *arg = match self.node(*arg).clone() {
                Node::Number(value, _) => self.make_number(value, Sort::REAL),
                _ => self.intern(Node::Apply(Op::ToReal, Box::new([*arg])), Sort::REAL),
            };
        }
    }

    /// The sort of an application.
    fn result(&self, op: Op, args: &[Term]) -> Result<Sort, String> {
        let sorts: Vec<Sort> = args.iter().map(|arg| self.sort_of(*arg)).collect();
        let all = |sort: Sort| sorts.iter().all(|it| *it == sort);
        let same = sorts.windows(2).all(|pair| pair[0] == pair[1]);
        let numbers = same && sorts.first().is_some_and(|sort| sort.is_number());
        let count = sorts.len();
        let sort = match op {
            Op::True | Op::False => (count == 0).then_some(Sort::BOOL),
            Op::Not => (count == 1 && all(Sort::BOOL)).then_some(Sort::BOOL),
            Op::And | Op::Or => (count >= 1 && all(Sort::BOOL)).then_some(Sort::BOOL),
            Op::Xor | Op::Implies => (count >= 2 && all(Sort::BOOL)).then_some(Sort::BOOL),
            Op::Equal | Op::Distinct => (count >= 2 && same).then_some(Sort::BOOL),
            Op::Ite => match sorts[..] {
                [Sort::BOOL, left, right] if left == right => Some(left),
                _ => None,
            },
            Op::Sub => (numbers && count >= 1).then(|| sorts[0]),
            Op::Add | Op::Mul => (numbers && count >= 1).then(|| sorts[0]),
            Op::Divide => (count >= 2 && all(Sort::REAL)).then_some(Sort::REAL),
            Op::Div | Op::Mod => (count == 2 && all(Sort::INT)).then_some(Sort::INT),
            Op::Abs => (count == 1 && all(Sort::INT)).then_some(Sort::INT),
            Op::Le | Op::Lt | Op::Ge | Op::Gt => (count >= 2 && numbers).then_some(Sort::BOOL),
            Op::ToReal => (count == 1 && all(Sort::INT)).then_some(Sort::REAL),
            Op::ToInt => (count == 1 && all(Sort::REAL)).then_some(Sort::INT),
            Op::IsInt => (count == 1 && all(Sort::REAL)).then_some(Sort::BOOL),
            Op::Select => match sorts[..] {
                [array, index] => {
                    self.array_parts(array).filter(|(from, _)| *from == index).map(|(_, to)| to)
                }
                _ => None,
            },
            Op::Store => match sorts[..] {
                [array, index, element] => {
                    self.array_parts(array).filter(|parts| *parts == (index, element)).map(|_| array)
                }
                _ => None,
            },
            Op::ConstArray(array) => match (self.array_parts(array), &sorts[..]) {
                (Some((_, element)), [value]) if element == *value => Some(array),
                _ => None,
            },
            Op::Declared(function) => {
                let signature = &self.functions[function.0 as usize];
                (signature.params == sorts).then_some(signature.result)
            }
        };
        sort.ok_or_else(|| format!("{} cannot be applied to these arguments", self.op_name(op)))
    }

    /// How an operation is written.
    pub(crate) fn op_name(&self, op: Op) -> String {
        match op {
            Op::Declared(function) => quoted(&self.functions[function.0 as usize].name),
            op => op.name().to_string(),
        }
    }

    /// Replaces bound variables in a term. Nothing if there are binders in it.
    pub(crate) fn substitute(&mut self, term: Term, values: &FxHashMap<Term, Term>) -> Option<Term> {
        let mut done: FxHashMap<Term, Term> = values.clone();
        let mut pending = vec![term];
        while let Some(&top) = pending.last() {
            if done.contains_key(&top) {
                pending.pop();
                continue;
            }
            match self.node(top).clone() {
                Node::Binder(..) => return None,
                Node::Number(..) | Node::Bound(..) => {
                    done.insert(top, top);
                }
                Node::Apply(op, args) => {
                    let missing: Vec<Term> =
                        args.iter().copied().filter(|arg| !done.contains_key(arg)).collect();
                    if missing.is_empty() {
                        let args = args.iter().map(|arg| done[arg]).collect();
                        // The arguments have the sorts of the parameters, so this is well-sorted.
                        let copy = self.apply(op, args).ok()?;
                        done.insert(top, copy);
                    } else {
                        pending.extend(missing);
                    }
                }
            }
        }
        done.get(&term).copied()
    }

    /// A term as text, cut where it gets long.
    pub(crate) fn show(&self, term: Term) -> String {
        const MOST: usize = 300;
        enum Piece {
            Term(Term),
            Text(&'static str),
        }
        let (mut out, mut pending) = (String::new(), vec![Piece::Term(term)]);
        while let Some(piece) = pending.pop() {
            if out.len() > MOST {
                out += "…";
                break;
            }
            let Piece::Term(term) = piece else {
                let Piece::Text(text) = piece else { unreachable!("pieces are terms or texts") };
                out += text;
                continue;
            };
            match self.node(term) {
                Node::Apply(op, args) if args.is_empty() => out += &self.op_name(*op),
                Node::Apply(op, args) => {
                    let _ = write!(out, "({}", self.op_name(*op));
                    pending.push(Piece::Text(")"));
                    for arg in args.iter().rev() {
                        pending.extend([Piece::Term(*arg), Piece::Text(" ")]);
                    }
                }
                Node::Number(value, sort) => out += &number_text(value, *sort),
                Node::Bound(name, ..) => out += &quoted(name),
                Node::Binder(name, vars, body) => {
                    let _ = write!(out, "({name} (");
                    for var in vars {
                        let _ =
                            write!(out, "({} {})", self.show_bound(*var), self.show_sort(self.sort_of(*var)));
                    }
                    out += ") ";
                    pending.extend([Piece::Text(")"), Piece::Term(*body)]);
                }
            }
        }
        out
    }

    fn show_bound(&self, var: Term) -> String {
        match self.node(var) {
            Node::Bound(name, ..) => quoted(name),
            _ => String::new(),
        }
    }

    /// A sort as text.
    pub(crate) fn show_sort(&self, sort: Sort) -> String {
        match &self.sorts[sort.0 as usize] {
            SortNode::Bool => "Bool".to_string(),
            SortNode::Int => "Int".to_string(),
            SortNode::Real => "Real".to_string(),
            SortNode::Array(index, element) => {
                format!("(Array {} {})", self.show_sort(*index), self.show_sort(*element))
            }
            SortNode::Declared(name, args) if args.is_empty() => quoted(name),
            SortNode::Declared(name, args) => {
                let args: Vec<String> = args.iter().map(|arg| self.show_sort(*arg)).collect();
                format!("({} {})", quoted(name), args.join(" "))
            }
        }
    }
}

/// A number as SMT-LIB writes it.
pub(crate) fn number_text(value: &Rational, sort: Sort) -> String {
    let point = if sort == Sort::REAL { ".0" } else { "" };
    let absolute = Rational::from(value.abs_ref());
    let text = match *absolute.denom() == 1 {
        true => format!("{}{point}", absolute.numer()),
        false => format!("(/ {}.0 {}.0)", absolute.numer(), absolute.denom()),
    };
    if *value < 0 { format!("(- {text})") } else { text }
}

/// A name, in bars if it needs them.
pub(crate) fn quoted(name: &str) -> String {
    let is_simple = |byte: u8| byte.is_ascii_alphanumeric() || b"~!@$%^&*_-+=<>.?/".contains(&byte);
    let starts_well = name.bytes().next().is_some_and(|byte| !byte.is_ascii_digit());
    if starts_well && name.bytes().all(is_simple) { name.to_string() } else { format!("|{name}|") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_terms_are_the_same() {
        let mut terms = Terms::new();
        let x = terms.declare("x", Vec::new(), Sort::INT);
        let x = terms.apply(Op::Declared(x), Vec::new()).expect("a constant");
        let five = terms.make_number(Rational::from(5), Sort::INT);
        let minus = terms.apply(Op::Sub, vec![five]).expect("a number");
        assert_eq!(terms.number(minus), Some(&Rational::from(-5)));
        let one = terms.apply(Op::Le, vec![x, minus]).expect("a formula");
        let other = terms.apply(Op::Le, vec![x, minus]).expect("a formula");
        assert_eq!(one, other);
        let not = terms.not(one);
        let not_not = terms.not(not);
        assert_eq!((terms.literal(not), terms.literal(not_not)), ((one, false), (one, true)));
        assert_eq!(terms.show(not), "(not (<= x (- 5)))");
    }

    #[test]
    fn sorts_are_checked() {
        let mut terms = Terms::new();
        let one = terms.make_number(Rational::from(1), Sort::INT);
        assert!(terms.apply(Op::And, vec![Term::TRUE, one]).is_err());
        assert!(terms.apply(Op::Select, vec![one, one]).is_err());
        let half = terms.make_number(Rational::from((1, 2)), Sort::REAL);
        let sum = terms.apply(Op::Add, vec![one, half]).expect("the integer is converted");
        assert_eq!((terms.sort_of(sum), terms.show(sum)), (Sort::REAL, "(+ 1.0 (/ 1.0 2.0))".to_string()));
        assert!(terms.apply(Op::Mod, vec![half, half]).is_err());
    }
}
