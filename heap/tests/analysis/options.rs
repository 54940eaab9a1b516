//! Options of the analysis: what each of the four memory models proves, and that none proves too much;
//! progress; the drawing, which leaves the analysis as it is.

use cfp_heap::analysis::{Calls, MemoryModel, Options, Progress, Step, Task, Verdict, View};
use cfp_heap::front::{Source, load};
use cfp_heap::property::Checks;
use cfp_heap::symbolic::analyze;
use std::sync::mpsc::channel;
use std::time::Duration;

const MODELS: [MemoryModel; 4] =
    [MemoryModel::Combined, MemoryModel::Contents, MemoryModel::Invariants, MemoryModel::Smashed];

/// Which of the models prove a program, in their order; nothing where the library that reads C is missing.
fn proved(body: &str) -> Option<[bool; 4]> {
    let head = "void reach_error(void); int nondet(void); void *malloc(unsigned long); void free(void *);
        void *calloc(unsigned long, unsigned long); extern int given[10];
        #define assert(e) do { if (!(e)) reach_error(); } while (0)
        #define assume(e) do { if (!(e)) return 0; } while (0)\n";
    let loaded =
        load(&[Source::text("models.c", &format!("{head}int main(void) {{ {body} return 0; }}"))]).ok()?;
    // What a weak update leaves may not be set: that is another question.
    let checks = Checks { uninitialized: false, ..Checks::default() };
    let task = Task { checks, ..Task::new(&loaded.program) };
    Some(MODELS.map(|memory| {
        let options = Options { memory, ..Options::default() };
        matches!(analyze(&task, &options).verdict, Verdict::Proved)
    }))
}

fn expect(body: &str, expected: [bool; 4]) {
    if let Some(found) = proved(body) {
        assert_eq!(found, expected, "combined, contents, invariants, smashed: {body}");
    }
}

#[test]
fn what_a_loop_writes_needs_contents() {
    let fill = "int n = nondet(), j = nondet(); assume(n > 0 && n < 1000 && 0 <= j && j < n);
        int *a = malloc(n * sizeof *a); for (int i = 0; i < n; i++) a[i] = 7;
        assert(a[j] == 7); free(a);";
    expect(fill, [true, true, false, false]);
    let store = "int i = nondet(); assume(0 <= i && i < 10); given[i] = 5; assert(given[i] == 5);";
    expect(store, [true, true, false, false]);
}

#[test]
fn what_nobody_knows_needs_invariants() {
    let twice = "int i = nondet(); assume(0 <= i && i < 10); int x = 1; if (given[i] > 0) x = given[i];
        assert(x > 0);";
    expect(twice, [true, false, true, false]);
    // Across a loop that does not touch it.
    let later = "int i = nondet(); assume(0 <= i && i < 10); int before = given[i], n = 0;
        for (int k = 0; k < 10; k++) n++;
        assert(given[i] == before);";
    expect(later, [true, false, true, false]);
}

#[test]
fn copies_of_unknown_contents_need_both() {
    let copy = "int b[10]; int j = nondet(); assume(0 <= j && j < 10);
        for (int i = 0; i < 10; i++) b[i] = given[i];
        assert(b[j] == given[j]);";
    expect(copy, [true, false, false, false]);
    let inputs = "int a[10]; int j = nondet(); assume(0 <= j && j < 10);
        for (int i = 0; i < 10; i++) a[i] = nondet();
        int x = a[j]; assert(a[j] == x);";
    expect(inputs, [true, false, true, false]);
}

#[test]
fn what_is_the_same_in_all_cells_needs_neither() {
    let zeros = "int n = nondet(), i = nondet(), j = nondet(); assume(0 <= i && i < 10 && 0 <= j && j < 10);
        int *a = calloc(10, 4); a[i] = n > 0; int x = a[j]; assert(x == 0 || x == 1); free(a);";
    expect(zeros, [true, true, true, true]);
    // A variable of its own is no array.
    let single = "int n = nondet(); int *p = &n; *p = 3; assert(n == 3);";
    expect(single, [true, true, true, true]);
}

