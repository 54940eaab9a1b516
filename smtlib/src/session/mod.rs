//! Sessions: reads commands, executes them and replies.
//!
//! This file is the loop. `settings` are the options of a session, `answers` the commands that query its
//! state, `cores` unsatisfiable cores, `priorities` objectives and `objectives` their optima, `formulas`
//! commands that reply with a formula, `proofs` proofs of `unsat`, `datatypes` what is true of datatypes.

mod answers;
mod cores;
mod datatypes;
mod formulas;
mod objectives;
mod priorities;
mod proofs;
mod settings;

use crate::control::{Control, Phase};
use crate::read::command::{Command, MAX_LEVELS, ReadCommand, Value, WrittenTerm};
use crate::read::scope::Scope;
use crate::read::term_reader::{Parser, Stacks};
use crate::text::diagnostic::{Diagnostic, Position, Result};
use crate::text::lexer::{Lexer, Token};
use crate::text::literal::string_literal;
use crate::text::names::Name;
use crate::text::theory::Logic;
use answers::Mode;
use cfp_solver::{Answer, Optimum, Options, Solver, Term, TermMark, Unknown};
use cores::Tracked;
use datatypes::Axioms;
use fxhash::FxHashSet;
use priorities::{Goal, Soft, Target};
use proofs::Proved;
use settings::{START_ONLY, SetError, Settings, option_names};
use std::io::{self, Read, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::time::Instant;

/// The configuration of a session.
#[derive(Clone, Debug)]
pub struct Config {
    /// The options of the engine initially and after `(reset)`.
    pub options: Options,
    /// When the whole session must end; a check that reaches it answers `unknown` and is the last.
    pub deadline: Option<Instant>,
    /// Flush every answer at once. If off, answers are flushed before checks and at the end.
    pub interactive: bool,
    /// After a rejected command that would have changed the assertions, checks answer `unknown`, because the
    /// problem is no longer the one that was stated. If off, the session continues without the rejected
    /// command, as the standard says; this suits interactive use.
    pub cautious: bool,
    /// Whether the script may open files for output (`:regular-output-channel`).
    pub may_open_files: bool,
    /// Answer `success` to commands that have no other answer, as if `:print-success` had been set.
    pub print_success: bool,
    /// Keep named assertions apart, as if `:produce-unsat-cores` had been set.
    pub produce_unsat_cores: bool,
    /// Write proofs of `unsat` into this file, as if `:produce-proofs` had been set.
    pub proof: Option<PathBuf>,
    /// Answer `unsat` only if the independent checker accepts the proof, as if `:check-proofs` and
    /// `:produce-proofs` had been set.
    pub check_proofs: bool,
    /// Follow each answer to a check by the engine's statistics, as comments.
    pub statistics: bool,
    /// Human-readable messages on the diagnostic channel, besides the `(error …)` replies.
    pub messages: Messages,
    /// The name of the input in messages.
    pub source_name: String,
}

/// Messages with the source line, a caret and a hint.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Messages {
    /// None.
    Off,
    /// As plain text.
    Plain,
    /// With colours for a terminal.
    Coloured,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            options: Options::default(),
            deadline: None,
            interactive: true,
            cautious: true,
            may_open_files: false,
            print_success: false,
            produce_unsat_cores: false,
            proof: None,
            check_proofs: false,
            statistics: false,
            messages: Messages::Off,
            source_name: "input".to_string(),
        }
    }
}

/// The outcome of a session.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// The number of `(error …)` replies.
    pub errors: usize,
    /// The number of those caused by defects of the solver.
    pub internal_errors: usize,
    /// Whether it was stopped by [`Control::stop`].
    pub stopped: bool,
    /// Whether the deadline ended it.
    pub timed_out: bool,
    /// How many `unsat` have no proof, though [`Config::proof`] asks for one.
    pub unproved: usize,
}

