//! Mathematical notation for terms: `0 ≤ i < n` instead of `(and (>= i 0) (not (>= i n)))`, with the names of
//! the program.

use crate::symbolic::facts::linear::linear;
use cfp_solver::{Int, Op, Symbol, Term, Terms};
use fxhash::{FxHashMap, FxHashSet};

/// Subterms below this depth are elided.
const MAX_DEPTH: usize = 10;

/// Limit on the characters of a part without a notation of its own.
const MAX_TEXT: usize = 200;

/// Operator precedences.
const OR: u8 = 1;
const AND: u8 = 2;
const COMPARISON: u8 = 3;
const SUM: u8 = 4;
const PRODUCT: u8 = 5;
const ATOM: u8 = 6;

/// The names used to display terms.
#[derive(Default)]
pub(crate) struct Names {
    /// Terms that have a name in the program.
    pub(crate) terms: FxHashMap<Term, String>,
    /// Functions that are the contents of an object: its name, the cell size, and how many of the trailing
    /// arguments are the place. The last argument is an offset in bytes.
    pub(crate) contents: FxHashMap<Symbol, (String, i64, usize)>,
    /// The uninterpreted function for products of two unknowns.
    pub(crate) product: Option<Symbol>,
    /// Names that go on the left side of equations.
    pub(crate) indices: Vec<String>,
}

/// `left < right` or `left ≤ right`.
struct Comparison {
    left: String,
    is_strict: bool,
    right: String,
}

impl Comparison {
    fn sign(&self) -> &'static str {
        if self.is_strict { "<" } else { "≤" }
    }
}

impl Names {
    /// A term as text.
    pub(crate) fn text(&self, terms: &Terms, term: Term) -> String {
        self.show(terms, term, 0, 0)
    }

    /// Whether a term can be expressed in names of the program.
    pub(crate) fn is_known(&self, terms: &Terms, term: Term) -> bool {
        let (mut pending, mut seen) = (vec![term], FxHashSet::default());
        while let Some(term) = pending.pop() {
            if !seen.insert(term) || self.terms.contains_key(&term) {
                continue;
            }
            match terms.op(term) {
                Op::Symbol(_) => return false,
                Op::Apply(function) if !self.is_transparent(function) => return false,
                _ => pending.extend_from_slice(terms.args(term)),
            }
        }
        true
    }

    /// Whether an application of the function can be expressed if its arguments can.
    pub(crate) fn is_transparent(&self, function: Symbol) -> bool {
        self.contents.contains_key(&function) || self.product == Some(function)
    }

    fn show(&self, terms: &Terms, term: Term, around: u8, depth: usize) -> String {
        if let Some(name) = self.terms.get(&term) {
            return name.clone();
        }
        if depth > MAX_DEPTH {
            return "…".to_string();
        }
        let args = terms.args(term);
        let list = |sign: &str, strength: u8| {
            let parts: Vec<String> =
                args.iter().map(|&arg| self.show(terms, arg, strength, depth + 1)).collect();
            (parts.join(sign), strength)
        };
        let (text, strength) = match terms.op(term) {
            Op::True => ("true".to_string(), ATOM),
            Op::False => ("false".to_string(), ATOM),
            Op::Symbol(symbol) => (plain_name(terms.name(symbol)), ATOM),
            Op::Apply(symbol) if self.product == Some(symbol) => list("·", PRODUCT),
            Op::Apply(symbol) => (self.application(terms, symbol, args, depth), ATOM),
            Op::And => (self.conjunction(terms, args, depth), AND),
            Op::Or => list(" ∨ ", OR),
            Op::Implies => list(" ⇒ ", OR),
            Op::Xor => list(" xor ", OR),
            Op::Not => match self.comparison(terms, args[0], true, depth) {
                Some(comparison) => {
                    (format!("{} {} {}", comparison.left, comparison.sign(), comparison.right), COMPARISON)
                }
                None if terms.op(args[0]) == Op::Eq => {
                    (self.equation(terms, terms.args(args[0]), "≠", depth), COMPARISON)
                }
                None if terms.op(args[0]) == Op::Or => (self.conjunction(terms, &[term], depth), AND),
                None => (format!("¬{}", self.show(terms, args[0], ATOM, depth + 1)), ATOM),
            },
            Op::Eq => (self.equation(terms, args, "=", depth), COMPARISON),
            Op::Distinct => (self.equation(terms, args, "≠", depth), COMPARISON),
            Op::Le | Op::Lt | Op::Ge | Op::Gt => match self.comparison(terms, term, false, depth) {
                Some(comparison) => {
                    (format!("{} {} {}", comparison.left, comparison.sign(), comparison.right), COMPARISON)
                }
                None => list(" ≤ ", COMPARISON),
            },
            Op::Ite => {
                let [condition, then, otherwise] = [args[0], args[1], args[2]];
                let parts = [condition, then, otherwise].map(|part| self.show(terms, part, OR, depth + 1));
                (format!("if {} then {} else {}", parts[0], parts[1], parts[2]), 0)
            }
            // Parenthesise operands: the precedence of these is not common knowledge.
            Op::Div => (list(" div ", ATOM).0, SUM),
            Op::Mod => (list(" mod ", ATOM).0, SUM),
            Op::Divisible(divisor) => (
                format!("{} divides {}", terms.number(divisor), self.show(terms, args[0], SUM, depth + 1)),
                COMPARISON,
            ),
            Op::Number(_) | Op::Add | Op::Sub | Op::Neg | Op::Mul => self.sum(terms, term, depth),
            _ => (terms.display(term).start(MAX_TEXT), ATOM),
        };
        if strength < around { format!("({text})") } else { text }
    }

