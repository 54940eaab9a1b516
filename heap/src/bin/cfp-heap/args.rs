//! The arguments of the command: parsing, help, manual page and completions come from these definitions.

use cfp_heap::analysis::{Abstraction, Calls, MemoryModel};
use cfp_heap::techniques::Technique;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{ArgAction, ArgGroup, Parser, ValueEnum};
use clap_complete::Shell;
use std::path::PathBuf;

const AFTER_HELP: &str = "\
Compiler flags may appear anywhere, so that $CFLAGS can be given. Those that matter to the meaning of the
program are heeded (-I, -D, -U, -include, -isystem, -std=, -x, -m32, -m64, -march=, -W..., -funsigned-char and
the like); those for code, linker and dependencies are ignored (-c, -o FILE, -O..., -g..., -l..., -L..., -M...,
-mtune=, -pipe, -Werror and the like).

Examples:
  cfp-heap list.c                          prove or refute the program that starts with main
  cfp-heap -m32 -Iinclude a.c b.i          a program of two files, for a 32-bit target
  cfp-heap $CFLAGS -c a.c                  with the flags of a makefile
  sed s/x/y/ a.c | cfp-heap -              a program on standard input
  cfp-heap -p build                        all files of build/compile_commands.json
  cfp-heap --run --input 3,-1 list.c       run it: the first two inputs are 3 and -1, all others 0
  cfp-heap --run --trace list.c            run it and show the last steps
  cfp-heap --stubs io.c list.c             take definitions of library functions from io.c
  cfp-heap --checkers lists.ind list.c     with definitions of the structures that list.c assumes
  cfp-heap --checkers lists.ind --entry push list.c
                                           all calls of push that its contract in lists.ind allows
  cfp-heap --inputs 'read_*,key' list.c    functions of these names, without a body, give inputs
  cfp-heap --property valid-memsafety a.i  answer as in software verification competitions
  cfp-heap --property unreach-call --witness w.yml a.c
                                           and write a witness
  cfp-heap --format sarif list.c           findings for editors and code scanning services
  cfp-heap --invariants list.c             and show the loop invariants of a proof
  cfp-heap --stats list.c                  show statistics
  cfp-heap --stats --without unrolling,sums list.c
                                           the same, without two techniques of the analysis
  cfp-heap --emit-queries out list.c       write every solver query to out/000001.smt2, ...
  cfp-heap --html out.html list.c          a page with the findings and a drawing of the symbolic heap
  cfp-heap --html out.html --at 12 list.c  the same with the heap before line 12
  cfp-heap --memory contents list.c        analyse without memory invariants
  cfp-heap --ints math list.c              analyse with mathematical integers
  cfp-heap --solver 'z3 -in' list.c        ask another solver, for comparison
  cfp-heap --print ir list.c               print the intermediate representation
  cfp-heap --run program.ir                run a program that is written in it
  source <(cfp-heap --completions bash)    enable completion in this shell
  cfp-heap --man | man -l -                show the manual page

What a proof covers:
  The checks of --check, in all runs. By default, these leave out conversion and pointer. Never checked are
  the alignment of accesses through casts, the types that memory is accessed with (aliasing rules),
  whether what printf and scanf get has the types that the format names, comparisons by < of pointers into
  different objects, and the order of side effects that C does not fix.

Exit codes:
  0   proved: there is no error; with --run: the run ended without one
  10  refuted: there are errors, shown with the inputs that reproduce them
  5   unknown
  1   invalid C or C++, files that do not link, or no function to start with
  2   bad arguments, or a file that cannot be read or written
  3   internal error: a bug in cfp-heap
  4   libclang is missing
  130 interrupted by Ctrl-C, after a report of what is known so far; a second Ctrl-C exits at once
  143 the same for SIGTERM";

/// Proves C programs free of memory errors and assertion failures, or finds inputs that lead to one.
#[derive(Parser)]
#[command(name = "cfp-heap", version, after_help = AFTER_HELP, max_term_width = 110)]
#[command(group = ArgGroup::new("picture").args(["html", "svg"]).multiple(true))]
pub(crate) struct Args {
    /// Source files of one program: C, preprocessed C if they end in .i, or C++; or one file in the
    /// intermediate representation, which ends in .ir. A program in C on standard input is -
    pub(crate) files: Vec<PathBuf>,