/// The reply to a command.
pub(crate) enum Reply {
    Success,
    Unsupported,
    Text(String),
    /// A text after which the session ends.
    Last(String),
    Exit,
}

/// A session of SMT-LIB commands.
///
/// ```
/// let mut session = cfp_smtlib::Session::new(cfp_smtlib::Config::default());
/// let mut output = Vec::new();
/// session.run(&b"(echo \"hello\") (set-logic)"[..], &mut output).unwrap();
/// let output = String::from_utf8(output).unwrap();
/// assert!(output.starts_with("\"hello\"\n(error \"line 1 column 26: expected"));
/// ```
pub struct Session {
    pub(crate) config: Config,
    pub(crate) settings: Settings,
    pub(crate) solver: Solver,
    pub(crate) scope: Scope,
    pub(crate) mode: Mode,
    /// The named assertions that unsatisfiable cores are made of, oldest first.
    pub(crate) tracked: Vec<Tracked>,
    /// The axioms about terms of datatypes that were asserted.
    pub(crate) axioms: Axioms,
    /// The objectives, and the soft constraints behind those that are not terms.
    pub(crate) targets: Vec<Target>,
    pub(crate) soft: Vec<Soft>,
    /// The optima that the last check found, and the points of the Pareto front found so far.
    pub(crate) optima: Vec<Optimum>,
    pub(crate) front: Vec<Vec<cfp_solver::Value>>,
    /// The proof of the last check, or why there is none; and the assertions and assumptions to blame.
    pub(crate) proof: Option<Proved>,
    pub(crate) blamed: FxHashSet<Term>,
    /// How many checks there were, and how many of them are to have a proof.
    pub(crate) num_checks: usize,
    pub(crate) num_proofs: usize,
    /// How many assertions there were at each `push`.
    pub(crate) level_starts: Vec<usize>,
    /// For each level, the outermost included: the terms and the number of names since which nothing was
    /// added to it; none if something was added since the last `push`.
    level_marks: Vec<Option<(TermMark, usize)>>,
    logic: Option<Logic>,
    /// What the script says that the next check should answer.
    status: Option<String>,
    /// The lowest level with a rejected command that would have changed what is asserted, and its place.
    rejected: Option<(usize, Position)>,
    /// The same for commands that would only have added something. What is asserted without them may be
    /// unsatisfiable; whether it is satisfiable says nothing.
    missing: Option<(usize, Position)>,
    /// Whether the reader is among tokens outside of commands, which were complained about already.
    in_garbage: bool,
    stacks: Stacks,
    control: Control,
    outcome: Outcome,
}

impl Session {
    /// A new session.
    pub fn new(config: Config) -> Session {
        let mut session = Session {
            settings: Settings::default(),
            solver: Solver::new(),
            scope: Scope::new(),
            mode: Mode::Assert,
            tracked: Vec::new(),
            axioms: Axioms::default(),
            targets: Vec::new(),
            soft: Vec::new(),
            optima: Vec::new(),
            front: Vec::new(),
            proof: None,
            blamed: FxHashSet::default(),
            num_checks: 0,
            num_proofs: 0,
            level_starts: Vec::new(),
            level_marks: vec![None],
            logic: None,
            status: None,
            rejected: None,
            missing: None,
            in_garbage: false,
            stacks: Stacks::default(),
            control: Control::default(),
            outcome: Outcome::default(),
            config,
        };
        session.reset();
        session
    }

    /// A handle by which other threads can stop this session.
    pub fn control(&self) -> Control {
        self.control.clone()
    }

    /// Converts the session into its solver, with all assertions.
    pub fn into_solver(self) -> Solver {
        self.solver
    }

    /// The solver of the session, with all assertions.
    pub fn solver(&self) -> &Solver {
        &self.solver
    }

    /// The declared constants and functions in scope, oldest first.
    pub fn declared(&self) -> &[cfp_solver::Symbol] {
        self.scope.declared()
    }

