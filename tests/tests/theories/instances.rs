//! Random formulas with quantifiers over functions, arrays and elements of a declared sort, some with
//! patterns, which are decided by instances: answers against Z3.

use cfp_tests::random::Rng;
use cfp_tests::rounds::seeds;
use cfp_tests::z3::Z3;

const DECLARATIONS: &str = "(declare-sort U 0)(declare-const u U)(declare-const v U)\
    (declare-const a Int)(declare-const b Int)(declare-const m (Array Int Int))\
    (declare-fun f (Int) Int)(declare-fun g (U Int) Int)(declare-fun s (U) U)(declare-fun p (Int) Bool)\
    (declare-fun r (Int Int) Bool)(declare-fun q (U) Bool)\n";

/// A variable in scope: its name, and whether it is an integer.
type Variable = (String, bool);

struct Writer {
    rng: Rng,
    scope: Vec<Variable>,
    /// Applications of functions to variables, for patterns.
    applications: Vec<String>,
    names: usize,
}

impl Writer {
    fn variable(&mut self, is_integer: bool) -> Option<String> {
        let fitting: Vec<&Variable> = self.scope.iter().filter(|(_, kind)| *kind == is_integer).collect();
        match fitting.is_empty() {
            true => None,
            false => Some(fitting[self.rng.below(fitting.len())].0.clone()),
        }
    }

    fn element(&mut self) -> String {
        let leaf = self.variable(false).filter(|_| !self.rng.one_in(4));
        let leaf = leaf.unwrap_or_else(|| ["u", "v"][self.rng.below(2)].to_string());
        if self.rng.one_in(5) { self.applied(format!("(s {leaf})")) } else { leaf }
    }

    fn applied(&mut self, application: String) -> String {
        self.applications.push(application.clone());
        application
    }

    fn integer(&mut self, depth: usize) -> String {
        if depth == 0 || self.rng.one_in(3) {
            let leaf = self.variable(true).filter(|_| !self.rng.one_in(3));
            let constant = ["a", "b", "0", "1", "3", "(- 2)"][self.rng.below(6)];
            return leaf.unwrap_or_else(|| constant.to_string());
        }
        match self.rng.below(5) {
            0 => {
                let arg = self.integer(depth - 1);
                self.applied(format!("(f {arg})"))
            }
            1 => {
                let arg = self.integer(depth - 1);
                self.applied(format!("(select m {arg})"))
            }
            2 => {
                let (element, arg) = (self.element(), self.integer(depth - 1));
                self.applied(format!("(g {element} {arg})"))
            }
            3 => format!("(+ {} {})", self.integer(depth - 1), 1 + self.rng.below(3)),
            _ => format!("(- {} {})", self.integer(depth - 1), self.integer(depth - 1)),
        }
    }

    fn atom(&mut self) -> String {
        match self.rng.below(6) {
            0 => {
                let arg = self.integer(1);
                self.applied(format!("(p {arg})"))
            }
            1 => {
                let (left, right) = (self.integer(1), self.integer(1));
                self.applied(format!("(r {left} {right})"))
            }
            2 => {
                let element = self.element();
                self.applied(format!("(q {element})"))
            }
            3 => format!("(= {} {})", self.element(), self.element()),
            kind => {
                let relation = if kind == 4 { "=" } else { ["<", "<="][self.rng.below(2)] };
                format!("({relation} {} {})", self.integer(2), self.integer(2))
            }
        }
    }

    fn formula(&mut self, depth: usize) -> String {
        if depth == 0 {
            let atom = self.atom();
            return if self.rng.one_in(3) { format!("(not {atom})") } else { atom };
        }
        match self.rng.below(6) {
            0..=2 => self.quantified(depth),
            3 => format!("(not {})", self.formula(depth - 1)),
            kind => {
                let operator = ["and", "or", "=>", "="][if kind == 4 { 0 } else { 1 + self.rng.below(3) }];
                format!("({operator} {} {})", self.formula(depth - 1), self.formula(depth - 1))
            }
        }
    }

    fn quantified(&mut self, depth: usize) -> String {
        let number = 1 + self.rng.below(2);
        let first = self.scope.len();
        for _ in 0..number {
            self.names += 1;
            let is_integer = !self.rng.one_in(3);
            self.scope.push((format!("x{}", self.names), is_integer));
        }
        let sort = |is_integer: bool| if is_integer { "Int" } else { "U" };
        let binder: Vec<String> =
            self.scope[first..].iter().map(|(name, kind)| format!("({name} {})", sort(*kind))).collect();
        let outside = std::mem::take(&mut self.applications);
        let mut body = self.formula(depth - 1);
        if self.rng.one_in(3)
            && let Some(guarded) = self.variable(true)
        {
            body = format!("(=> (and (<= 0 {guarded}) (< {guarded} a)) {body})");
        }
        let own: Vec<String> = self.scope.drain(first..).map(|(name, _)| name).collect();
        let mentions = |text: &str, name: &String| text.split([' ', '(', ')']).any(|word| word == name);
        let within = std::mem::replace(&mut self.applications, outside);
        let is_closed = |text: &&String| {
            let words = text.split([' ', '(', ')']).filter(|word| word.starts_with('x'));
            words.into_iter().all(|word| own.iter().any(|name| name == word))
                && own.iter().any(|name| mentions(text, name))
        };
        let fitting: Vec<&String> = within.iter().filter(is_closed).take(3).collect();
        let has_all = own.iter().all(|name| fitting.iter().any(|text| mentions(text, name)));
        if has_all && !self.rng.one_in(3) {
            let pattern: Vec<&str> = fitting.iter().map(|text| text.as_str()).collect();
            body = format!("(! {body} :pattern ({}))", pattern.join(" "));
        }
        let quantifier = if self.rng.one_in(4) { "exists" } else { "forall" };
        format!("({quantifier} ({}) {body})", binder.join(" "))
    }
}

fn script(seed: u64) -> String {
    let writer_rng = Rng::new(seed);
    let mut writer = Writer { rng: writer_rng, scope: Vec::new(), applications: Vec::new(), names: 0 };
    let mut text = String::from(DECLARATIONS);
    for _ in 0..2 + writer.rng.below(5) {
        let depth = writer.rng.below(4);
        text += &format!("(assert {})\n", writer.formula(depth));
    }
    text + "(check-sat)\n"
}

#[test]
fn formulas_with_patterns_agree_with_z3() {
    let Some(mut z3) = Z3::start() else { return };
    let (mut unknown, mut answers) = (0, [0, 0]);
    for seed in seeds(80) {
        let text = script(seed);
        let limited = format!("(set-option :reproducible-resource-limit 200000)\n{text}");
        let ours = cfp_smtlib::run_script(&limited).trim().to_string();
        assert!(["sat", "unsat", "unknown"].contains(&ours.as_str()), "{ours}\n{text}");
        if ours == "unknown" {
            unknown += 1;
            continue;
        }
        answers[usize::from(ours == "sat")] += 1;
        let Some(theirs) = z3.run(&text) else { continue };
        let theirs = theirs.last().map_or("unknown", |answer| answer.as_str());
        assert!(
            theirs == "unknown" || theirs == "timeout" || ours == theirs,
            "seed {seed}: Z3 says {theirs}, we {ours}\n{text}"
        );
    }
    eprintln!("[unsat, sat]: {answers:?}, {unknown} unknown");
    assert!(answers.iter().all(|&count| count > 0), "both answers occur");
}
