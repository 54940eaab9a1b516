//! Terms as clauses and guarded constraints.
//!
//! Every Boolean term gets a literal, every integer term a linear expression. What a literal means for the
//! integers is written down as *guarded constraints*: whenever the guard is true, the constraint must hold.
//! An atom `e >= 0` with literal `l`, for instance, gives `l: e >= 0` and `(not l): e <= -1`.

use super::expression::{Expression, Var};
use super::omega::Constraint;
use crate::limits::Budget;
use crate::term::{Op, Sort, Symbol, Term, Terms};
use fxhash::FxHashMap;
use rug::{Complete, Integer};
use varisat::{ExtendFormula, Lit, Solver};

/// A formula ready for enumeration.
pub(super) struct Encoding {
    /// The literals of the roots, in their order.
    pub(super) roots: Vec<Lit>,
    /// Constraints that must hold when their guard is true.
    pub(super) guarded: Vec<(Lit, Constraint)>,
    /// Always true; guards what holds without a condition.
    pub(super) truth: Lit,
    /// The literals of Boolean symbols.
    pub(super) bools: Vec<(Symbol, Lit)>,
    /// The variables of integer symbols.
    pub(super) ints: Vec<(Symbol, Var)>,
}

/// Writes clauses for the terms below `roots`, but does not assert them. `None` if the budget ran out.
pub(super) fn encode(
    terms: &Terms,
    roots: &[Term],
    sat: &mut Solver<'_>,
    budget: &mut Budget,
) -> Option<Encoding> {
    let truth = sat.new_lit();
    sat.add_clause(&[truth]);
    let mut encoder = Encoder {
        sat,
        encoding: Encoding {
            roots: Vec::new(),
            guarded: Vec::new(),
            truth,
            bools: Vec::new(),
            ints: Vec::new(),
        },
        next_var: 0,
        literals: FxHashMap::default(),
        expressions: FxHashMap::default(),
        atoms: FxHashMap::default(),
        equations: FxHashMap::default(),
        quotients: FxHashMap::default(),
    };
    for term in terms.reachable(roots) {
        let price = match terms.sort(term) {
            Sort::Bool => {
                let literal = encoder.boolean(terms, term, budget)?;
                encoder.literals.insert(term, literal);
                1 + terms.args(term).len() as u64
            }
            Sort::Int => {
                let expression = encoder.integer(terms, term);
                let price = expression.size();
                encoder.expressions.insert(term, expression);
                price
            }
            sort => unreachable!("terms of sort {sort:?} are refused before"),
        };
        if !budget.spend(price) {
            return None;
        }
    }
    let Encoder { mut encoding, literals, .. } = encoder;
    encoding.roots = roots.iter().map(|root| literals[root]).collect();
    Some(encoding)
}

struct Encoder<'a, 'b> {
    sat: &'a mut Solver<'b>,
    encoding: Encoding,
    next_var: usize,
    literals: FxHashMap<Term, Lit>,
    expressions: FxHashMap<Term, Expression>,
    /// Literals of `e >= 0`.
    atoms: FxHashMap<Expression, Lit>,
    /// Literals of `e = 0`.
    equations: FxHashMap<Expression, Lit>,
    /// The quotients of divisions by positive numbers.
    quotients: FxHashMap<(Expression, Integer), Var>,
}

