//! Structures that do not satisfy their definitions: reports say at which node and field, and what is there.

use crate::command::{Folder, on_c, stderr, stdout};

/// What the programs have in common.
const NODE: &str = "void *malloc(unsigned long); void free(void *); int nondet(void);
void __assert_fail(const char *, const char *, unsigned, const char *);
#define assert(claim) ((claim) ? (void)0 : __assert_fail(#claim, __FILE__, __LINE__, __func__))
struct node { int data; struct node *next, *prev; };
static int is_list(struct node *l) { return l == 0 || is_list(l->next); }
static int is_dll(struct node *l, struct node *p) {
  return l == 0 || (l->prev == p && is_dll(l->next, l));
}
static int is_sorted(struct node *l, int low) {
  return l == 0 || (l->data >= low && is_sorted(l->next, l->data));
}
static struct node *make(int data) {
  struct node *node = malloc(sizeof *node);
  node->data = data;
  node->next = node->prev = 0;
  return node;
}
int main(void) {
  struct node *one = make(3), *other = make(FIRST);
  one->next = other;
  other->prev = one;
  if (nondet() == 12345) { CHANGE; }
  assert(CLAIM);
  if (other != one) free(other);
  free(one);
  return 0;
}
";

/// A change of two linked nodes, a claim that it breaks, and how a run and a proof report that.
const CASES: [(&str, &str, &str, &str); 5] = [
    (
        "other->prev = 0",
        "is_dll(one, 0)",
        "is_dll: one->next->prev is null instead of one",
        "is_dll: one->next->prev is null instead of one",
    ),
    (
        "other->next = one",
        "is_list(one)",
        "is_list: one->next->next is one, which is part of the structure already",
        "is_list: other->next is one, which is part of the structure already",
    ),
    (
        "other->data = 2",
        "is_sorted(one, 0)",
        "is_sorted: 3 <= one->next->data does not hold, one->next->data is 2",
        "is_sorted: 3 <= one->next->data is not implied, one->next->data is 2",
    ),
    (
        "other = one; free(one->next)",
        "is_list(one)",
        "is_list: one->next is the address of no object instead of a node",
        "is_list: one->next dangles instead of a node",
    ),
    (
        "other->prev = other",
        "is_dll(one, 0)",
        "is_dll: one->next->prev is one->next instead of one",
        "is_dll: one->next->prev leads to a single object instead of one",
    ),
];

fn program(change: &str, claim: &str) -> String {
    NODE.replace("CHANGE", change).replace("CLAIM", claim).replace("FIRST", "5")
}

#[test]
fn runs_name_the_node_and_the_field() {
    let folder = Folder::new("inclusion-runs");
    for (change, claim, told, _) in CASES {
        let file = folder.file("changed.c", &program(change, claim));
        let Some(output) = on_c(&["--run", "--input", "12345", "--inputs", "nondet", &file]) else { return };
        let text = stdout(&output) + &stderr(&output);
        assert!(text.contains(&format!("the structure does not satisfy {told} [")), "{change}: {text}");
    }
}

#[test]
fn missing_proofs_name_the_node_and_the_field() {
    let folder = Folder::new("inclusion-proofs");
    for (change, claim, _, told) in CASES {
        let file = folder.file("changed.c", &program(change, claim));
        let Some(output) = on_c(&["--domain", "shapes", "--inputs", "nondet", &file]) else { return };
        let text = stdout(&output) + &stderr(&output);
        assert!(text.contains(&format!("not proved: assertion: {told}\n")), "{change}: {text}");
    }
}

#[test]
fn all_formats_name_the_node_and_the_field() {
    let folder = Folder::new("inclusion-formats");
    let (change, claim, told, missing) = CASES[0];
    let file = folder.file("changed.c", &program(change, claim));
    let page = folder.0.join("page.html").display().to_string();
    // Without the runs that find the input, there is no proof.
    let unknown = ["--inputs", "nondet", "--runs", "0", "--further", "0"];
    for (options, expected) in [(&unknown[..], missing), (&["--inputs", "nondet"][..], told)] {
        let Some(text) = on_c(&[options, &["--html", &page, &file]].concat()) else { return };
        let text = stdout(&text) + &stderr(&text);
        assert!(text.contains(expected), "{text}");
        let page = std::fs::read_to_string(&page).expect("the page").replace("-&gt;", "->");
        assert!(page.contains(expected), "{page}");
        for format in ["json", "sarif"] {
            let output = on_c(&[options, &["--format", format, &file]].concat()).expect("libclang was here");
            let text = stdout(&output);
            assert!(text.contains(expected), "{format}: {text}");
        }
    }
}
