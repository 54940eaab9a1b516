//! Reads a proof command by command, and checks each step as it comes.

use crate::export::{Exporter, Exports};
use crate::lexer::{Lexer, Place, SyntaxError, Token, shown};
use crate::problem::Problem;
use crate::reader::Reader;
use crate::report::{Report, Verdict};
use crate::rules::{self, Arg, Context, Marks, Step};
use crate::terms::{Sort, Term};
use fxhash::FxHashMap;
use std::collections::BTreeMap;

/// Rules that say themselves that they are not checked.
const HOLES: [&str; 3] = ["hole", "trust", "lia_generic"];

/// A subproof that is not yet closed.
struct Subproof<'a> {
    /// The step that closes it.
    step: &'a str,
    /// The steps in it.
    names: Vec<&'a str>,
    assumptions: Vec<(&'a str, Term)>,
    last: Option<usize>,
}

/// The attributes of a step.
#[derive(Default)]
struct Attributes<'a> {
    rule: &'a str,
    premises: Vec<&'a str>,
    discharge: Vec<&'a str>,
    args: Vec<Arg>,
}

/// A proof that is being read.
struct Checker<'a> {
    problem: &'a mut Problem,
    steps: FxHashMap<&'a str, usize>,
    clauses: Vec<Box<[Term]>>,
    subproofs: Vec<Subproof<'a>>,
    is_refuted: bool,
    marks: Marks,
    counts: BTreeMap<String, u64>,
    holes: Vec<String>,
    exporter: Option<Exporter>,
}

/// A step that is not accepted, or text that cannot be read.
struct Refusal {
    place: Place,
    step: Option<String>,
    message: String,
}

impl From<SyntaxError> for Refusal {
    fn from(error: SyntaxError) -> Refusal {
        Refusal { place: error.place, step: None, message: error.message }
    }
}

/// Checks a proof of a problem; what is exported is collected if that is asked for.
pub(crate) fn check(
    problem: &mut Problem,
    text: &str,
    exporter: Option<Exporter>,
) -> (Report, Option<Exports>) {
    let mut checker = Checker {
        problem,
        steps: FxHashMap::default(),
        clauses: Vec::new(),
        subproofs: Vec::new(),
        is_refuted: false,
        marks: Marks::default(),
        counts: BTreeMap::new(),
        holes: Vec::new(),
        exporter,
    };
    checker.problem.scope.has_signed_numbers = true;
    let result = checker.read(&mut Lexer::new(text));
    let (verdict, message) = match result {
        Err(Refusal { place, step, message }) => {
            let step = step.map_or_else(String::new, |step| format!("step {step}: "));
            (Verdict::Invalid, format!("{step}{message} (at {place} of the proof)"))
        }
        Ok(()) if !checker.is_refuted => {
            (Verdict::Invalid, "the proof does not end with the empty clause".to_string())
        }
        Ok(()) if checker.holes.is_empty() => (Verdict::Valid, String::new()),
        Ok(()) => {
            let (count, first) = (checker.holes.len(), &checker.holes[0]);
            (Verdict::Holey, format!("{count} steps are not checked, first: {first}"))
        }
    };
    let exports = checker.exporter.take().map(|exporter| exporter.finish(&checker.problem.terms));
    (Report { verdict, message, steps: checker.clauses.len(), rules: checker.counts }, exports)
}

impl<'a> Checker<'a> {
    fn read(&mut self, lexer: &mut Lexer<'a>) -> Result<(), Refusal> {
        if lexer.peek()? == Token::Symbol("unsat") {
            lexer.next()?;
        }
        // One list of all commands, or the commands one after the other.
        let mut is_list = false;
        if lexer.peek()? == Token::Open {
            lexer.next()?;
            match lexer.peek()? {
                Token::Open | Token::Close => is_list = true,
                _ => self.command(lexer)?,
            }
        }
        loop {
            match lexer.next()? {
                Token::Open => self.command(lexer)?,
                Token::Close if is_list => {
                    lexer.expect(Token::End)?;
                    break;
                }
                Token::End if !is_list => break,
                other => {
                    return Err(lexer
                        .error(format!("a command is expected here, not {}", shown(other)))
                        .into());
                }
            }
        }
        match self.subproofs.last() {
            Some(open) => Err(lexer.error(format!("the subproof {} is not closed", open.step)).into()),
            None => Ok(()),
        }
    }

    /// Reads a command, after its opening parenthesis.
    fn command(&mut self, lexer: &mut Lexer<'a>) -> Result<(), Refusal> {
        match lexer.symbol()? {
            "assume" => self.assume(lexer),
            "step" => self.step(lexer),
            "anchor" => self.anchor(lexer),
            "define-fun" => {
                self.problem.define(true, lexer)?;
                Ok(lexer.expect(Token::Close)?)
            }
            other => Err(lexer.error(format!("the command {other} is not supported in proofs")).into()),
        }
    }