    /// Runs commands until `(exit)`, the end of the input, or [`Control::stop`]. Fails only if the output
    /// does.
    pub fn run(&mut self, mut input: impl Read, mut output: impl Write) -> io::Result<Outcome> {
        let mut lexer = Lexer::new(&mut input);
        while self.step(&mut lexer, &mut output)? && !self.control.is_stopped() {}
        output.flush()?;
        self.outcome.stopped |= self.control.is_stopped();
        Ok(self.outcome)
    }

    /// Reads, executes and answers one command; `false` after the last.
    fn step(&mut self, lexer: &mut Lexer, output: &mut dyn Write) -> io::Result<bool> {
        self.control.set_phase(Phase::Reading);
        lexer.set_memory_limit(self.solver.options().limits.memory);
        match lexer.next() {
            Ok(Token::End) => return Ok(false),
            Ok(Token::Open) => {}
            Ok(token) => {
                let found = lexer.describe(token);
                let error = lexer.error_here(format!("expected a command in parentheses, found {found}"));
                return self.garbage(error, lexer, output);
            }
            Err(error) => return self.garbage(error, lexer, output),
        }
        self.in_garbage = false;
        let mark = self.scope.mark();
        let datatypes_before = self.scope.datatypes.len();
        self.scope.was_taken.set(false);
        let success_before = self.settings.print_success;
        let mut name = String::new();
        let done = catch_unwind(AssertUnwindSafe(|| self.command(lexer, output, &mut name)));
        self.control.set_phase(Phase::Answering);
        self.warn(lexer, output);
        match done {
            Ok(Ok(reply)) => {
                self.scope.commit(mark);
                // Any term may mention a new instance of a datatype with parameters.
                if self.scope.datatypes.len() > datatypes_before {
                    self.forget_level_mark();
                }
                if matches!(reply, Reply::Unsupported) {
                    self.reject(&name, lexer.position());
                }
                let success = if name == "reset" { success_before } else { self.settings.print_success };
                self.answer(reply, success, output)
            }
            Ok(Err(error)) => {
                self.scope.roll_back(mark);
                let place = error.position.unwrap_or_else(|| lexer.position());
                self.reject(&name, place);
                self.complain(error, lexer, output)?;
                // What is left of the command is waited for only after the answer.
                self.control.set_phase(Phase::Reading);
                let ended = lexer.at_end();
                match lexer.skip_command() {
                    Some(error) if !ended => self.complain(error, lexer, output)?,
                    _ => {}
                }
                Ok(true)
            }
            Err(panic) => {
                self.outcome.internal_errors += 1;
                let error = Diagnostic::general(format!("internal error: {}", panic_text(panic.as_ref())));
                let error = error.hint("everything declared and asserted so far is forgotten");
                self.complain(error, lexer, output)?;
                self.reset();
                self.rejected = Some((0, lexer.position()));
                lexer.skip_command();
                Ok(true)
            }
        }
    }

    /// Records that a command was rejected, if that changes the meaning of later checks. Additions to a level
    /// are forgotten with the level; other changes affect the rest of the session.
    ///
    /// A declaration whose name has a meaning already is no mere addition: later assertions may mean the
    /// other one. Any other name is unknown after it, so that what uses it is rejected, too. Commands with
    /// several names may not have been read up to the last one.
    fn reject(&mut self, name: &str, place: Position) {
        if is_harmless(name) {
            return;
        }
        let asserts = ["assert", "assert-soft", "maximize", "minimize"].contains(&name);
        let declares = name.starts_with("declare-") || name.starts_with("define-");
        let belongs_to_level = asserts || (declares && !self.settings.global_declarations);
        let level = if belongs_to_level { self.solver.level() } else { 0 };
        let declares_one = ["declare-const", "declare-fun", "define-const", "define-fun", "define-fun-rec"];
        let only_adds = (asserts || declares_one.contains(&name)) && !self.scope.was_taken.get();
        let lowest = if only_adds { &mut self.missing } else { &mut self.rejected };
        if lowest.is_none_or(|(lowest, _)| level < lowest) {
            *lowest = Some((level, place));
        }
    }

