//! The domain of multiword lists: on the programs of `bench-suites/heap/managers`, on programs that it must
//! not prove, and on mutants of those that it does.

use cfp_heap::analysis::{Abstraction, Options, Task};
use cfp_heap::front::{FrontError, Source, load};
use cfp_heap::interp::{Config, Outcome, ScriptedInputs, run};
use cfp_heap::ir::Program;
use cfp_heap::multiword::{MultiwordAnalysis, MultiwordOptions, analyze};
use cfp_heap::obligations::Proof;
use cfp_heap::verify::{Conclusion, verify};

/// The programs that the domain proves, with a limit on the symbolic heaps at a loop: those of the paper, or
/// fewer.
const PROVED: [(&str, usize); 8] = [
    ("malloc_firstfit_acyclic", 18),
    ("free_acyclic", 18),
    ("malloc_bestfit_acyclic", 90),
    ("malloc_roving", 40),
    ("free_roving", 30),
    ("free_kr", 89),
    ("malloc_kr", 100),
    ("manager_acyclic", 20),
];

/// A program; nothing if the library that parses C is missing, or if it is no C.
fn program(name: &str, text: &str) -> Option<Program> {
    match load(&[Source::text(&format!("{name}.c"), text)]) {
        Ok(loaded) => Some(loaded.program),
        Err(FrontError::Missing(missing)) => {
            eprintln!("skipped: {missing}");
            None
        }
        Err(_) => None,
    }
}

fn folder() -> String {
    concat!(env!("CARGO_MANIFEST_DIR"), "/../bench-suites/heap/managers").to_string()
}

fn text(name: &str) -> String {
    let path = format!("{}/{name}.c", folder());
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// How the whole tool analyses.
const USUAL: MultiwordOptions = MultiwordOptions { deadline: None, abstraction: None, widening: true };

/// Both kinds of abstraction by themselves.
const KINDS: [MultiwordOptions; 2] = [
    MultiwordOptions { abstraction: Some(Abstraction::History), ..USUAL },
    MultiwordOptions { abstraction: Some(Abstraction::Canonical), ..USUAL },
];

fn analysis(name: &str, options: MultiwordOptions) -> Option<MultiwordAnalysis> {
    let program = program(name, &text(name))?;
    Some(analyze(&Task::new(&program), options).expect("a program with headers"))
}

#[test]
fn managers_are_proved_by_both_kinds_of_abstraction() {
    for (name, states) in PROVED {
        let [Some(guided), Some(canonical)] = KINDS.map(|options| analysis(name, options)) else { return };
        for found in [&guided, &canonical] {
            assert_eq!(found.missing, None, "{name}");
            assert!(found.states <= states, "{name}: {} symbolic heaps", found.states);
        }
        // History is there to save work.
        assert!(guided.states < canonical.states && guided.rounds <= canonical.rounds, "{name}");
    }
}

#[test]
fn widening_only_drops_what_others_describe() {
    for name in ["malloc_firstfit_acyclic", "free_acyclic", "malloc_bestfit_acyclic", "free_kr"] {
        let without = MultiwordOptions { widening: false, ..USUAL };
        let [Some(with), Some(without)] = [KINDS[1], without].map(|options| analysis(name, options)) else {
            return;
        };
        assert_eq!((&without.missing, &with.proof), (&None, &without.proof), "{name}");
        assert!(with.states <= without.states, "{name}");
    }
}

#[test]
fn programs_with_errors_are_not_proved() {
    for entry in std::fs::read_dir(folder()).expect("the folder").flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let Some(name) = name.strip_suffix(".c").filter(|name| name.ends_with("_buggy")) else { continue };
        let Some(program) = program(name, &text(name)) else { return };
        for options in KINDS {
            let found = analyze(&Task::new(&program), options);
            assert!(found.is_none_or(|found| found.proof == Proof::Void), "{name}");
        }
    }
}