    /// Contents as `a[i]`, other functions as `f(x)`.
    fn application(&self, terms: &Terms, symbol: Symbol, args: &[Term], depth: usize) -> String {
        if let (Some((name, size, parts)), Some((&offset, outer))) =
            (self.contents.get(&symbol), args.split_last())
        {
            let outer = &outer[outer.len().saturating_sub(parts.saturating_sub(1))..];
            let mut text = name.clone();
            for &index in outer {
                text += &format!("[{}]", self.show(terms, index, 0, depth + 1));
            }
            let (mut products, mut constant) = linear(terms, offset);
            let size = Int::from(*size);
            if products.values().chain([&constant]).all(|factor| size.divides(factor)) {
                products.values_mut().for_each(|factor| *factor = factor.div_exact(&size));
                constant = constant.div_exact(&size);
                return format!(
                    "{text}[{}]",
                    self.linear_text(terms, products.into_iter(), constant, depth).0
                );
            }
            return format!("{text}[{} bytes]", self.show(terms, offset, 0, depth + 1));
        }
        let args: Vec<String> = args.iter().map(|&arg| self.show(terms, arg, 0, depth + 1)).collect();
        format!("{}({})", plain_name(terms.name(symbol)), args.join(", "))
    }

    fn sum(&self, terms: &Terms, term: Term, depth: usize) -> (String, u8) {
        let (products, constant) = linear(terms, term);
        self.linear_text(terms, products.into_iter(), constant, depth)
    }

    /// A linear combination as text, with its precedence.
    fn linear_text(
        &self,
        terms: &Terms,
        products: impl Iterator<Item = (Term, Int)>,
        constant: Int,
        depth: usize,
    ) -> (String, u8) {
        // Positive summands come before negative ones.
        let (positive, negative): (Vec<_>, Vec<_>) = products.partition(|(_, factor)| !factor.is_negative());
        let mut parts: Vec<(bool, String)> = Vec::new();
        for (unknown, factor) in positive.into_iter().chain(negative) {
            let size = if factor.is_negative() { -&factor } else { factor.clone() };
            let name = self.show(terms, unknown, PRODUCT, depth + 1);
            parts.push((!factor.is_negative(), if size.is_one() { name } else { format!("{size}·{name}") }));
        }
        if !constant.is_zero() || parts.is_empty() {
            let size = if constant.is_negative() { -&constant } else { constant.clone() };
            parts.push((!constant.is_negative(), size.to_string()));
        }
        let mut text = String::new();
        for (index, (is_positive, part)) in parts.iter().enumerate() {
            text += match (index, is_positive) {
                (0, true) => "",
                (0, false) => "−",
                (_, true) => " + ",
                (_, false) => " − ",
            };
            text += part;
        }
        let strength = match &parts[..] {
            [(true, part)]
                if part.chars().all(|character| character.is_alphanumeric() || character == '_') =>
            {
                ATOM
            }
            [(true, _)] => PRODUCT,
            _ => SUM,
        };
        (text, strength)
    }