    fn reader<'s>(&'s mut self, lexer: &'s mut Lexer<'a>) -> Reader<'a, 's> {
        Reader { lexer, terms: &mut self.problem.terms, scope: &mut self.problem.scope }
    }

    fn formula(&mut self, lexer: &mut Lexer<'a>) -> Result<Term, SyntaxError> {
        let term = self.reader(lexer).term()?;
        match self.problem.terms.sort_of(term) == Sort::BOOL {
            true => Ok(term),
            false => Err(lexer.error("a literal must be a formula")),
        }
    }

    /// An assertion of the problem, or an assumption of a subproof.
    fn assume(&mut self, lexer: &mut Lexer<'a>) -> Result<(), Refusal> {
        let place = lexer.place();
        let name = lexer.symbol()?;
        let term = self.formula(lexer)?;
        lexer.expect(Token::Close)?;
        match self.subproofs.last_mut() {
            Some(subproof) => subproof.assumptions.push((name, term)),
            None if self.problem.assertions.contains(&term) => {
                if let Some(exporter) = &mut self.exporter {
                    exporter.assumption(&self.problem.terms, term);
                }
            }
            None => {
                let message = format!("{} is not asserted", self.problem.terms.show(term));
                return Err(Refusal { place, step: Some(name.to_string()), message });
            }
        }
        self.add(name, Box::new([term]), place)
    }

    /// Adds a clause under a name.
    fn add(&mut self, name: &'a str, clause: Box<[Term]>, place: Place) -> Result<(), Refusal> {
        let index = self.clauses.len();
        if self.steps.insert(name, index).is_some() {
            let message = "a step of this name exists".to_string();
            return Err(Refusal { place, step: Some(name.to_string()), message });
        }
        match self.subproofs.last_mut() {
            Some(subproof) => {
                subproof.names.push(name);
                subproof.last = Some(index);
            }
            None => self.is_refuted |= clause.is_empty(),
        }
        self.clauses.push(clause);
        Ok(())
    }

    fn anchor(&mut self, lexer: &mut Lexer<'a>) -> Result<(), Refusal> {
        lexer.expect(Token::Keyword("step"))?;
        let step = lexer.symbol()?;
        if lexer.peek()? != Token::Close {
            let message = "subproofs about other variables are not supported";
            return Err(lexer.error(message).into());
        }
        lexer.next()?;
        self.subproofs.push(Subproof { step, names: Vec::new(), assumptions: Vec::new(), last: None });
        Ok(())
    }

    fn step(&mut self, lexer: &mut Lexer<'a>) -> Result<(), Refusal> {
        let place = lexer.place();
        let name = lexer.symbol()?;
        let clause = self.clause(lexer)?;
        let attributes = self.attributes(lexer)?;
        let refusal =
            |message: String| Refusal { place, step: Some(format!("{name} ({})", attributes.rule)), message };
        *self.counts.entry(attributes.rule.to_string()).or_default() += 1;
        if self.subproofs.last().is_some_and(|subproof| subproof.step == name) {
            self.close(&clause, &attributes).map_err(refusal)?;
        } else {
            self.follows(name, &clause, &attributes).map_err(refusal)?;
        }
        self.export(&clause, &attributes);
        self.add(name, clause, place)
    }

    /// Reads `(cl …)`.
    fn clause(&mut self, lexer: &mut Lexer<'a>) -> Result<Box<[Term]>, SyntaxError> {
        lexer.expect(Token::Open)?;
        lexer.expect(Token::Symbol("cl"))?;
        let mut clause = Vec::new();
        while lexer.peek()? != Token::Close {
            clause.push(self.formula(lexer)?);
        }
        lexer.next()?;
        Ok(clause.into())
    }

    /// Reads the attributes of a step, up to its end.
    fn attributes(&mut self, lexer: &mut Lexer<'a>) -> Result<Attributes<'a>, SyntaxError> {
        let mut found = Attributes::default();
        loop {
            match lexer.next()? {
                Token::Close if found.rule.is_empty() => return Err(lexer.error("the step has no rule")),
                Token::Close => return Ok(found),
                Token::Keyword("rule") => found.rule = lexer.symbol()?,
                Token::Keyword("premises") => found.premises = names(lexer)?,
                Token::Keyword("discharge") => found.discharge = names(lexer)?,
                Token::Keyword("args") if rules::is_known(found.rule) => found.args = self.args(lexer)?,
                Token::Keyword("args") => lexer.skip()?,
                other => {
                    let message = format!("an attribute of a step is expected here, not {}", shown(other));
                    return Err(lexer.error(message));
                }
            }
        }
    }

    fn args(&mut self, lexer: &mut Lexer<'a>) -> Result<Vec<Arg>, SyntaxError> {
        lexer.expect(Token::Open)?;
        let mut args = Vec::new();
        loop {
            args.push(match lexer.peek()? {
                Token::Close => break,
                Token::Text(text) => {
                    lexer.next()?;
                    args.push(Arg::Text(text.to_string()));
                    // The arguments of axioms of others are not looked at.
                    if text.starts_with("cfp-") {
                        continue;
                    }
                    while lexer.peek()? != Token::Close {
                        lexer.skip()?;
                    }
                    break;
                }
                _ => Arg::Term(self.reader(lexer).term()?),
            });
        }
        lexer.next()?;
        Ok(args)
    }

    /// Whether a clause follows from its premises.
    fn follows(&mut self, name: &str, clause: &[Term], attributes: &Attributes<'a>) -> Result<(), String> {
        let Attributes { rule, premises, args, .. } = attributes;
        let mut known: Vec<&[Term]> = Vec::with_capacity(premises.len());
        for premise in premises {
            let index = self.steps.get(premise).ok_or_else(|| format!("there is no step {premise} here"))?;
            known.push(&self.clauses[*index]);
        }
        let is_unknown = !rules::is_known(rule)
            && !rules::is_simplification(&Step { rule, clause, premises: Vec::new(), args });
        if HOLES.contains(rule) || is_unknown {
            self.hole(name, rule, args);
            return Ok(());
        }
        let step = Step { rule, clause, premises: known, args };
        if rules::is_simplification(&step) {
            if !rules::is_simplified(&self.problem.terms, &step) {
                self.hole(name, rule, args);
            }
            return Ok(());
        }
        rules::check(&mut Context { terms: &mut self.problem.terms, marks: &mut self.marks }, &step)
    }

    /// Notes a step that is not checked.
    fn hole(&mut self, name: &str, rule: &str, args: &[Arg]) {
        let axiom = match args.first() {
            Some(Arg::Text(axiom)) => format!(" {axiom}"),
            _ => String::new(),
        };
        self.holes.push(format!("step {name} ({rule}{axiom})"));
    }

    /// Keeps a step that was accepted, if that is asked for.
    fn export(&mut self, clause: &[Term], attributes: &Attributes<'a>) {
        let Some(exporter) = &mut self.exporter else { return };
        let Attributes { rule, premises, .. } = attributes;
        let known = premises.iter().filter_map(|premise| self.steps.get(premise));
        let known: Vec<&[Term]> = known.map(|index| &*self.clauses[*index]).collect();
        let assumptions = self.subproofs.iter().flat_map(|subproof| subproof.assumptions.iter());
        let open: Vec<Term> = assumptions.map(|(_, term)| *term).collect();
        exporter.step(&self.problem.terms, rule, &known, clause, &open);
    }

    /// Closes a subproof: what follows from its assumptions, or one of these is false.
    fn close(&mut self, clause: &[Term], attributes: &Attributes<'a>) -> Result<(), String> {
        let subproof = self.subproofs.pop().expect("a subproof is open");
        for name in &subproof.names {
            self.steps.remove(name);
        }
        if attributes.rule != "subproof" {
            return Err("this rule does not close subproofs here".to_string());
        }
        let is_local = |name: &&str| subproof.assumptions.iter().any(|(known, _)| known == name);
        if !attributes.discharge.iter().all(is_local) {
            return Err("what is discharged is no assumption of the subproof".to_string());
        }
        let last = subproof.last.ok_or("the subproof is empty")?;
        let assumed = subproof.assumptions.iter().map(|(_, term)| (*term, false));
        let literals = self.clauses[last].iter().map(|literal| (*literal, true));
        let needed: Vec<(Term, bool)> = assumed.chain(literals).collect();
        let mut context = Context { terms: &mut self.problem.terms, marks: &mut self.marks };
        match context.covers(clause, needed) {
            true => Ok(()),
            false => {
                Err("the conclusion lacks a literal of the last step or a negated assumption".to_string())
            }
        }
    }
}

/// Reads a list of names.
fn names<'a>(lexer: &mut Lexer<'a>) -> Result<Vec<&'a str>, SyntaxError> {
    lexer.expect(Token::Open)?;
    let mut names = Vec::new();
    while lexer.peek()? != Token::Close {
        names.push(lexer.symbol()?);
    }
    lexer.next()?;
    Ok(names)
}