    /// Reports tokens outside of commands, once up to the next command.
    fn garbage(&mut self, error: Box<Diagnostic>, lexer: &Lexer, output: &mut dyn Write) -> io::Result<bool> {
        if !std::mem::replace(&mut self.in_garbage, true) {
            self.reject("", lexer.position());
            self.complain(error, lexer, output)?;
        }
        Ok(true)
    }

    fn complain(
        &mut self,
        mut error: Box<Diagnostic>,
        lexer: &Lexer,
        output: &mut dyn Write,
    ) -> io::Result<()> {
        self.outcome.errors += 1;
        log::info!("{error}");
        let mut regular = self.settings.regular.writer(output);
        writeln!(regular, "(error {})", string_literal(&error.to_string()))?;
        if self.config.interactive || self.config.messages != Messages::Off {
            regular.flush()?;
        }
        drop(regular);
        if self.config.messages != Messages::Off {
            error.source_line = error.position.and_then(|position| lexer.source_line(position));
            let text = error.render(&self.config.source_name, self.config.messages == Messages::Coloured);
            // A diagnostic channel that does not take the message must not stop the session.
            let _ = self.settings.diagnostic.writer(output).write_all(text.as_bytes());
        }
        Ok(())
    }

    /// Gives the warnings about the last command, if anybody wants messages.
    fn warn(&mut self, lexer: &Lexer, output: &mut dyn Write) {
        for warning in self.scope.warnings.drain(..) {
            log::warn!("{warning}");
            if self.config.messages != Messages::Off {
                let (name, place) = (&self.config.source_name, lexer.position());
                // A diagnostic channel that does not take the message must not stop the session.
                let _ =
                    writeln!(self.settings.diagnostic.writer(output), "warning: {name}: {place}: {warning}");
            }
        }
    }

    fn answer(&mut self, reply: Reply, success: bool, output: &mut dyn Write) -> io::Result<bool> {
        let mut regular = self.settings.regular.writer(output);
        let goes_on = !matches!(reply, Reply::Exit | Reply::Last(_));
        match reply {
            Reply::Success | Reply::Exit if success => writeln!(regular, "success")?,
            Reply::Success | Reply::Exit => return Ok(goes_on),
            Reply::Unsupported => writeln!(regular, "unsupported")?,
            Reply::Text(text) | Reply::Last(text) => writeln!(regular, "{text}")?,
        }
        if self.config.interactive {
            regular.flush()?;
        }
        Ok(goes_on)
    }

    /// Reads the rest of a command and executes it.
    fn command(&mut self, lexer: &mut Lexer, output: &mut dyn Write, name: &mut String) -> Result<Reply> {
        let mut parser = Parser {
            lexer,
            scope: &mut self.scope,
            terms: self.solver.terms_mut(),
            stacks: &mut self.stacks,
            template: None,
        };
        let ReadCommand { command, place } = parser.command(name)?;
        let reply = self.execute(command, output);
        reply.map_err(|mut error| {
            error.position = error.position.or(Some(place));
            error
        })
    }