impl Encoder<'_, '_> {
    fn boolean(&mut self, terms: &Terms, term: Term, budget: &mut Budget) -> Option<Lit> {
        let args = terms.args(term);
        let truth = self.encoding.truth;
        let op = terms.op(term);
        let of_bools = args.last().is_some_and(|&arg| terms.sort(arg) == Sort::Bool);
        let literals: Vec<Lit> =
            if of_bools { args.iter().map(|arg| self.literals[arg]).collect() } else { Vec::new() };
        let literal = match op {
            Op::True => truth,
            Op::False => !truth,
            Op::Symbol(symbol) => {
                let literal = self.sat.new_lit();
                self.encoding.bools.push((symbol, literal));
                literal
            }
            Op::Not => !literals[0],
            Op::And => self.and(&literals),
            Op::Or => self.or(&literals),
            Op::Xor => literals.iter().skip(1).fold(literals[0], |odd, &next| self.xor(odd, next)),
            Op::Implies => {
                // Right-associative: some premise fails or the last conclusion holds.
                let (&conclusion, premises) = literals.split_last().expect("implications have arguments");
                let mut clause: Vec<Lit> = premises.iter().map(|&premise| !premise).collect();
                clause.push(conclusion);
                self.or(&clause)
            }
            Op::Ite => {
                let then = self.and(&[literals[0], literals[1]]);
                let otherwise = self.and(&[!literals[0], literals[2]]);
                self.or(&[then, otherwise])
            }
            Op::Eq if of_bools => {
                let pairs: Vec<Lit> = literals.windows(2).map(|pair| !self.xor(pair[0], pair[1])).collect();
                self.and(&pairs)
            }
            Op::Eq => self.chain(args, |encoder, left, right| encoder.equal(left, right)),
            Op::Distinct => {
                let mut pairs = Vec::new();
                for (earlier, later) in (1..args.len()).flat_map(|later| (0..later).map(move |i| (i, later)))
                {
                    if !budget.spend(1) {
                        return None;
                    }
                    pairs.push(if of_bools {
                        self.xor(literals[earlier], literals[later])
                    } else {
                        let left = self.expressions[&args[earlier]].clone();
                        let right = self.expressions[&args[later]].clone();
                        !self.equal(&left, &right)
                    });
                }
                self.and(&pairs)
            }
            Op::Le => self.chain(args, |encoder, left, right| encoder.non_negative(right.minus(left))),
            Op::Ge => self.chain(args, |encoder, left, right| encoder.non_negative(left.minus(right))),
            Op::Lt => self.chain(args, |encoder, left, right| !encoder.non_negative(left.minus(right))),
            Op::Gt => self.chain(args, |encoder, left, right| !encoder.non_negative(right.minus(left))),
            Op::Divisible(divisor) => {
                let divisor = terms.number(divisor).to_big();
                let number = self.expressions[&args[0]].clone();
                let remainder = self.remainder(&number, &divisor);
                self.equal(&remainder, &Expression::default())
            }
            op => unreachable!("{op:?} is not Boolean, or refused before"),
        };
        Some(literal)
    }

    fn integer(&mut self, terms: &Terms, term: Term) -> Expression {
        let op = terms.op(term);
        // The condition of an `ite` is no number.
        let first_number = usize::from(op == Op::Ite);
        let numbers: Vec<Expression> =
            terms.args(term).iter().skip(first_number).map(|arg| self.expressions[arg].clone()).collect();
        match op {
            Op::Number(numeral) => Expression::constant(terms.number(numeral).to_big()),
            Op::Symbol(symbol) => {
                let var = self.new_var();
                self.encoding.ints.push((symbol, var));
                Expression::variable(var)
            }
            Op::Add => {
                let mut sum = Expression::default();
                numbers.iter().for_each(|number| sum.add_multiple(&Integer::from(1), number));
                sum
            }
            Op::Sub => numbers.iter().skip(1).fold(numbers[0].clone(), |rest, number| rest.minus(number)),
            Op::Neg => numbers[0].times(&Integer::from(-1)),
            Op::Mul => numbers.iter().fold(Expression::constant(1), |product, number| {
                let (factor, expression) =
                    if number.is_constant() { (number, &product) } else { (&product, number) };
                assert!(factor.is_constant(), "products are linear");
                expression.times(&factor.constant)
            }),
            Op::Div => self.quotient(&numbers[0], &numbers[1].constant),
            Op::Mod => self.remainder(&numbers[0], &numbers[1].constant),
            Op::Abs => {
                let is_positive = self.non_negative(numbers[0].clone());
                self.choice(is_positive, &numbers[0], &numbers[0].times(&Integer::from(-1)))
            }
            Op::Ite => {
                let condition = self.literals[&terms.args(term)[0]];
                self.choice(condition, &numbers[0], &numbers[1])
            }
            _ => unreachable!("not an integer"),
        }
    }

    fn new_var(&mut self) -> Var {
        self.next_var += 1;
        Var(self.next_var - 1)
    }

    fn require(&mut self, guard: Lit, constraint: Constraint) {
        self.encoding.guarded.push((guard, constraint));
    }

    /// A fresh variable that is the one or the other.
    fn choice(&mut self, condition: Lit, then: &Expression, otherwise: &Expression) -> Expression {
        let result = Expression::variable(self.new_var());
        self.require(condition, Constraint::Zero(result.minus(then)));
        self.require(!condition, Constraint::Zero(result.minus(otherwise)));
        result
    }

