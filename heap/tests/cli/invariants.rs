//! Loop invariants about lists in all forms of reports, and reasons why there are none.

use crate::command::{Folder, on_c, stderr, stdout};

/// A list is built, with data in a range, and freed.
const LIST: &str = "void *malloc(unsigned long); void free(void *); int nondet(void);
struct cell { int data; struct cell *next; };
int main(void) {
  struct cell *list = 0;
  int count = 0;
  while (nondet() && count < 1000) {
    struct cell *cell = malloc(sizeof *cell);
    cell->data = (unsigned)nondet() % 10;
    cell->next = list;
    list = cell;
    count++;
  }
  while (list) {
    struct cell *dead = list;
    list = list->next;
    free(dead);
  }
  return 0;
}
";

/// The same with links both ways, inside of the nodes, around a head in memory.
const RING: &str = "void *malloc(unsigned long); void free(void *); int nondet(void);
struct link { struct link *next, *prev; };
struct item { int key; struct link link; };
int main(void) {
  struct link head;
  head.next = head.prev = &head;
  while (nondet()) {
    struct item *item = malloc(sizeof *item);
    item->key = 7;
    item->link.next = head.next;
    item->link.prev = &head;
    head.next->prev = &item->link;
    head.next = &item->link;
  }
  struct link *link = head.next;
  while (link != &head) {
    struct item *dead = (struct item *)((char *)link - __builtin_offsetof(struct item, link));
    link = link->next;
    free(dead);
  }
  return 0;
}
";

/// Memory graphs do not know what an unknown function does with a list.
const LOST: &str = "void *malloc(unsigned long); int nondet(void); void mix(void *);
struct cell { struct cell *next; };
int main(void) {
  struct cell *list = 0;
  while (nondet()) {
    struct cell *cell = malloc(sizeof *cell);
    cell->next = list;
    list = cell;
  }
  mix(list);
  return list ? list->next == list : 0;
}
";

#[test]
fn proofs_by_shapes_come_with_formulas() {
    let folder = Folder::new("formulas");
    let (list, ring) = (folder.file("list.c", LIST), folder.file("ring.c", RING));
    let Some(output) = on_c(&["--without", "list-counters", "--invariants", &list]) else { return };
    let text = stdout(&output).replace(&list, "list.c");
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "proved: no run of the program has an error, by shapes of lists (shapes)");
    assert!(lines[1].starts_with("(x ↦ α: x points to α;"), "{text}");
    assert!(lines[2].starts_with("list.c:6:3: loop invariant in main, by shapes in "), "{text}");
    let first = "    list ↦ α * α.list(next, steps count; each: data ∈ [0, 9]) ∧ count ∈ [0, 1000]";
    assert_eq!(lines[3], first, "{text}");
    assert!(lines[4].starts_with("list.c:13:3: loop invariant in main, by shapes in "), "{text}");
    assert!(lines[5].contains("list ↦ α * α.list(next, steps k; each: data ∈ [0, 9])"), "{text}");
    // Nobody asked.
    let silent = on_c(&["--without", "list-counters", &list]).expect("libclang was here");
    assert_eq!(stdout(&silent).lines().count(), 1);

    let output = on_c(&["--invariants", &ring]).expect("libclang was here");
    let text = stdout(&output);
    let shape = "head ↦ {next ↦ &α.link, prev ↦ &last(α).link} * \
                 α.dll(link.next: &head, link.prev: &head, steps k; each: key = 7)";
    assert!(text.contains(shape), "{text}");
}

#[test]
fn proofs_by_counters_come_with_equations() {
    let folder = Folder::new("equations");
    let list = folder.file("list.c", LIST);
    let Some(output) = on_c(&["--invariants", &list]) else { return };
    let text = stdout(&output).replace(&list, "list.c");
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "proved: no run of the program has an error, by lengths of lists (list-counters)");
    assert_eq!(lines[1], "(t^b is the number of nodes that just these pointers reach: list)");
    assert!(lines[2].starts_with("list.c:6:3: loop invariant in main, by list-counters in "), "{text}");
    assert!(lines[3].starts_with("    t^1 = count"), "{text}");
}