    /// `left = right` of numbers, with negative summands moved to the other side.
    fn equation(&self, terms: &Terms, args: &[Term], sign: &str, depth: usize) -> String {
        let &[left, right] = args else {
            let parts: Vec<String> =
                args.iter().map(|&arg| self.show(terms, arg, COMPARISON, depth + 1)).collect();
            return parts.join(&format!(" {sign} "));
        };
        if terms.sort(left) != cfp_solver::Sort::Int {
            let parts = [left, right].map(|part| self.show(terms, part, COMPARISON, depth + 1));
            return parts.join(&format!(" {sign} "));
        }
        let (lower, upper) = self.sides(terms, left, right, Int::ZERO, depth);
        // `x = 2·(x div 2)` says that 2 divides x.
        for (part, whole) in [(&lower, &upper), (&upper, &lower)] {
            let divisor = whole.split_once('·').map_or("", |(divisor, _)| divisor);
            if *whole == format!("{divisor}·({part} div {divisor})") {
                return format!(
                    "{divisor} {} {part}",
                    if sign == "=" { "divides" } else { "does not divide" }
                );
            }
        }
        // Prefer a name on the left.
        let is_name =
            |text: &str| text.chars().next().is_some_and(|first| first.is_alphabetic() || first == '_');
        let is_index = |text: &String| self.indices.contains(text);
        let is_better = is_index(&upper) || !is_name(&lower) && is_name(&upper);
        match is_better && !is_index(&lower) {
            true => format!("{upper} {sign} {lower}"),
            false => format!("{lower} {sign} {upper}"),
        }
    }

    /// `left - right + more` as two sides without negative summands.
    fn sides(&self, terms: &Terms, left: Term, right: Term, more: Int, depth: usize) -> (String, String) {
        let (mut products, mut constant) = linear(terms, left);
        let (others, other) = linear(terms, right);
        for (unknown, factor) in others {
            *products.entry(unknown).or_insert(Int::ZERO) += -factor;
        }
        constant += -other;
        constant += more;
        let (mut lower, mut upper) = (Vec::new(), Vec::new());
        for (unknown, factor) in products {
            if factor.is_negative() {
                upper.push((unknown, -factor));
            } else if !factor.is_zero() {
                lower.push((unknown, factor));
            }
        }
        let (low, high) = if constant.is_negative() { (Int::ZERO, -constant) } else { (constant, Int::ZERO) };
        (
            self.linear_text(terms, lower.into_iter(), low, depth).0,
            self.linear_text(terms, upper.into_iter(), high, depth).0,
        )
    }

    /// Views a term as an inequality of two numbers, or as the negation of one.
    fn comparison(&self, terms: &Terms, term: Term, is_negated: bool, depth: usize) -> Option<Comparison> {
        let &[left, right] = terms.args(term) else { return None };
        let (left, right, is_strict) = match terms.op(term) {
            Op::Le => (left, right, false),
            Op::Lt => (left, right, true),
            Op::Ge => (right, left, false),
            Op::Gt => (right, left, true),
            _ => return None,
        };
        let (left, right, is_strict) =
            if is_negated { (right, left, !is_strict) } else { (left, right, is_strict) };
        // `left < right` is `left - right + 1 <= 0`; a remaining 1 becomes a strict sign again.
        let more = if is_strict { Int::ONE } else { Int::ZERO };
        let constant = linear(terms, left).1 - linear(terms, right).1 + &more;
        let is_strict = constant.is_one();
        let more = if is_strict { more - Int::ONE } else { more };
        let (left, right) = self.sides(terms, left, right, more, depth);
        Some(Comparison { left, is_strict, right })
    }

    /// A conjunction; inequalities that share a side are chained.
    fn conjunction(&self, terms: &Terms, args: &[Term], depth: usize) -> String {
        let mut chains: Vec<(Comparison, Option<(bool, String)>)> = Vec::new();
        let mut others = Vec::new();
        // De Morgan: a negated disjunction is a conjunction of negations.
        let mut pending: Vec<(Term, bool)> = args.iter().rev().map(|&arg| (arg, false)).collect();
        while let Some((term, is_negated)) = pending.pop() {
            let inner = terms.args(term).iter().rev();
            match (terms.op(term), is_negated) {
                (Op::Not, _) => pending.push((terms.args(term)[0], !is_negated)),
                (Op::And, false) | (Op::Or, true) => pending.extend(inner.map(|&arg| (arg, is_negated))),
                (Op::Eq, true) => others.push(self.equation(terms, terms.args(term), "≠", depth + 1)),
                _ => match self.comparison(terms, term, is_negated, depth + 1) {
                    Some(comparison) => chains.push((comparison, None)),
                    None if is_negated => {
                        others.push(format!("¬{}", self.show(terms, term, ATOM, depth + 1)))
                    }
                    None => others.push(self.show(terms, term, AND, depth + 1)),
                },
            }
        }
        let mut index = 0;
        while index < chains.len() {
            let upper = chains.iter().position(|(other, more)| {
                more.is_none() && other.left == chains[index].0.right && other.right != chains[index].0.left
            });
            if let Some(upper) = upper.filter(|&upper| upper != index && chains[index].1.is_none()) {
                let (other, _) = chains.remove(upper);
                let place = if upper < index { index - 1 } else { index };
                chains[place].1 = Some((other.is_strict, other.right));
                index = 0;
                continue;
            }
            index += 1;
        }
        let chains = chains.into_iter().map(|(comparison, more)| {
            let text = format!("{} {} {}", comparison.left, comparison.sign(), comparison.right);
            match more {
                Some((is_strict, right)) => format!("{text} {} {right}", if is_strict { "<" } else { "≤" }),
                None => text,
            }
        });
        chains.chain(others).collect::<Vec<_>>().join(" ∧ ")
    }
}