    fn execute(&mut self, command: Command, output: &mut dyn Write) -> Result<Reply> {
        let adds = matches!(
            command,
            Command::Assert(..)
                | Command::AssertSoft { .. }
                | Command::Optimize(..)
                | Command::Declare(..)
                | Command::DeclareDatatypes
                | Command::DeclareSort(..)
                | Command::Define(..)
                | Command::DefineRecursive(..)
                | Command::DefineSort(..)
        );
        if adds {
            self.forget_level_mark();
            self.front.clear();
        }
        match command {
            Command::Assert(term, name) => self.assert(term, name),
            Command::AssertSoft { formula, weight, id } => {
                self.mode = Mode::Assert;
                self.add_soft(formula, weight, id);
                self.add_datatype_axioms(&[formula]);
            }
            Command::CheckSat => return Ok(self.check(Vec::new(), output)),
            Command::CheckSatAssuming(assumptions) => return Ok(self.check(assumptions, output)),
            Command::Declare(name, parameters, sort) => {
                let text = self.scope.names.text(name);
                let symbol = self.solver.terms_mut().declare_function(text, &parameters, sort);
                self.scope.declare(name, symbol, self.solver.terms_mut());
            }
            Command::DeclareDatatypes => {}
            Command::DeclareSort(name, arity) => {
                let Scope { names, sort_table, .. } = &mut self.scope;
                let meaning = sort_table.declare(names, self.solver.terms_mut(), name, arity);
                self.scope.define_sort(name, meaning);
            }
            Command::Define(name, binding) => self.scope.define(name, binding),
            Command::DefineRecursive(definitions) => {
                if self.settings.global_declarations {
                    let why = "recursive definitions are assertions, which global declarations would outlive";
                    return Err(Diagnostic::general(why));
                }
                self.mode = Mode::Assert;
                definitions.iter().for_each(|&definition| self.solver.assert(definition));
                self.add_datatype_axioms(&definitions);
            }
            Command::DefineSort(name, meaning) => self.scope.define_sort(name, meaning),
            Command::Eliminate(formula) => return self.get_qe(formula, output),
            Command::Interpolate(name, formula) => return self.get_interpolant(&name, formula, output),
            Command::Abduct(name, formula) => return self.get_abduct(&name, formula, output),
            Command::Echo(text) => return Ok(Reply::Text(string_literal(&text))),
            Command::Eval(term) => return self.eval(term, output),
            Command::Exit => return Ok(Reply::Exit),
            Command::GetAssertions => return self.get_assertions(),
            Command::GetAssignment => return self.get_assignment(output),
            Command::GetInfo(name) => return self.get_info(&name),
            Command::GetModel => return self.get_model(),
            Command::GetObjectives => return self.get_objectives(),
            Command::GetOption(name) => {
                let value = self.settings.get(self.solver.options(), &name);
                return Ok(value.map_or(Reply::Unsupported, Reply::Text));
            }
            Command::GetProof => return self.get_proof(),
            Command::GetUnsatAssumptions => return self.get_unsat_assumptions(),
            Command::GetUnsatCore => return self.get_unsat_core(),
            Command::GetValue(terms) => return self.get_value(&terms, output),
            Command::Optimize(WrittenTerm { text, term }, maximize) => {
                self.mode = Mode::Assert;
                let (level, goal) = (self.solver.level(), Goal::Term(term, maximize));
                self.targets.push(Target { level, text, goal });
                self.add_datatype_axioms(&[term]);
            }
            Command::Pop(count) => self.pop(count)?,
            Command::Push(count) => self.push(count)?,
            Command::Reset => self.reset(),
            Command::ResetAssertions => self.reset_assertions(),
            Command::SetInfo(name, value) => {
                if let (true, Value::Word(status)) = (name == "status", value) {
                    self.status = Some(status);
                }
            }
            Command::SetLogic(name) => self.set_logic(&name)?,
            Command::SetOption(name, value) => return self.set_option(&name, &value),
            Command::Simplify(term) => return Ok(self.simplify(term, output)),
            Command::Unsupported => return Ok(Reply::Unsupported),
        }
        Ok(Reply::Success)
    }

    fn assert(&mut self, term: Term, name: Option<Name>) {
        self.mode = Mode::Assert;
        match name.filter(|_| self.settings.produce_unsat_cores) {
            Some(name) => {
                self.tracked.push(Tracked { position: self.solver.assertions().len(), name });
                self.solver.assert_tracked(term);
            }
            None => self.solver.assert(term),
        }
        self.add_datatype_axioms(&[term]);
    }

