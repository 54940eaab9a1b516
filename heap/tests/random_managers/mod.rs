//! Random programs that manage memory by headers: they split one block from the system, hand parts out, join
//! them and take them back, in any order.
//!
//! All pieces are right, and fit together in any order; but in most programs some have an error.

use crate::oracle::Random;

/// What the programs begin with.
const HEADER: &str = "extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);
extern void *sbrk(long);
extern int __cfp_block(const void *, const void *);
struct node { struct node *next; unsigned long size; };
static struct node *list;
static int mw(struct node *p, struct node *e)
{ return p == e || (p && p->size >= 1 && __cfp_block(p + 1, p + p->size) && mw(p->next, e)); }
";

/// What a compiler needs besides: memory from the system that sanitizers look after.
pub(crate) const SYSTEM: &str = "
extern void *malloc(__SIZE_TYPE__);
void *sbrk(long bytes)
{
  static void *given;
  return given = __VERIFIER_nondet_int() ? malloc(bytes) : (void *)-1;
}
int __cfp_block(const void *low, const void *high) { return 1; }
";

/// A piece of code, and wrong variants of it. `X` and `Y` are variables for blocks, `K` is a small number.
struct Piece {
    right: &'static str,
    wrong: &'static [&'static str],
}

/// How a block is taken out of the list.
const TAKE: [Piece; 2] = [
    Piece {
        right: "static struct node *take(unsigned long n)
{
  struct node *prev = 0, *cur = list;
  while (cur) {
    if (cur->size == n) {
      if (prev) prev->next = cur->next; else list = cur->next;
      return cur;
    }
    if (cur->size > n) {
      cur->size -= n;
      cur = cur + cur->size;
      cur->size = n;
      return cur;
    }
    prev = cur;
    cur = cur->next;
  }
  return 0;
}
",
        wrong: &[
            "      if (prev) prev->next = cur->next; else list = cur->next;\n\
             =>      if (prev) prev->next = cur->next;\n",
            "if (prev) prev->next = cur->next; else list = cur->next;=>list = cur->next;",
            "cur->size == n=>cur->size + 1 == n",
            "cur->size > n=>cur->size >= n",
            "cur->size > n=>cur->size + 1 > n",
            "      cur->size = n;\n=>",
            "      cur->size = n;\n=>      cur->size = n + 1;\n",
            "      cur->size -= n;\n=>",
            "cur = cur + cur->size;=>cur = cur + n;",
        ],
    },
    Piece {
        right: "static struct node *take(unsigned long n)
{
  struct node *ans = list;
  if (!ans || ans->size < n) return 0;
  if (ans->size > n) {
    struct node *rest = ans + n;
    rest->size = ans->size - n;
    rest->next = ans->next;
    ans->size = n;
    list = rest;
  } else
    list = ans->next;
  return ans;
}
",
        wrong: &[
            "ans->size < n=>ans->size + 1 < n",
            "ans->size > n=>ans->size >= n",
            "    rest->next = ans->next;\n=>",
            "rest->size = ans->size - n;=>rest->size = ans->size;",
            "rest->size = ans->size - n;=>rest->size = ans->size - n + 1;",
            "    ans->size = n;\n=>",
            "    list = rest;\n=>",
            "list = ans->next;\n  return=>return",
        ],
    },
];

/// How a block goes back to the list.
const GIVE: [Piece; 2] = [
    Piece {
        right: "static void give(struct node *bp)
{
  bp->next = list;
  list = bp;
}
",
        wrong: &["  bp->next = list;\n=>", "  list = bp;\n=>", "bp->next = list;=>bp->next = bp;"],
    },
    Piece {
        right: "static void give(struct node *bp)
{
  struct node *prev = 0, *cur = list;
  while (cur && cur < bp) {
    prev = cur;
    cur = cur->next;
  }
  if (cur && bp + bp->size == cur) {
    bp->size += cur->size;
    bp->next = cur->next;
  } else
    bp->next = cur;
  if (!prev)
    list = bp;
  else if (prev + prev->size == bp) {
    prev->size += bp->size;
    prev->next = bp->next;
  } else
    prev->next = bp;
}
",
        wrong: &[
            "bp->next = cur->next;=>bp->next = cur;",
            "    bp->size += cur->size;\n=>",
            "    prev->size += bp->size;\n=>",
            "    prev->next = bp->next;\n=>",
            "prev->size += bp->size;=>prev->size += bp->size + 1;",
            "prev + prev->size == bp=>prev + prev->size >= bp",
            "bp + bp->size == cur=>bp + bp->size + 1 == cur",
            "  } else\n    bp->next = cur;\n=>  }\n",
        ],
    },
];

/// How many of the statements of `main` are requests, uses and releases; they come first.
const USUAL_STEPS: usize = 5;