    /// Compilation database (compile_commands.json), or its folder: analyse its files with its flags
    #[arg(short = 'p', long = "project", value_name = "FOLDER")]
    pub(crate) project: Option<PathBuf>,

    /// C file with definitions of library functions, used for those that the program does not define
    #[arg(long, value_name = "FILE")]
    pub(crate) stubs: Vec<PathBuf>,

    /// File with inductive definitions of linked structures, in the grammar of MemCAD, for what the program
    /// assumes and checks: _memcad("add_inductive(l, list)"), _memcad("check_inductive(l, list)"); and with
    /// contracts of functions for --entry: push(l: list, v: int) -> result: list.
    #[arg(long, value_name = "FILE")]
    pub(crate) checkers: Vec<PathBuf>,

    /// Functions without a body whose results are inputs: any value of their type, and no effect. Names of
    /// verification tasks (*nondet*) are inputs anyway; of other functions without a body nothing is known
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub(crate) inputs: Vec<String>,

    /// Print information about the program and exit
    #[arg(long, value_name = "WHAT")]
    pub(crate) print: Option<Print>,

    /// Analyse the program in one small domain only, without runs, and print what it finds
    #[arg(long, value_name = "DOMAIN", conflicts_with = "run")]
    pub(crate) domain: Option<Domain>,

    /// How the free lists of memory managers are folded at the heads of loops. Both ways are sound; if none
    /// is given, history comes first, and the canonical form if that proves nothing
    #[arg(long, value_name = "HOW", conflicts_with = "run")]
    pub(crate) abstraction: Option<Folding>,

    /// With --domain multiword, by the canonical form: keep symbolic heaps at the heads of loops even if
    /// another one describes them
    #[arg(long, requires = "domain")]
    pub(crate) no_widening: bool,

    /// Run the program once, with the inputs of --input
    #[arg(long)]
    pub(crate) run: bool,

    /// Inputs for --run: what the program gets from outside, in the order of the calls
    #[arg(long, value_name = "VALUES", value_delimiter = ',', allow_hyphen_values = true, requires = "run")]
    pub(crate) input: Vec<i128>,

    /// Values of uninitialised memory for --run, in the order in which it is read; all others are 0
    #[arg(long, value_name = "VALUES", value_delimiter = ',', allow_hyphen_values = true, requires = "run")]
    pub(crate) undefined: Vec<i128>,

    /// Command-line argument of the program for --run; escapes as in C: \xff, \n, \\
    #[arg(long = "argument", value_name = "TEXT", allow_hyphen_values = true, requires = "run")]
    pub(crate) arguments: Vec<String>,

    /// Start with this function instead of main; its parameters are inputs. If it has a contract (see
    /// --checkers), they are as the contract says, and what it promises is checked
    #[arg(long, value_name = "FUNCTION")]
    pub(crate) entry: Option<String>,