    fn reset_assertions(&mut self) {
        self.mode = Mode::Assert;
        self.tracked.clear();
        self.axioms = Axioms::default();
        self.forget_objectives();
        self.level_starts.clear();
        self.level_marks = vec![None];
        self.solver.reset_assertions();
        self.scope.reset_assertions();
        self.rejected = None;
        self.missing = None;
    }

    /// Asks the engine. The time it has is what the script allows and what is left of the whole session.
    fn check(&mut self, assumptions: Vec<WrittenTerm>, output: &mut dyn Write) -> Reply {
        // Everything said so far is seen before a long silence; if it cannot be written, the answer cannot
        // either.
        let _ = self.settings.regular.writer(output).flush();
        let answer = match self.rejected {
            Some((_, place)) if self.config.cautious => {
                self.solver.forget_answer();
                let why = format!("the command at {place} was rejected");
                Answer::Unknown(Unknown::other(why))
            }
            _ => {
                self.num_checks += 1;
                let terms: Vec<Term> = assumptions.iter().map(|assumption| assumption.term).collect();
                self.add_datatype_axioms(&terms);
                match (self.check_terms(&terms), self.missing) {
                    (Answer::Sat, Some((_, place))) if self.config.cautious => {
                        self.solver.forget_answer();
                        let why = format!("the command at {place} was rejected");
                        Answer::Unknown(Unknown::other(why))
                    }
                    (Answer::Sat, _) => self.checked_data(&terms),
                    (answer, _) => answer,
                }
            }
        };
        let text = match &answer {
            Answer::Sat => "sat",
            Answer::Unsat => "unsat",
            Answer::Unknown(reason) => {
                log::info!("unknown: {reason}");
                "unknown"
            }
        };
        if let Some(status) =
            self.status.take().filter(|status| !["unknown", text].contains(&status.as_str()))
        {
            log::warn!("the script announces {status}, the answer is {text}");
        }
        self.mode = match answer {
            Answer::Sat => Mode::Sat,
            Answer::Unsat => {
                let failed = self.failed(&assumptions);
                if let Err(why) = self.write_proof(&failed) {
                    self.scope.warnings.push(format!("unsat without a proof: {why}"));
                    self.outcome.unproved += 1;
                }
                Mode::Unsat { assumptions, failed, core: self.read_core() }
            }
            Answer::Unknown(reason) => Mode::Unknown(reason),
        };
        let mut text = text.to_string();
        if self.config.statistics {
            text.push_str(&self.statistics_comments());
        }
        let over = self.config.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        self.outcome.timed_out |= over;
        if over || self.control.is_stopped() { Reply::Last(text) } else { Reply::Text(text) }
    }

    /// The answer after `sat`: unknown if no values for the elements of datatypes were found.
    fn checked_data(&mut self, assumptions: &[Term]) -> Answer {
        match self.find_data(assumptions) {
            Ok(()) => Answer::Sat,
            Err(why) => {
                self.solver.forget_answer();
                Answer::Unknown(Unknown::other(why))
            }
        }
    }

    /// A check by the engines that the settings ask for.
    fn check_terms(&mut self, assumptions: &[Term]) -> Answer {
        let Settings { produce_proofs, check_proofs, .. } = self.settings;
        if (produce_proofs || check_proofs) && self.targets.is_empty() && self.scope.datatypes.is_empty() {
            return self.check_with_proof(assumptions);
        }
        self.proof = None;
        let answer = self.check_objectives(assumptions);
        let failed = self.solver.failed_assumptions();
        self.blamed = self.solver.unsat_core().iter().chain(failed).copied().collect();
        match answer {
            Answer::Unsat if check_proofs => Answer::Unknown(Unknown::other(proofs::NOT_ABOUT)),
            answer => answer,
        }
    }

