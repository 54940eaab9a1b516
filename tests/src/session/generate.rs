//! Making sessions up. Terms are made top-down for a sort, with a number of operators that they may have.

use super::{InForce, Script, Sort, Step};
use crate::random::Rng;

/// A symbol that terms may use.
#[derive(Clone)]
struct Symbol {
    name: String,
    parameters: Vec<Sort>,
    sort: Sort,
}

impl Symbol {
    fn of(step: &Step) -> Option<Symbol> {
        let (name, parameters, sort) = match step {
            Step::Declare { name, parameters, sort } => (name, parameters.clone(), sort.clone()),
            Step::Define { name, parameters, sort, .. } => {
                (name, parameters.iter().map(|(_, sort)| sort.clone()).collect(), sort.clone())
            }
            Step::Assert { name: Some(name), .. } => (name, Vec::new(), Sort::Bool),
            _ => return None,
        };
        Some(Symbol { name: name.clone(), parameters, sort })
    }
}

/// The logics, with what belongs to them: integers, reals, functions, arrays, only differences.
const LOGICS: &[(&str, [bool; 5])] = &[
    ("QF_UF", [false, false, true, false, false]),
    ("QF_LIA", [true, false, false, false, false]),
    ("QF_IDL", [true, false, false, false, true]),
    ("QF_UFLIA", [true, false, true, false, false]),
    ("QF_LRA", [false, true, false, false, false]),
    ("QF_RDL", [false, true, false, false, true]),
    ("QF_LIRA", [true, true, false, false, false]),
    ("QF_UFLRA", [false, true, true, false, false]),
    ("QF_AX", [false, false, false, true, false]),
    ("QF_ALIA", [true, false, false, true, false]),
    ("QF_AUFLIA", [true, false, true, true, false]),
    ("ALL", [true, true, true, true, false]),
];

/// A random session.
pub fn script(rng: &mut Rng) -> Script {
    let (logic, [ints, reals, functions, arrays, differences]) = rng.pick(LOGICS);
    let script = Script {
        logic,
        cores: rng.one_in(2),
        minimal_cores: rng.one_in(8),
        global_declarations: rng.one_in(6),
        steps: Vec::new(),
    };
    let mut generator = Generator {
        ints,
        reals,
        functions,
        arrays,
        differences,
        odd_arrays: rng.one_in(20),
        has_sorts: functions || logic == "QF_AX",
        constants: if rng.one_in(30) { 1 << 60 } else { rng.pick(&[1, 2, 5, 12]) },
        size: if rng.one_in(5) { 40 } else { 1 + rng.below(12) },
        fuel: 0,
        names: 0,
        state: InForce::new(&script),
        locals: Vec::new(),
        script,
        rng,
    };
    generator.run();
    generator.script
}

struct Generator<'a> {
    rng: &'a mut Rng,
    script: Script,
    state: InForce,
    /// Variables of `let` and parameters.
    locals: Vec<Symbol>,
    ints: bool,
    reals: bool,
    functions: bool,
    arrays: bool,
    differences: bool,
    has_sorts: bool,
    /// Largest constant.
    constants: i64,
    /// Whether there are arrays with truth values as indices and constant arrays with indices of a declared
    /// sort.
    odd_arrays: bool,
    /// Operators per term, at most.
    size: usize,
    /// Operators left for the term being made.
    fuel: usize,
    /// How many names were given.
    names: usize,
}