#[test]
fn the_whole_tool_gives_the_reason_of_the_domain_first() {
    let name = "malloc_kr_original";
    let Some(program) = program(name, &text(name)) else { return };
    let options = Options { effort: 10_000, ..Options::default() };
    let Conclusion::Unknown { open, .. } = verify(&Task::new(&program), &options).conclusion else {
        panic!("a verdict");
    };
    let reason = &open.first().expect("a reason").text;
    assert!(reason.contains("taken to end where base is, which is another object"), "{reason}");
}

#[test]
fn the_original_joins_blocks_with_the_static_header() {
    let Some(found) = analysis("malloc_kr_original", USUAL) else { return };
    let (_, reason) = found.missing.expect("a reason");
    assert!(reason.contains("taken to end where base is, which is another object"), "{reason}");
}

/// What all programs below begin with.
const PRELUDE: &str = "
    extern void *sbrk(long);
    extern void __VERIFIER_assume(int);
    extern unsigned long __VERIFIER_nondet_ulong(void);
    extern void *__VERIFIER_nondet_pointer(void);
    extern int __VERIFIER_nondet_int(void);
    extern int __cfp_block(const void *, const void *);
    struct node { struct node *next; unsigned long size; };
    struct node base, *list;
    int mw(struct node *p, struct node *e)
    { return p == e || (p && p->size >= 1 && __cfp_block(p + 1, p + p->size) && mw(p->next, e)); }
    int block(struct node *p) { return p && p->size >= 1 && __cfp_block(p + 1, p + p->size); }
";

/// Bodies of `main` with an error, or with something that is not modelled.
const NOT_PROVED: [(&str, &str); 16] = [
    ("first unit behind a block", "b[b->size].next = 0;"),
    ("before a block", "b[-1].size = 1;"),
    ("link that is not set", "struct node *q = b->next; if (q) return 1;"),
    ("a block of one unit has no second one", "b[1].size = 1;"),
    ("size that wraps around", "unsigned long n = b->size + m; if (n >= 2) b[n - 1].size = 0;"),
    ("size of which a part is written", "*(int *)&b->size = 1; b[b->size - 1].size = 0;"),
    ("address that leaves its object and returns", "struct node *q = b + m; q = q - m; q->size = 1;"),
    ("end of a block that is where another object is", "if (b + b->size == &base) b[b->size].size = 1;"),
    (
        "block that is used as two",
        "b->size = 2; b[1].size = 2; b[1].next = 0; b->next = b + 1; assert(mw(b, 0));",
    ),
    ("block in its own list", "b->next = b; assert(mw(b, 0));"),
    ("null", "if (l == 0) l->size = 1;"),
    ("memory that sbrk did not give", "struct node *q = sbrk(16); q->size = 1;"),
    ("more than sbrk gave", "struct node *q = sbrk(16); if (q != (void *)-1) q[1].size = 1;"),
    ("no more memory from sbrk", "struct node *q = sbrk(m); if (q != (void *)-1) q->size = 1;"),
    ("difference of sizes", "unsigned long n = b->size - 2; if (n > 0) b[n].size = 0;"),
    ("overflow", "int i = __VERIFIER_nondet_int(); b->size = 1; if (i + 1 > i) b->next = 0;"),
];

/// Bodies without an error, which must be proved: the tests above mean something then.
const RIGHT: [(&str, &str); 6] = [
    ("last unit", "if (b->size >= 2) b[b->size - 1].size = b->size;"),
    ("end of a block", "if (b + b->size == l) { if (l) l->size = l->size; }"),
    ("list with a block in front", "b->next = l; assert(mw(b, 0));"),
    ("memory from sbrk", "struct node *q = sbrk(32); if (q != (void *)-1) q[1].size = 1;"),
    (
        "split",
        "if (b->size > 2) { b[2].size = b->size - 2; b[2].next = l; b->size = 2; b->next = b + 2; assert(mw(b, 0)); }",
    ),
    ("join", "if (l && b + b->size == l) { b->next = l->next; b->size += l->size; assert(mw(b, 0)); }"),
];