    /// `number div divisor`, which rounds such that the remainder is not negative.
    fn quotient(&mut self, number: &Expression, divisor: &Integer) -> Expression {
        let positive = divisor.clone().abs();
        let key = (number.clone(), positive.clone());
        let var = match self.quotients.get(&key) {
            Some(&var) => var,
            None => {
                // 0 <= number - positive * quotient <= positive - 1
                let var = self.new_var();
                let remainder = number.minus(&Expression::product(positive.clone(), var));
                let room = Expression::constant((&positive - 1u32).complete()).minus(&remainder);
                self.require(self.encoding.truth, Constraint::NonNegative(remainder));
                self.require(self.encoding.truth, Constraint::NonNegative(room));
                self.quotients.insert(key, var);
                var
            }
        };
        Expression::product(divisor.clone().signum(), var)
    }

    fn remainder(&mut self, number: &Expression, divisor: &Integer) -> Expression {
        let quotient = self.quotient(number, divisor);
        number.minus(&quotient.times(divisor))
    }

    /// The literal of `e >= 0`.
    fn non_negative(&mut self, expression: Expression) -> Lit {
        let truth = self.encoding.truth;
        if expression.is_constant() {
            return if expression.constant.is_negative() { !truth } else { truth };
        }
        if let Some(&literal) = self.atoms.get(&expression) {
            return literal;
        }
        let literal = self.sat.new_lit();
        self.atoms.insert(expression.clone(), literal);
        let negation = expression.times(&Integer::from(-1)).plus(&Integer::from(-1));
        self.require(literal, Constraint::NonNegative(expression));
        self.require(!literal, Constraint::NonNegative(negation));
        literal
    }

    /// The literal of `left = right`. Just one of *less*, *equal* and *greater* holds.
    fn equal(&mut self, left: &Expression, right: &Expression) -> Lit {
        let difference = left.max(right).minus(left.min(right));
        let truth = self.encoding.truth;
        if difference.is_constant() {
            return if difference.constant.is_zero() { truth } else { !truth };
        }
        if let Some(&literal) = self.equations.get(&difference) {
            return literal;
        }
        let (less, equal, greater) = (self.sat.new_lit(), self.sat.new_lit(), self.sat.new_lit());
        self.sat.add_clause(&[less, equal, greater]);
        self.sat.add_clause(&[!less, !equal]);
        self.sat.add_clause(&[!less, !greater]);
        self.sat.add_clause(&[!equal, !greater]);
        let minus_one = Integer::from(-1);
        self.require(less, Constraint::NonNegative(difference.times(&minus_one).plus(&minus_one)));
        self.require(greater, Constraint::NonNegative(difference.plus(&minus_one)));
        self.require(equal, Constraint::Zero(difference.clone()));
        self.equations.insert(difference, equal);
        equal
    }

    /// The conjunction of a relation over neighbours.
    fn chain(&mut self, args: &[Term], relation: impl Fn(&mut Self, &Expression, &Expression) -> Lit) -> Lit {
        let mut links = Vec::new();
        for pair in args.windows(2) {
            let (left, right) = (self.expressions[&pair[0]].clone(), self.expressions[&pair[1]].clone());
            links.push(relation(self, &left, &right));
        }
        self.and(&links)
    }

    fn and(&mut self, literals: &[Lit]) -> Lit {
        if let &[literal] = literals {
            return literal;
        }
        let gate = self.sat.new_lit();
        let mut clause = vec![gate];
        for &literal in literals {
            self.sat.add_clause(&[!gate, literal]);
            clause.push(!literal);
        }
        self.sat.add_clause(&clause);
        gate
    }

    fn or(&mut self, literals: &[Lit]) -> Lit {
        let negated: Vec<Lit> = literals.iter().map(|&literal| !literal).collect();
        !self.and(&negated)
    }

    fn xor(&mut self, left: Lit, right: Lit) -> Lit {
        let gate = self.sat.new_lit();
        self.sat.add_clause(&[!gate, left, right]);
        self.sat.add_clause(&[!gate, !left, !right]);
        self.sat.add_clause(&[gate, !left, right]);
        self.sat.add_clause(&[gate, left, !right]);
        gate
    }
}