impl Generator<'_> {
    fn run(&mut self) {
        self.declare_all();
        let most = self.rng.pick(&[10, 25, 50]);
        for _ in 0..4 + self.rng.below(most) {
            match self.rng.below(24) {
                0 => self.declare_constant(),
                1 if self.functions => self.declare_function(),
                2 => self.define(),
                3 | 4 => {
                    let levels = 1 + usize::from(self.rng.one_in(6));
                    self.step(Step::Push(levels));
                }
                5 | 6 => {
                    let levels = 1 + usize::from(self.rng.one_in(6));
                    self.step(Step::Pop(levels));
                }
                7 if self.rng.one_in(4) => {
                    self.step(Step::ResetAssertions);
                    if !self.script.global_declarations {
                        self.declare_all();
                    }
                }
                8..=17 => self.assert(),
                _ => self.check(),
            }
        }
        self.assert();
        self.check();
    }

    /// Adds a step, unless it cannot be taken here.
    fn step(&mut self, step: Step) {
        if self.state.take(&step) {
            self.script.steps.push(step);
        }
    }

    fn name(&mut self, prefix: &str) -> String {
        self.names += 1;
        if self.rng.one_in(30) {
            return format!("|{prefix} no. {}|", self.names);
        }
        format!("{prefix}{}", self.names)
    }

    fn declare_all(&mut self) {
        for _ in 0..if self.has_sorts { 1 + self.rng.below(2) } else { 0 } {
            let name = self.name("U");
            self.step(Step::DeclareSort(name.clone()));
            // Terms of the sort must always exist.
            self.declare(Vec::new(), Sort::Declared(name));
        }
        for _ in 0..2 + self.rng.below(4) {
            self.declare_constant();
        }
        for _ in 0..if self.functions { 1 + self.rng.below(2) } else { 0 } {
            self.declare_function();
        }
    }

    fn declare(&mut self, parameters: Vec<Sort>, sort: Sort) {
        let letter = match (&sort, parameters.len()) {
            (Sort::Bool, 0) => "p",
            (Sort::Int, 0) => "i",
            (Sort::Real, 0) => "r",
            (Sort::Declared(_), 0) => "u",
            (Sort::Array(_), 0) => "a",
            _ => "f",
        };
        let name = self.name(letter);
        self.step(Step::Declare { name, parameters, sort });
    }

    fn declare_constant(&mut self) {
        let sort = if self.arrays && self.rng.one_in(5) { self.array_sort() } else { self.sort() };
        self.declare(Vec::new(), sort);
    }

    fn declare_function(&mut self) {
        let parameters = (0..1 + self.rng.below(2)).map(|_| self.sort()).collect();
        let sort = self.sort();
        self.declare(parameters, sort);
    }

    fn define(&mut self) {
        let parameters: Vec<(String, Sort)> = (0..self.rng.below(3))
            .map(|_| {
                let sort = if self.differences { Sort::Bool } else { self.sort() };
                (self.name("x"), sort)
            })
            .collect();
        let local = |(name, sort): &(String, Sort)| Symbol {
            name: name.clone(),
            parameters: Vec::new(),
            sort: sort.clone(),
        };
        self.locals = parameters.iter().map(local).collect();
        let sort = if self.differences { Sort::Bool } else { self.sort() };
        let body = self.term(&sort);
        self.locals.clear();
        let name = self.name("d");
        self.step(Step::Define { name, parameters, sort, body });
    }

    fn assert(&mut self) {
        let term = self.term(&Sort::Bool);
        let name = self.rng.one_in(if self.script.cores { 2 } else { 10 }).then(|| self.name("n"));
        self.step(Step::Assert { name, term });
    }

    fn check(&mut self) {
        let count = if self.rng.one_in(3) { 1 + self.rng.below(3) } else { 0 };
        let assumptions = (0..count).map(|_| self.term(&Sort::Bool)).collect();
        let count = if self.rng.one_in(3) { 1 + self.rng.below(3) } else { 0 };
        let values = (0..count)
            .map(|_| {
                let sort = if self.differences { Sort::Bool } else { self.sort() };
                self.term(&sort)
            })
            .collect();
        self.step(Step::Check { assumptions, values });
    }

    /// The sorts in force that are no arrays; some more often than others.
    fn plain_sort(&mut self) -> Sort {
        let mut sorts = vec![Sort::Bool];
        let declared = self.state.steps.iter().filter_map(|step| match step {
            Step::DeclareSort(name) => Some(Sort::Declared(name.clone())),
            _ => None,
        });
        sorts.extend(declared);
        if self.ints {
            sorts.extend([Sort::Int, Sort::Int, Sort::Int]);
        }
        if self.reals {
            sorts.extend([Sort::Real, Sort::Real, Sort::Real]);
        }
        sorts[self.rng.below(sorts.len())].clone()
    }

    fn array_sort(&mut self) -> Sort {
        let index = match self.plain_sort() {
            Sort::Bool if !self.odd_arrays => self.plain_sort(),
            sort => sort,
        };
        let element = self.plain_sort();
        if index == Sort::Bool && !self.odd_arrays {
            return element;
        }
        let is_nested = self.rng.one_in(12);
        let element = if is_nested { Sort::Array(Box::new((index.clone(), element))) } else { element };
        Sort::Array(Box::new((index, element)))
    }

    /// Whether constant arrays with such indices may occur.
    fn may_be_constant(&self, index: &Sort) -> bool {
        self.odd_arrays || matches!(index, Sort::Int | Sort::Real)
    }

    /// A sort with terms of it that are no constant arrays.
    fn sort(&mut self) -> Sort {
        let is_array =
            |symbol: &Symbol| matches!(symbol.sort, Sort::Array(_)) && symbol.parameters.is_empty();
        if self.arrays
            && self.rng.one_in(3)
            && let Some(symbol) = self.symbol(is_array)
        {
            return symbol.sort;
        }
        self.plain_sort()
    }

    fn symbols(&self) -> impl Iterator<Item = Symbol> {
        // A definition that outlives its level may not use a label, which does not.
        let is_usable =
            |step: &&Step| !self.script.global_declarations || !matches!(step, Step::Assert { .. });
        let steps = self.state.steps.iter().filter(is_usable);
        steps.filter_map(Symbol::of).chain(self.locals.iter().cloned())
    }

    /// A symbol with a property, if there is one.
    fn symbol(&mut self, has_property: impl Fn(&Symbol) -> bool) -> Option<Symbol> {
        let mut found: Vec<Symbol> = self.symbols().filter(has_property).collect();
        if found.is_empty() {
            return None;
        }
        Some(found.swap_remove(self.rng.below(found.len())))
    }

    /// A term of a sort.
    fn term(&mut self, sort: &Sort) -> String {
        self.fuel = 1 + self.rng.below(self.size);
        self.part(sort)
    }

    /// A part of the term that is being made.
    fn part(&mut self, sort: &Sort) -> String {
        if self.fuel == 0 || self.rng.one_in(8) {
            return self.leaf(sort);
        }
        self.fuel -= 1;
        if self.differences && *sort != Sort::Bool {
            return self.leaf(sort);
        }
        match self.rng.below(12) {
            0 => {
                let condition = self.part(&Sort::Bool);
                format!("(ite {condition} {} {})", self.part(sort), self.part(sort))
            }
            1..=3 => self.application(sort),
            4 if self.arrays => self.select(sort),
            5 if self.locals.is_empty() && !self.differences => self.binding(sort),
            _ => match sort {
                Sort::Bool => self.formula(),
                Sort::Int => self.integer(),
                Sort::Real => self.real(),
                Sort::Declared(_) => self.application(sort),
                Sort::Array(parts) if self.may_be_constant(&parts.0) && self.rng.one_in(8) => {
                    format!("((as const {sort}) {})", self.part(&parts.1))
                }
                Sort::Array(parts) => {
                    let array = self.part(sort);
                    format!("(store {array} {} {})", self.part(&parts.0), self.part(&parts.1))
                }
            },
        }
    }

    fn parts(&mut self, sort: &Sort, count: usize) -> String {
        let parts: Vec<String> = (0..count).map(|_| self.part(sort)).collect();
        parts.join(" ")
    }

    fn leaf(&mut self, sort: &Sort) -> String {
        if matches!(sort, Sort::Declared(_) | Sort::Array(_)) || !self.rng.one_in(5) {
            let is_leaf = |symbol: &Symbol| symbol.parameters.is_empty() && symbol.sort == *sort;
            if let Some(symbol) = self.symbol(is_leaf) {
                return symbol.name;
            }
        }
        match sort {
            Sort::Bool => self.rng.pick(&["true", "false"]).to_string(),
            Sort::Int => self.whole(),
            Sort::Real => self.fraction(),
            Sort::Declared(name) => panic!("{name} has a constant"),
            Sort::Array(parts) => format!("((as const {sort}) {})", self.leaf(&parts.1)),
        }
    }

    /// An integer constant.
    fn whole(&mut self) -> String {
        match self.rng.range(-self.constants, self.constants) {
            value if value < 0 => format!("(- {})", -value),
            value => value.to_string(),
        }
    }

    /// A real constant, in all the ways in which it can be written.
    fn fraction(&mut self) -> String {
        let value = self.rng.range(0, self.constants);
        let positive = match self.rng.below(4) {
            0 if !self.ints => value.to_string(),
            0 | 1 => format!("{value}.{}", self.rng.pick(&["5", "25", "0", "125", "1"])),
            2 => format!("(/ {value} {})", self.rng.range(1, 4)),
            _ => format!("{value}.0"),
        };
        if self.rng.one_in(3) { format!("(- {positive})") } else { positive }
    }

    /// A declared or defined function, applied.
    fn application(&mut self, sort: &Sort) -> String {
        let is_function = |symbol: &Symbol| !symbol.parameters.is_empty() && symbol.sort == *sort;
        let Some(Symbol { name, parameters, .. }) = self.symbol(is_function) else {
            return self.leaf(sort);
        };
        let arguments: Vec<String> = parameters.iter().map(|sort| self.part(sort)).collect();
        format!("({name} {})", arguments.join(" "))
    }

    /// An element of an array.
    fn select(&mut self, sort: &Sort) -> String {
        let has_element = |symbol: &Symbol| matches!(&symbol.sort, Sort::Array(parts) if parts.1 == *sort);
        let Some(Symbol { sort: array, .. }) = self.symbol(has_element) else {
            return self.leaf(sort);
        };
        let Sort::Array(parts) = &array else { unreachable!("chosen for being one") };
        format!("(select {} {})", self.part(&array), self.part(&parts.0))
    }

    /// A `let` with one or two variables.
    fn binding(&mut self, sort: &Sort) -> String {
        let bound: Vec<(Symbol, String)> = (0..1 + self.rng.below(2))
            .map(|_| {
                let sort = self.sort();
                let value = self.part(&sort);
                (Symbol { name: self.name("v"), parameters: Vec::new(), sort }, value)
            })
            .collect();
        self.locals.extend(bound.iter().map(|(symbol, _)| symbol.clone()));
        let body = self.part(sort);
        self.locals.clear();
        let bindings: Vec<String> =
            bound.iter().map(|(symbol, value)| format!("({} {value})", symbol.name)).collect();
        format!("(let ({}) {body})", bindings.join(" "))
    }

    fn formula(&mut self) -> String {
        let several = 2 + self.rng.below(3);
        match self.rng.below(14) {
            0 => format!("(not {})", self.part(&Sort::Bool)),
            1 | 2 => {
                let connective = self.rng.pick(&["and", "or", "or", "=>", "xor", "="]);
                format!("({connective} {})", self.parts(&Sort::Bool, several))
            }
            3 => format!("(distinct {})", self.parts(&Sort::Bool, 2)),
            4..=6 => {
                let relation = self.rng.pick(&["=", "=", "distinct"]);
                let sort = self.sort();
                let count = if self.rng.one_in(4) { several } else { 2 };
                format!("({relation} {})", self.parts(&sort, count))
            }
            7 if self.ints && !self.differences => {
                let divisor = self.rng.range(1, 4);
                format!("((_ divisible {divisor}) {})", self.part(&Sort::Int))
            }
            8 if self.ints && self.reals => format!("(is_int {})", self.part(&Sort::Real)),
            _ if self.ints || self.reals => self.comparison(),
            _ => format!("(= {})", self.parts(&Sort::Bool, 2)),
        }
    }

    fn comparison(&mut self) -> String {
        let relation = self.rng.pick(&["<", "<=", ">", ">=", "=", "distinct"]);
        let sort = self.number_sort();
        if self.differences && self.rng.one_in(2) {
            let constant = if self.ints { self.whole() } else { self.fraction() };
            let (left, right) = (self.leaf_symbol(&sort), self.leaf_symbol(&sort));
            return format!("({relation} (- {left} {right}) {constant})");
        }
        let count = if self.rng.one_in(6) { 3 } else { 2 };
        // Integers may stand for reals.
        if self.ints && self.reals && self.rng.one_in(8) {
            return format!("({relation} {} {})", self.part(&Sort::Int), self.part(&Sort::Real));
        }
        format!("({relation} {})", self.parts(&sort, count))
    }

    fn number_sort(&mut self) -> Sort {
        match (self.ints, self.reals) {
            (true, true) => {
                if self.rng.one_in(2) {
                    Sort::Int
                } else {
                    Sort::Real
                }
            }
            (true, false) => Sort::Int,
            _ => Sort::Real,
        }
    }

    /// A constant symbol if there is one.
    fn leaf_symbol(&mut self, sort: &Sort) -> String {
        let is_leaf = |symbol: &Symbol| symbol.parameters.is_empty() && symbol.sort == *sort;
        self.symbol(is_leaf).map_or_else(|| self.leaf(sort), |symbol| symbol.name)
    }

    fn integer(&mut self) -> String {
        let int = Sort::Int;
        match self.rng.below(12) {
            0..=3 => {
                let count = 2 + self.rng.below(2);
                let operator = self.rng.pick(&["+", "+", "-"]);
                format!("({operator} {})", self.parts(&int, count))
            }
            4 => format!("(- {})", self.part(&int)),
            5 | 6 => format!("(* {} {})", self.whole(), self.part(&int)),
            7 | 8 => {
                let operator = self.rng.pick(&["div", "mod"]);
                format!("({operator} {} {})", self.part(&int), self.divisor())
            }
            9 => format!("(abs {})", self.part(&int)),
            10 if self.reals => format!("(to_int {})", self.part(&Sort::Real)),
            _ => self.leaf(&int),
        }
    }

    /// What an integer is divided by: sometimes zero, and hardly ever something else than a constant.
    fn divisor(&mut self) -> String {
        if self.script.logic == "ALL" && self.rng.one_in(15) {
            return self.part(&Sort::Int);
        }
        if self.rng.one_in(10) {
            return "0".to_string();
        }
        let divisor = self.rng.range(1, 5);
        if self.rng.one_in(4) { format!("(- {divisor})") } else { divisor.to_string() }
    }

    fn real(&mut self) -> String {
        let real = Sort::Real;
        match self.rng.below(12) {
            0..=3 => {
                let count = 2 + self.rng.below(2);
                let operator = self.rng.pick(&["+", "+", "-"]);
                let operands = self.parts(&real, count);
                if self.ints && self.rng.one_in(8) {
                    return format!("({operator} {operands} {})", self.part(&Sort::Int));
                }
                format!("({operator} {operands})")
            }
            4 => format!("(- {})", self.part(&real)),
            5 | 6 => format!("(* {} {})", self.fraction(), self.part(&real)),
            7 | 8 => {
                let divisor =
                    if self.rng.one_in(10) { "0.0".to_string() } else { self.rng.range(1, 4).to_string() };
                format!("(/ {} {divisor})", self.part(&real))
            }
            9 | 10 if self.ints => format!("(to_real {})", self.part(&Sort::Int)),
            _ => self.leaf(&real),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cfp_smtlib::{Config, Session};

    /// The generator makes scripts that the front end accepts.
    #[test]
    fn random_sessions_are_well_formed() {
        for seed in 0..300 {
            let text = script(&mut Rng::new(seed)).to_string();
            let mut config = Config::default();
            config.options.limits.ticks = Some(1);
            let questions = text.lines().filter(|line| !line.starts_with("(get-value"));
            let questions: String = questions.map(|line| format!("{line}\n")).collect();
            let outcome = Session::new(config).run(questions.as_bytes(), std::io::sink()).unwrap();
            assert_eq!(outcome.errors, 0, "{text}");
        }
    }
}