    /// What to check besides assertions
    #[arg(
        long,
        value_name = "LIST",
        value_delimiter = ',',
        default_value = "memory,bounds,leak,uninit,overflow,arithmetic"
    )]
    pub(crate) check: Vec<Check>,

    /// Check only this property: unreach-call, valid-memsafety, valid-memcleanup, no-overflow, or a property
    /// file. The last line on standard output is then TRUE, FALSE(part) or UNKNOWN
    #[arg(long, value_name = "PROPERTY", conflicts_with_all = ["run", "check"])]
    pub(crate) property: Option<String>,

    /// Allocations may fail: an input decides
    #[arg(long)]
    pub(crate) failing_allocation: bool,

    /// Limit on the steps of a run
    #[arg(long, value_name = "NUMBER", default_value_t = 100_000_000)]
    pub(crate) steps: u64,

    /// Limit on the total time, in seconds. What is not proved by then is unknown
    #[arg(long, value_name = "SECONDS", default_value_t = 60.0, value_parser = seconds)]
    #[arg(allow_hyphen_values = true)]
    pub(crate) time: f64,

    /// Limit on the search for further errors once one is found, in seconds; 0 stops at the first error, and
    /// so does --property
    #[arg(long, value_name = "SECONDS", default_value_t = 2.0, value_parser = seconds, conflicts_with = "run")]
    pub(crate) further: f64,

    /// Limit on the memory of the process, in MiB; 0 for none. What is not proved by then is unknown
    #[arg(long, value_name = "MIB", default_value_t = 4096)]
    memory_limit: u64,

    /// Memory model of the analysis. All of them are sound; the others are for comparison
    #[arg(long, value_name = "MODEL", default_value = "combined", conflicts_with = "run")]
    pub(crate) memory: Memory,

    /// How calls are analysed: inlined, or by function summaries
    #[arg(long, value_name = "HOW", default_value = "auto", conflicts_with = "run")]
    pub(crate) calls: CallsMode,

    /// Semantics of integers. With math, nothing wraps around or overflows, conversions keep the value, and
    /// inputs are in the range of their type. A proof holds for such integers; an error is reported only if a
    /// run reproduces it with values that fit, so that it is an error of the machine, too
    #[arg(long, value_name = "INTEGERS", default_value = "machine")]
    pub(crate) ints: Integers,

    /// Number of runs with pseudo-random inputs
    #[arg(long, value_name = "NUMBER", default_value_t = 200)]
    pub(crate) runs: u64,

    /// Show the last steps of the run
    #[arg(long)]
    pub(crate) trace: bool,

    /// Show all places that are not proved, each on its own
    #[arg(long, conflicts_with = "run")]
    pub(crate) all: bool,

    /// Find the loop invariants that a proof rests on, and show them in the report: formulas about lists and
    /// their lengths, or C expressions
    #[arg(long, conflicts_with = "run")]
    pub(crate) invariants: bool,

    /// Output format of the findings; json and sarif are written to standard output as one document
    #[arg(long, value_name = "FORMAT", default_value = "text", conflicts_with = "run")]
    pub(crate) format: Format,

    /// Write a witness for the answer to --property: YAML, version 2.0, with loop invariants or the inputs
    /// that lead to the error. There is none for UNKNOWN
    #[arg(long, value_name = "FILE", requires = "property")]
    pub(crate) witness: Option<PathBuf>,

    /// Switch techniques of the analysis off, for comparison: it gets weaker, never wrong
    #[arg(long, value_name = "NAMES", value_delimiter = ',', value_parser = techniques())]
    #[arg(hide_possible_values = true, conflicts_with = "run")]
    pub(crate) without: Vec<Technique>,

    /// Print the names of all techniques for --without, with what they do, and exit
    #[arg(long)]
    pub(crate) list_techniques: bool,

    /// Show statistics: time, memory, solver queries, and the techniques that were tried
    #[arg(long, conflicts_with = "run")]
    pub(crate) stats: bool,

    /// Prove every unsatisfiable question and every simplification of the analysis, and have an independent
    /// checker check the proofs; says how many there were. The exit code is 5 if the program is proved, but
    /// one of them has no proof
    #[arg(long, conflicts_with = "run")]
    pub(crate) certify: bool,

    /// Write every request to the solver into this folder, as numbered SMT-LIB scripts
    #[arg(long, value_name = "FOLDER", conflicts_with = "run")]
    pub(crate) emit_queries: Option<PathBuf>,

    /// Decide satisfiability with another solver, for comparison: a command that reads SMT-LIB on standard
    /// input and answers on standard output. Models and simplification stay ours. If the solver fails, the
    /// exit code is 2
    #[arg(long, value_name = "COMMAND", conflicts_with = "run")]
    pub(crate) solver: Option<String>,

    /// Write a self-contained page: annotated source, findings, a drawing of the symbolic heap, inputs,
    /// statistics
    #[arg(long, value_name = "FILE", conflicts_with = "run")]
    pub(crate) html: Option<PathBuf>,

    /// Write the drawing of the symbolic heap alone
    #[arg(long, value_name = "FILE", conflicts_with = "run")]
    pub(crate) svg: Option<PathBuf>,

    /// Draw the symbolic heap before this line; default: at the error, or where the program returns
    #[arg(long, value_name = "LINE", requires = "picture")]
    pub(crate) at: Option<u32>,

    /// Print shell completions and exit
    #[arg(long, value_name = "SHELL")]
    pub(crate) completions: Option<Shell>,

    /// Print the manual page and exit
    #[arg(long)]
    pub(crate) man: bool,

    /// Show compiler warnings, and log to standard error; repeat for more
    #[arg(short, long, action = ArgAction::Count)]
    pub(crate) verbose: u8,
}

impl Args {
    /// The limit on the memory of the process, in bytes.
    pub(crate) fn memory_bytes(&self) -> Option<u64> {
        Some(self.memory_limit).filter(|&limit| limit > 0)?.checked_mul(1 << 20)
    }
}