/// A name without the `__VERIFIER_` prefix of verification tasks.
fn plain_name(name: &str) -> String {
    name.strip_prefix("__VERIFIER_").unwrap_or(name).to_string()
}

/// A text in quotes, truncated if it is long.
pub(crate) fn shortened(text: &str) -> String {
    const MOST: usize = 32;
    match text.char_indices().nth(MOST) {
        Some((end, _)) if text.chars().count() > MOST + 2 => format!("{}…\"", &text[..end]),
        _ => text.to_string(),
    }
}

/// A number in subscript digits.
pub(crate) fn subscript(number: usize) -> String {
    let digit =
        |character: char| char::from_u32(0x2080 + character.to_digit(10).unwrap_or(0)).unwrap_or(character);
    number.to_string().chars().map(digit).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use cfp_solver::Sort;

    #[test]
    fn inequalities_are_put_together() {
        let mut terms = Terms::new();
        let [i, n, k] = ["i", "n", "k"].map(|name| terms.constant(name, Sort::Int));
        let [zero, one, four] = [0, 1, 4].map(|value| terms.int(value));
        let names = Names::default();
        let show = |terms: &Terms, term| names.text(terms, term);
        let beyond = terms.ge(&[i, n]);
        let parts = [terms.ge(&[i, zero]), terms.not(beyond)];
        let inside = terms.and(&parts);
        assert_eq!(show(&terms, inside), "0 ≤ i < n");
        let sum = terms.add(&[i, one]);
        let next = terms.le(&[sum, n]);
        assert_eq!(show(&terms, next), "i < n");
        let strict = terms.lt(&[n, i]);
        let negated = terms.not(strict);
        assert_eq!(show(&terms, negated), "i ≤ n");
        let positive = terms.gt(&[n, zero]);
        assert_eq!(show(&terms, positive), "0 < n");
        let large = terms.lt(&[four, n]);
        assert_eq!(show(&terms, large), "5 ≤ n");
        let minus = terms.sub(i, k);
        let same = terms.eq(minus, zero);
        assert_eq!(show(&terms, same), "i = k");
        let differ = terms.not(same);
        assert_eq!(show(&terms, differ), "i ≠ k");
        let times = terms.mul(four, k);
        let less = terms.sub(n, one);
        let mixed = terms.sub(less, times);
        assert_eq!(show(&terms, mixed), "n − 4·k − 1");
        let part = terms.div(i, four);
        let back = terms.mul(four, part);
        let exact = terms.eq(i, back);
        assert_eq!(show(&terms, exact), "4 divides i");
        let neither = terms.or(&[beyond, same]);
        let neither = terms.not(neither);
        assert_eq!(show(&terms, neither), "i < n ∧ i ≠ k");
        let either = terms.or(&[inside, same]);
        let both = terms.and(&[either, positive]);
        assert_eq!(show(&terms, both), "0 < n ∧ (0 ≤ i < n ∨ i = k)");
    }

    /// As a tree, the term has 2^200 leaves.
    #[test]
    fn shared_parts_are_visited_once() {
        let mut terms = Terms::new();
        let (x, y) = (terms.constant("x", Sort::Int), terms.constant("y", Sort::Int));
        let mut deep = terms.le(&[x, y]);
        for _ in 0..200 {
            let negated = terms.not(deep);
            deep = terms.xor(deep, negated);
        }
        let mut names = Names::default();
        names.terms.extend([(x, "x".to_string()), (y, "y".to_string())]);
        assert!(names.is_known(&terms, deep));
        names.terms.remove(&y);
        assert!(!names.is_known(&terms, deep));
    }

    #[test]
    fn contents_are_shown_by_index() {
        let mut terms = Terms::new();
        let i = terms.constant("i", Sort::Int);
        let memory = terms.declare_function("memory", &[Sort::Int], Sort::Int);
        let (four, eight) = (terms.int(4), terms.int(8));
        let scaled = terms.mul(four, i);
        let offset = terms.add(&[scaled, eight]);
        let cell = terms.apply(memory, &[offset]);
        let mut names = Names::default();
        assert!(!names.is_known(&terms, cell));
        names.contents.insert(memory, ("a₀".to_string(), 4, 1));
        names.terms.insert(i, "i".to_string());
        assert_eq!(names.text(&terms, cell), "a₀[i + 2]");
        assert!(names.is_known(&terms, cell));
    }
}