/// Statements of `main`.
const STEPS: [Piece; 12] = [
    Piece {
        right: "n = __VERIFIER_nondet_int(); if (n >= 1 && n <= 64) X = take(n);",
        wrong: &["n >= 1 && n <= 64=>n <= 64", "n >= 1 && n <= 64=>n >= 1"],
    },
    Piece { right: "if (!X) X = take(K);", wrong: &["take(K)=>take(0)"] },
    Piece { right: "if (X && X->size > K) X[K].size = 7;", wrong: &["> K=>>= K", " && X->size > K=>"] },
    Piece {
        right: "if (X && X->size >= 2) X[X->size - 1].next = 0;",
        wrong: &["X->size - 1=>X->size", ">= 2=>>= 1"],
    },
    Piece { right: "if (X) { give(X); X = 0; }", wrong: &[" X = 0;=>", "if (X) =>"] },
    Piece {
        right: "if (X && !Y && X->size > K) { Y = X + K; Y->size = X->size - K; X->size = K; }",
        wrong: &["> K=>>= K", " - K;=>;", " X->size = K;=>", "Y = X + K=>Y = X + K - 1"],
    },
    Piece {
        right: "if (X && Y && X + X->size == Y) { X->size += Y->size; Y = 0; }",
        wrong: &[" Y = 0;=>", " && X + X->size == Y=>", "+= Y->size;=>+= Y->size + 1;"],
    },
    Piece { right: "t = a; a = b; b = t;", wrong: &["t = a; =>"] },
    Piece {
        right: "if (list && !X) { X = list; list = X->next; }",
        wrong: &[" list = X->next;=>", "list && =>"],
    },
    Piece {
        right: "if (X) { X->next = list; list = X; X = 0; }",
        wrong: &[" X = 0;=>", "X->next = list; =>"],
    },
    Piece {
        right: "if (list && list->next && list + list->size == list->next) \
                { t = list->next; list->size += t->size; list->next = t->next; }",
        wrong: &[
            " list->next = t->next;=>",
            " && list + list->size == list->next=>",
            " list->size += t->size;=>",
        ],
    },
    Piece {
        right: "__VERIFIER_assert(!X || X->size >= 1);",
        wrong: &[">= 1=>>= K", ">= 1=>== K", "!X || X->size >= 1=>!X || !Y || X != Y"],
    },
];

/// The pieces of a program, of which some are wrong.
struct Writer {
    random: Random,
    /// How many of a hundred pieces are wrong.
    errors: usize,
    text: String,
}

impl Writer {
    fn piece(&mut self, piece: &Piece) -> String {
        if !self.random.chance(self.errors) {
            return piece.right.to_string();
        }
        let (old, new) = self.random.pick(piece.wrong).split_once("=>").expect("a change");
        assert!(piece.right.contains(old), "{old:?} is a part of {}", piece.right);
        piece.right.replacen(old, new, 1)
    }

    fn steps(&mut self, count: usize, depth: usize) {
        let indent = "  ".repeat(depth);
        for _ in 0..count {
            if depth < 3 && self.random.chance(20) {
                let word = self.random.pick(&["while", "if"]);
                self.text += &format!("{indent}{word} (__VERIFIER_nondet_int()) {{\n");
                let inner = 1 + self.random.below(3);
                self.steps(inner, depth + 1);
                self.text += &format!("{indent}}}\n");
                continue;
            }
            // Requests and releases come often.
            let most = if self.random.chance(40) { USUAL_STEPS } else { STEPS.len() };
            let step = &STEPS[self.random.below(most)];
            let line = self.piece(step);
            let [x, y] = if self.random.chance(50) { ["a", "b"] } else { ["b", "a"] };
            let small = self.random.pick(&["1", "2", "3"]);
            self.text += &format!("{indent}{}\n", line.replace('X', x).replace('Y', y).replace('K', small));
        }
    }
}

/// The program of a seed.
pub(crate) fn manager(seed: u64) -> String {
    let mut random = Random::new(seed);
    let errors = [0, 8, 15, 25][random.below(4)];
    let mut writer = Writer { random, errors, text: HEADER.to_string() };
    for pieces in [&TAKE, &GIVE] {
        let index = writer.random.below(pieces.len());
        let function = writer.piece(&pieces[index]);
        writer.text += &function;
    }
    let units = writer.random.pick(&["4", "7", "units"]);
    writer.text += &format!(
        "int main(void)
{{
  struct node *a = 0, *b = 0, *t;
  unsigned long n, units = __VERIFIER_nondet_int();
  if (units < 1 || units > 64) return 0;
  list = sbrk({units} * sizeof(struct node));
  if (list == (void *)-1) return 0;
  list->size = {units};
  list->next = 0;
"
    );
    let count = 4 + writer.random.below(8);
    writer.steps(count, 1);
    if writer.random.chance(80) {
        writer.text += "  __VERIFIER_assert(mw(list, 0));\n";
    }
    writer.text + "  return 0;\n}\n"
}