#[test]
fn nothing_that_fails_is_proved() {
    for body in [
        "int i = nondet(), j = nondet(); assume(0 <= i && i < 10 && 0 <= j && j < 10);
            given[i] = 5; assert(given[j] == 5);",
        "int i = nondet(); assume(0 <= i && i < 9); int x = given[i]; given[i + 1] = x + 0; given[i] = 4;
            assert(given[i] == x);",
        "int a[10]; for (int i = 0; i < 10; i++) a[i] = i; int j = nondet(); assume(0 <= j && j < 10);
            assert(a[j] != 9);",
        "char a[8] = {0}; int *p = (int *)a; p[1] = 257; assert(a[4] == 0);",
    ] {
        expect(body, [false; 4]);
    }
}

#[test]
fn progress_of_an_analysis() {
    let text = "int nondet(void);\nint twice(int n) {\n  return n > 1000 ? 0 : n < -1000 ? 0 : 2 * n;\n}\n\
        int main(void) {\n  int n = nondet();\n  return twice(n) != 7;\n}\n";
    let Ok(loaded) = load(&[Source::text("progress.c", text)]) else { return };
    let run = |after: Duration| -> Vec<Step> {
        let (sender, receiver) = channel();
        let listener = move |step: &Step| sender.send(step.clone()).expect("somebody listens");
        let progress = Some(Progress::new(after, Duration::ZERO, listener));
        analyze(&Task::new(&loaded.program), &Options { progress, ..Options::default() });
        receiver.try_iter().collect()
    };
    let steps = run(Duration::ZERO);
    let places: Vec<(&str, u32)> = steps.iter().map(|step| (step.function.as_str(), step.pos.line)).collect();
    assert!(places.contains(&("main", 6)) && places.contains(&("twice", 3)), "{places:?}");
    assert!(steps.is_sorted_by_key(|step| (step.questions, step.time)));
    assert!(steps.last().is_some_and(|step| step.questions > 0));
    // A short analysis notifies nobody.
    assert!(run(Duration::from_secs(3600)).is_empty());
}

/// Two obligations, one of them violated, in a function that may be summarised.
const CALLED: &str = "int nondet(void); void reach_error(void); int a[10];
void set(int i) {
  a[i] = 1;
}
int main(void) {
  int n = nondet();
  if (n < 0 || n > LIMIT) return 0;
  set(n);
  if (nondet() == 12345 && a[n] != 1) reach_error();
  return 0;
}
";

#[test]
fn a_drawing_leaves_the_analysis_as_it_is() {
    for (limit, is_proved) in [("9", true), ("10", false)] {
        let Ok(loaded) = load(&[Source::text("set.c", &CALLED.replace("LIMIT", limit))]) else { return };
        let task = Task::new(&loaded.program);
        for calls in [Calls::Follow, Calls::Summarize] {
            let plain = analyze(&task, &Options { calls, ..Options::default() });
            assert_eq!(matches!(plain.verdict, Verdict::Proved), is_proved, "{:?}", plain.verdict);
            assert!(plain.picture.is_none());
            for view in [View::Finding, View::Line(3), View::Line(8)] {
                let drawn = analyze(&task, &Options { calls, picture: Some(view), ..Options::default() });
                assert_eq!(format!("{:?}", drawn.verdict), format!("{:?}", plain.verdict));
                assert_eq!(drawn.stats.questions, plain.stats.questions, "{calls:?} {view:?}");
                let graph = drawn.picture.expect("a drawing");
                // A call that is replaced by its summary has no states inside.
                let line = match (view, calls) {
                    (View::Line(3), Calls::Summarize) => None,
                    (View::Line(line), _) => Some(line),
                    (View::Finding, _) if is_proved => None,
                    (View::Finding, Calls::Summarize) => Some(8),
                    (View::Finding, _) => Some(3),
                };
                assert_eq!(graph.pos.map(|pos| pos.line), line, "{limit} {calls:?} {view:?}");
            }
        }
    }
}

#[test]
fn an_analysis_keeps_its_memory_limit() {
    let text = "int nondet(void); int main(void) { int a[2]; a[nondet() & 1] = 1; return 0; }";
    let Ok(loaded) = load(&[Source::text("small.c", text)]) else { return };
    let options = Options { memory_limit: Some(1), ..Options::default() };
    let Verdict::Unknown(open) = analyze(&Task::new(&loaded.program), &options).verdict else {
        panic!("there is no memory for a proof")
    };
    assert!(open[0].text.contains("memory limit reached here"), "{open:?}");
}