    /// The assumptions that are to blame for an `unsat`.
    fn failed(&self, assumptions: &[WrittenTerm]) -> Vec<Term> {
        let mut blamed = self.blamed.clone();
        let terms = assumptions.iter().map(|assumption| assumption.term);
        terms.filter(|term| blamed.remove(term)).collect()
    }

    /// One check of the engine in the time that is left.
    pub(crate) fn ask_engine(&mut self, assumptions: &[Term]) -> Answer {
        self.in_time_left(|solver| solver.check_assuming(assumptions))
    }

    /// A question to the engine that may take long, in the time that is left, after everything said so far
    /// was written.
    pub(crate) fn with_engine<T>(&mut self, output: &mut dyn Write, ask: impl FnOnce(&mut Solver) -> T) -> T {
        let _ = self.settings.regular.writer(output).flush();
        self.in_time_left(ask)
    }

    pub(crate) fn in_time_left<T>(&mut self, ask: impl FnOnce(&mut Solver) -> T) -> T {
        let asked = self.solver.options().limits.time;
        if let Some(deadline) = self.config.deadline {
            let left = deadline.saturating_duration_since(Instant::now());
            self.solver.options_mut().limits.time = Some(asked.map_or(left, |asked| asked.min(left)));
        }
        self.control.set_phase(Phase::Checking);
        let answer = ask(&mut self.solver);
        self.control.set_phase(Phase::Answering);
        self.solver.options_mut().limits.time = asked;
        answer
    }

    /// Notes that something was added to the newest level.
    pub(crate) fn forget_level_mark(&mut self) {
        *self.level_marks.last_mut().expect("there is always a level") = None;
    }

    fn push(&mut self, count: usize) -> Result<()> {
        if self.solver.level() + count > MAX_LEVELS {
            return Err(Diagnostic::general(format!("more than {MAX_LEVELS} levels are not supported")));
        }
        self.mode = Mode::Assert;
        for _ in 0..count {
            self.level_starts.push(self.solver.assertions().len());
            let now = || (self.solver.terms().mark(), self.scope.names.len());
            let mark =
                self.level_marks.last_mut().expect("there is always a level").get_or_insert_with(now).clone();
            self.level_marks.push(Some(mark));
            self.solver.push();
            self.scope.push();
            self.axioms.push();
        }
        Ok(())
    }

    fn pop(&mut self, count: usize) -> Result<()> {
        let open = self.solver.level();
        if count > open {
            let levels = if open == 1 { "level is" } else { "levels are" };
            return Err(Diagnostic::general(format!("cannot pop {count}: {open} {levels} open")));
        }
        self.mode = Mode::Assert;
        for _ in 0..count {
            self.solver.pop();
            self.scope.pop();
        }
        self.level_starts.truncate(self.solver.level());
        let level = self.solver.level();
        self.targets.retain(|target| target.level <= level);
        self.soft.retain(|soft| soft.level <= level);
        self.front.clear();
        self.release(self.solver.level());
        let assertions = self.solver.assertions().len();
        self.tracked.retain(|tracked| tracked.position < assertions);
        self.axioms.pop(level, assertions);
        for rejected in [&mut self.rejected, &mut self.missing] {
            if rejected.is_some_and(|(lowest, _)| lowest > level) {
                *rejected = None;
            }
        }
        Ok(())
    }

    /// Gives back the memory of terms and names that closed levels have left behind, if it is more than that
    /// of all others: what is kept about terms from check to check goes with them, so this must not happen
    /// often.
    fn release(&mut self, level: usize) {
        const FEW: usize = 20_000;
        self.level_marks.truncate(level + 1);
        let Some(Some((terms, names))) = self.level_marks.last().cloned() else { return };
        let dead = self.solver.terms().len() - terms.num_terms();
        // A question may have given a name to a term that it made.
        let has_named = self.scope.named().iter().any(|(_, term)| term.index() >= terms.num_terms());
        if dead > FEW.max(terms.num_terms()) && !has_named && !self.settings.global_declarations {
            self.solver.release_terms(&terms);
            self.scope.forget_names(names);
        }
    }