/// Analyses a body, with a block `b`, a list `l` and a number `m` as inputs.
fn analyze_body(body: &str) -> Option<Option<(cfp_heap::ir::Pos, String)>> {
    let text = format!(
        "#include <assert.h>\n{PRELUDE}
        int main(void) {{
            struct node *b = __VERIFIER_nondet_pointer(), *l = __VERIFIER_nondet_pointer();
            unsigned long m = __VERIFIER_nondet_ulong();
            __VERIFIER_assume(block(b));
            __VERIFIER_assume(mw(l, 0));
            {body}
            return 0;
        }}"
    );
    let program = program("body", &text)?;
    Some(analyze(&Task::new(&program), USUAL).expect("a program with headers").missing)
}

#[test]
fn what_is_wrong_or_not_modelled_is_not_proved() {
    for (what, body) in NOT_PROVED {
        let Some(missing) = analyze_body(body) else { return };
        assert!(missing.is_some(), "{what}");
    }
    for (what, body) in RIGHT {
        let Some(missing) = analyze_body(body) else { return };
        assert_eq!(missing, None, "{what}");
    }
}

/// Pseudo-random numbers.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % bound
    }
}

/// Replacements of which a mutant has one or two.
const CHANGES: [(&str, &str); 22] = [
    ("==", "!="),
    ("!=", "=="),
    (" < ", " <= "),
    (" > ", " >= "),
    (">=", ">"),
    (" + ", " - "),
    ("+=", "-="),
    ("-=", "+="),
    ("prev", "cur"),
    ("cur", "prev"),
    ("bp", "p"),
    ("list", "cur"),
    ("best", "before"),
    ("rover", "cur"),
    ("&base", "p"),
    (" 0", " 1"),
    (" n;", " n - 1;"),
    ("&&", "||"),
    ("->next->next", "->next"),
    ("->next", ""),
    ("= n;", "= n + 1;"),
    ("size", "size - 1"),
];

/// A program with one change at a place in the code of the manager.
fn mutant(text: &str, random: &mut Random) -> String {
    let from = text.find("\n}\n").expect("the end of the checker");
    let is_code = |at: usize| {
        let line = text[text[..at].rfind('\n').unwrap_or(0) + 1..].lines().next().unwrap_or("");
        at > from && !["assume", "assert", "nondet"].iter().any(|word| line.contains(word))
    };
    loop {
        let (old, new) = CHANGES[random.below(CHANGES.len())];
        let places = text.match_indices(old).map(|(at, _)| at).filter(|at| is_code(*at));
        let places: Vec<usize> = places.collect();
        if !places.is_empty() {
            let at = places[random.below(places.len())];
            return format!("{}{new}{}", &text[..at], &text[at + old.len()..]);
        }
    }
}

/// Whether some run on small numbers has an error.
fn fails(program: &Program, random: &mut Random) -> Option<String> {
    let config = Config { steps: 20_000, ..Config::default() };
    (0..300).find_map(|_| {
        let inputs: Vec<i128> = (0..40).map(|_| random.below(10) as i128 - 1).collect();
        match run(program, &config, &mut ScriptedInputs::new(inputs)).outcome {
            Outcome::Violation(found) => Some(found.message),
            _ => None,
        }
    })
}

#[test]
fn mutants_that_are_proved_have_no_error() {
    let mut random = Random(11);
    let (mut proved, mut failed) = (0, 0);
    for name in [
        "malloc_firstfit_acyclic",
        "free_acyclic",
        "malloc_bestfit_acyclic",
        "malloc_roving",
        "manager_acyclic",
    ] {
        let original = text(name);
        for _ in 0..24 {
            let text = mutant(&original, &mut random);
            let text = if random.below(2) == 0 { mutant(&text, &mut random) } else { text };
            // Some are no C.
            let Some(program) = program(name, &text) else { continue };
            let is_proved = analyze(&Task::new(&program), USUAL).is_some_and(|found| found.missing.is_none());
            let error = fails(&program, &mut random);
            assert!(!is_proved || error.is_none(), "{name}: {error:?}\n{text}");
            proved += usize::from(is_proved);
            failed += usize::from(error.is_some());
        }
    }
    if program("empty", "int main(void) { return 0; }").is_some() {
        assert!(proved >= 5 && failed >= 20, "{proved} proved, {failed} with an error");
    }
}