#[test]
fn other_formats_have_the_formulas_too() {
    let folder = Folder::new("formula-formats");
    let list = folder.file("list.c", LIST);
    let common = ["--without", "list-counters", "--invariants", &list];
    let formula = "list ↦ α * α.list(next, steps count; each: data ∈ [0, 9]) ∧ count ∈ [0, 1000]";
    let Some(json) = on_c(&[&common[..], &["--format", "json"]].concat()) else { return };
    let json = stdout(&json).replace([' ', '\n'], "");
    assert!(json.contains(&format!("\"disjuncts\":[\"{}\"]", formula.replace(' ', ""))), "{json}");
    assert!(json.contains("\"foundBy\":\"shapes\""), "{json}");
    assert!(json.contains("\"expression\":\"count>=0&&count<=1000\""), "{json}");
    let sarif = on_c(&[&common[..], &["--format", "sarif"]].concat()).expect("libclang was here");
    let sarif = stdout(&sarif);
    assert!(sarif.contains("informational") && sarif.contains(formula), "{sarif}");
    let page = folder.0.join("page.html").display().to_string();
    on_c(&["--without", "list-counters", "--html", &page, &list]).expect("libclang was here");
    let page = std::fs::read_to_string(&page).expect("the page");
    assert!(page.contains(formula) && page.contains("<svg"), "{page}");
}

#[test]
fn a_missing_invariant_comes_with_the_place_where_heaps_differ() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../bench-suites/heap/checkers/dll_unlink_buggy.c");
    let Some(output) = on_c(&["--domain", "shapes", path]) else { return };
    let text = stdout(&output) + &stderr(&output);
    assert!(text.contains("no loop invariant found: c leads to a list"), "{text}");
}

#[test]
fn ends_of_lists_are_related_to_variables() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../bench-suites/heap/lists/list_countdown.c");
    let Some(output) = on_c(&["--domain", "shapes", "--invariants", path]) else { return };
    let text = stdout(&output) + &stderr(&output);
    assert!(text.contains("first(α).number = count, last(α).number = 1"), "{text}");
}

#[test]
fn drawings_show_lists_as_one_node() {
    let folder = Folder::new("list-drawings");
    let (list, ring) = (folder.file("list.c", LIST), folder.file("ring.c", RING));
    let picture = folder.0.join("list.svg").display().to_string();
    let Some(_) = on_c(&["--without", "list-counters", "--svg", &picture, &list]) else { return };
    let text = std::fs::read_to_string(&picture).expect("the drawing");
    let has = |part: &str| text.contains(part);
    assert!(has("α.list(next)") && has("steps count, data ∈ [0, 9]"), "{text}");
    // A double frame, and a dashed link at the end.
    assert!(has("<rect class=\"inner\"") && has("class=\"edge end\""), "{text}");
    assert!(has("loop in line 6: count ∈ [0, 1000]"), "{text}");
    let output = on_c(&["--svg", &picture, "--at", "16", &ring]).expect("libclang was here");
    assert!(
        stderr(&output).lines().all(|line| line.starts_with("note: not checked: ")),
        "{}",
        stderr(&output)
    );
    let text = std::fs::read_to_string(&picture).expect("the drawing");
    assert!(text.contains("α.dll(link.next, link.prev)") && text.contains("loop in line 16"), "{text}");
}

#[test]
fn witnesses_have_what_c_can_say() {
    let folder = Folder::new("list-witness");
    let (list, ring) = (folder.file("list.c", LIST), folder.file("ring.c", RING));
    let witness = folder.0.join("witness.yml").display().to_string();
    let common = ["--property", "unreach-call", "--without", "list-counters", "--witness", &witness];
    let Some(_) = on_c(&[&common[..], &[&list]].concat()) else { return };
    let text = std::fs::read_to_string(&witness).expect("the witness");
    assert!(text.contains("value: \"count >= 0 && count <= 1000\""), "{text}");
    assert_eq!(text.matches("loop_invariant").count(), 1, "{text}");
    on_c(&[&common[..], &[&ring]].concat()).expect("libclang was here");
    let text = std::fs::read_to_string(&witness).expect("the witness");
    assert!(text.contains("content: []"), "{text}");
}

#[test]
fn what_stops_the_shape_domain_is_a_reason() {
    let folder = Folder::new("list-lost");
    let lost = folder.file("lost.c", LOST);
    let Some(output) = on_c(&[&lost]) else { return };
    assert_eq!(output.status.code(), Some(5));
    let text = stderr(&output);
    assert!(text.contains(":10:3: note: the shape domain stops here: "), "{text}");
}