    fn forget_objectives(&mut self) {
        self.targets.clear();
        self.soft.clear();
        self.optima.clear();
        self.front.clear();
    }

    fn reset(&mut self) {
        self.solver = Solver::with_options(self.config.options.clone());
        self.solver.set_interrupt(self.control.interrupt());
        self.scope = Scope::new();
        self.settings = Settings {
            print_success: self.config.print_success,
            produce_unsat_cores: self.config.produce_unsat_cores,
            produce_proofs: self.config.proof.is_some() || self.config.check_proofs,
            check_proofs: self.config.check_proofs,
            ..Settings::default()
        };
        self.mode = Mode::Assert;
        self.tracked.clear();
        self.axioms = Axioms::default();
        self.forget_objectives();
        self.level_starts.clear();
        self.level_marks = vec![None];
        self.logic = None;
        self.status = None;
        self.rejected = None;
        self.missing = None;
        self.stacks = Stacks::default();
    }

    fn set_logic(&mut self, name: &str) -> Result<()> {
        if let Some(logic) = &self.logic {
            let message = format!("the logic is already set, to {}", logic.name);
            return Err(Diagnostic::general(message).hint("(reset) starts anew"));
        }
        if self.has_begun() {
            return Err(Diagnostic::general("set-logic must come before declarations and assertions"));
        }
        let logic = Logic::find(name).unwrap_or_else(|| {
            let problem = match Logic::is_foreign(name) {
                true => "has theories that are not supported",
                false => "is not known",
            };
            self.scope.warnings.push(format!("the logic {name} {problem}; it is read as ALL"));
            Logic { name: name.to_string(), ..Logic::all() }
        });
        self.logic = Some(logic.clone());
        self.scope.enter_logic(logic);
        Ok(())
    }

    /// Whether something was declared, defined or asserted, or a level opened.
    fn has_begun(&self) -> bool {
        !self.scope.is_untouched() || !self.solver.assertions().is_empty() || self.solver.level() > 0
    }

    fn set_option(&mut self, name: &str, value: &Value) -> Result<Reply> {
        let late = self.logic.is_some() || self.has_begun();
        // To say again what holds already does no harm at any time.
        let changes = self.settings.get(self.solver.options(), name) != value.as_word().map(str::to_string);
        if late && changes && START_ONLY.contains(&name) {
            let message = format!("the option {name} can be changed only before set-logic and declarations");
            return Err(Diagnostic::general(message).hint("(reset) starts anew"));
        }
        match self.settings.set(self.solver.options_mut(), name, value, self.config.may_open_files) {
            Ok(()) => {
                self.scope.global_declarations = self.settings.global_declarations;
                Ok(Reply::Success)
            }
            Err(SetError::Unsupported) => {
                if let Some(meant) = crate::text::diagnostic::nearest(name, option_names()) {
                    log::warn!("no option {name}; did you mean {meant}?");
                }
                Ok(Reply::Unsupported)
            }
            Err(SetError::WrongValue(wanted)) => {
                Err(Diagnostic::general(format!("bad value of the option {name}, expected {wanted}")))
            }
            Err(SetError::Failed(why)) => Err(Diagnostic::general(why)),
        }
    }
}

/// Whether a command leaves what is asserted as it is, so that a mistake in it cannot make later answers
/// wrong.
fn is_harmless(name: &str) -> bool {
    let harmless = ["check-", "get-", "set-"];
    harmless.iter().any(|prefix| name.starts_with(prefix))
        || ["echo", "eval", "exit", "simplify"].contains(&name)
}

fn panic_text(panic: &(dyn std::any::Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("no message")
}