/// What `--print` prints.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Print {
    /// The intermediate representation of the whole program
    Ir,
    /// The same with source files and positions
    IrText,
    /// The layout of structs and unions
    Types,
    /// The names of all functions; those without a body are marked
    Functions,
    /// What is not followed, the most frequent first, each with its number of places and the first one
    Gaps,
}

/// The values of `--domain`.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Domain {
    /// Lengths of list segments, for programs on linked lists
    Counters,
    /// Bounds of numbers and ends of texts: whether they prove the program, and if not, what is missing
    Bounds,
    /// Lists of any length, as segments in memory graphs
    Shapes,
    /// Lists of blocks in the memory of memory managers
    Multiword,
}

/// The values of `--abstraction`.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Folding {
    /// Blocks that an iteration has added become lists at once, and cases that a later one covers are dropped
    History,
    /// Five steps lead to a canonical form, of which there are finitely many; cases only accumulate
    Canonical,
}

impl From<Folding> for Abstraction {
    fn from(folding: Folding) -> Abstraction {
        match folding {
            Folding::History => Abstraction::History,
            Folding::Canonical => Abstraction::Canonical,
        }
    }
}

/// The values of `--ints`.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Integers {
    /// Machine integers: unsigned arithmetic and conversions wrap around, signed overflow is checked
    /// (--check overflow) or wraps around
    Machine,
    /// Mathematical integers
    Math,
}

/// The values of `--calls`.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum CallsMode {
    /// Inline calls, unless the call tree is large
    Auto,
    /// Inline all calls
    Follow,
    /// Use function summaries where possible, computed on all cores
    Summarize,
}

impl From<CallsMode> for Calls {
    fn from(calls: CallsMode) -> Calls {
        match calls {
            CallsMode::Auto => Calls::Auto,
            CallsMode::Follow => Calls::Follow,
            CallsMode::Summarize => Calls::Summarize,
        }
    }
}

/// The values of `--memory`.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Memory {
    /// Array contents by index, and memory invariants: each cell holds one value
    Combined,
    /// Array contents by index; each read of an unknown cell returns a fresh value
    Contents,
    /// Memory invariants; updates of objects with several cells are weak
    Invariants,
    /// Neither: an object is one summary cell
    Smashed,
    /// As combined, but containers are sets: the elements of each are one summary cell, whatever their keys
    Sets,
}

impl From<Memory> for MemoryModel {
    fn from(memory: Memory) -> MemoryModel {
        match memory {
            Memory::Combined => MemoryModel::Combined,
            Memory::Contents => MemoryModel::Contents,
            Memory::Invariants => MemoryModel::Invariants,
            Memory::Smashed => MemoryModel::Smashed,
            Memory::Sets => MemoryModel::Sets,
        }
    }
}

/// The values of `--format`.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// Messages as compilers print them, on standard error; the verdict on standard output
    Text,
    /// One JSON object
    Json,
    /// A SARIF 2.1.0 log, for editors and code scanning services
    Sarif,
}

/// The values of `--check`.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Check {
    /// Invalid pointers, accesses out of bounds, invalid frees
    Memory,
    /// Indexes that leave an array inside of its object
    Bounds,
    /// Allocated memory and open streams that are unreachable at the end
    Leak,
    /// Allocated memory that is not freed at the end, and open streams
    Cleanup,
    /// Uninitialised values on which a branch, an address, a library function or the exit status depends
    Uninit,
    /// Signed overflow, also of left shifts
    Overflow,
    /// Division by zero and invalid shifts
    Arithmetic,
    /// Floating numbers that become integers that cannot hold them. Proofs know little of floating numbers
    Conversion,
    /// Pointers that arithmetic moves out of their object, further than one past the end
    Pointer,
    /// Nothing else
    None,
}

/// Parses a number of seconds.
fn seconds(text: &str) -> Result<f64, String> {
    let is_good = |seconds: &f64| (0.0..1e9).contains(seconds);
    text.parse().ok().filter(is_good).ok_or_else(|| "a number of seconds is expected".to_string())
}

/// Parses the name of a technique; completions list all names, each with what it does.
fn techniques() -> impl TypedValueParser<Value = Technique> {
    let value = |technique: Technique| PossibleValue::new(technique.name()).help(technique.description());
    PossibleValuesParser::new(Technique::ALL.map(value))
        .try_map(|name| Technique::named(&name).ok_or("there is no such technique"))
}
