//! Definitions are read, printed, refused with their place, and classified.

use super::{
    Data, Layout, Nodes, Parameter, Promise, Relation, Structure, Term, Value, contract, read,
    read_specification,
};

const LISTS: &str = "
prec: list.
% Singly-linked lists
list<0,0> :=
| [0] - emp - this = 0
| [2 addr int]
      -   this->0 |-> $0 * this->4 |-> $1 * $0.list( )
      -   this != 0 & alloc( this, 8 )
.
list : list.
dll<1,0> :=
| [0] - emp - this = 0
| [1 addr] - this->0 |-> $0 * this->4 |-> @p0 * $0.dll( this | | ) - this != 0 & alloc( this, 8 )
.
counted<0,1> :=
| [0] - emp - this = 0 & @i0 = 0
| [3 addr int int] - this->next |-> $0 * this->data |-> $1 * $0.counted( | $2 | )
      - this != 0 & @i0 = $2 + 1 & $1 >= 3 & $1 < 7 & alloc( this, 8 )
.
piece<1,0> :=
| [0] - emp - this = @p0
| [2] - this->0 |-> $0 * this->4 |-4-> $1 * $0.piece( @p0 | | ) - this != @p0 & alloc(this, 8)
.
tree<0,0> :=
| [0] - emp - this = 0
| [2 addr addr] - this->0 |-> $0 * this->4 |-> $1 * $0.tree() * $1.tree() - this != 0 & alloc(this, 8)
.
members<0,0,1> :=
| [0] - emp - this = 0 & @s0 == { }
| [3 addr int set] - this->0 |-> $0 * this->4 |-> $1 * $0.members( | | $2 )
      - this != 0 & @s0 == $2 + { this } & $1 # @s0 & alloc( this, 8 )
.
";

fn nodes(name: &str) -> Result<Nodes, String> {
    let found = read("lists", LISTS).expect("definitions");
    let definition = found.iter().find(|definition| definition.name == name).expect("this definition");
    let offset = |field: &str| Some(if field == "next" { 0 } else { 4 });
    let definition = definition.with_offsets(offset).expect("fields");
    match Layout::of(&definition, 4) {
        Layout::Nodes(nodes) => Ok(nodes),
        Layout::Other(reason) => Err(reason),
    }
}

#[test]
fn definitions_are_printed_as_they_are_read() {
    let found = read("lists", LISTS).expect("definitions");
    assert_eq!(found.len(), 6);
    for definition in found.iter().filter(|definition| !definition.has_sets()) {
        let text = definition.to_string();
        let again = read("again", &text).expect("definitions");
        assert_eq!(again.iter().collect::<Vec<_>>(), [definition], "{text}");
    }
}

#[test]
fn only_definitions_that_mention_sets_have_sets() {
    let found = read("lists", LISTS).expect("definitions");
    let names: Vec<&str> = found.iter().filter(|it| it.has_sets()).map(|it| it.name.as_str()).collect();
    assert_eq!(names, ["members"]);
}

#[test]
fn lists_and_trees_are_classified() {
    let plain = Nodes {
        size: 8,
        links: vec![0],
        prev: None,
        width: 4,
        end: None,
        length: None,
        data: vec![(4, 4, Data::Any)],
    };
    assert_eq!(nodes("list"), Ok(plain.clone()));
    assert_eq!(nodes("dll"), Ok(Nodes { prev: Some((4, 0)), data: Vec::new(), ..plain.clone() }));
    let within = vec![(4, 4, Data::Within(Some(3), Some(6)))];
    assert_eq!(nodes("counted"), Ok(Nodes { length: Some(0), data: within, ..plain.clone() }));
    assert_eq!(nodes("piece"), Ok(Nodes { end: Some(0), ..plain.clone() }));
    let tree = Nodes { links: vec![0, 4], data: Vec::new(), ..plain };
    assert_eq!(nodes("tree"), Ok(tree));
    assert!(nodes("members").is_err());
}

#[test]
fn what_a_list_does_not_keep_is_no_part_of_its_layout() {
    let node = |parameters: &str, facts: &str| {
        let text = format!(
            "l<{parameters}> := | [0] - emp - this = 0
             | [2] - this->0 |-> $0 * this->4 |-> $1 * $0.l({}) - this != 0 & {facts} & alloc(this, 8).",
            if parameters == "0,1" { "| $1 |" } else { "" }
        );
        let definition = read("l", &text).expect("a definition").remove(0);
        matches!(Layout::of(&definition, 4), Layout::Nodes(_))
    };
    assert!(node("0,0", "$1 >= 0"));
    assert!(!node("0,0", "$1 != 0"));
    assert!(!node("0,0", "$1 >= $0"));
    assert!(!node("0,0", "this = $1"));
    // A sorted list: the parameter changes from node to node, and counts nothing.
    assert!(!node("0,1", "@i0 <= $1"));
}

#[test]
fn data_that_are_parameters_are_the_same_in_all_nodes() {
    let text = "l<0,1> := | [0] - emp - this = 0
        | [1] - this->0 |-> $0 * this->4 |-> @i0 * $0.l( | @i0 | ) - alloc(this, 8).";
    let definition = read("l", text).expect("a definition").remove(0);
    let Layout::Nodes(list) = Layout::of(&definition, 4) else { panic!("no list") };
    assert_eq!(list.data, [(4, 4, Data::Same(Term::Integer(0)))]);
}

#[test]
fn errors_have_their_place() {
    let cases = [
        ("list<0,0> :=\n| [1 addr] - this->0 |-> $1 - .", "f:2:27: error: there are only 1 names"),
        ("list<0,0> := .", "f:1:14: error: expected a rule, which begins with `|`"),
        ("list<0,0> := | [1 prt] - emp - .", "f:1:19: error: a class is `addr`, `int`, `raw` or `set`"),
        ("list<0,0> := | [0] - @p0->0 |-> 0 - .", "f:1:24: error: there are only 0 parameters that are"),
        ("list<0,0> := | [0] - emp - this = 0 & .", "f:1:39: error: expected `this`, a number"),
        ("list<0,0> := | [0] - emp - this ? 0 .", "f:1:33: error: '?' is no part of a definition"),
        ("list<0,0> := | [0] - emp - this = 0", "f:1:36: error: expected `.`"),
        ("l<99999999999999999999>", "f:1:3: error: this number is too large"),
    ];
    for (text, wanted) in cases {
        let error = read("f", text).expect_err(text).to_string();
        assert!(error.starts_with(wanted), "{text}\n{error}");
        let caret = error.lines().last().expect("a caret");
        assert_eq!(caret.trim_start(), "^", "{error}");
    }
}

#[test]
fn contracts_have_names() {
    use super::Contract::{Assume, Check};
    assert_eq!(contract("__cfp_assume_list"), Some((Assume, "list")));
    assert_eq!(contract("__cfp_check_dll"), Some((Check, "dll")));
    assert_eq!(contract("check_dll"), None);
}

/// Any text ends in definitions or an error: pieces of definitions, cut and mixed at random.
#[test]
fn any_text_is_read_or_refused() {
    let pieces: Vec<&str> = LISTS.split_inclusive(|c: char| !c.is_ascii_alphanumeric()).collect();
    let odd = ["$", "@p", "|-", "->", "9223372036854775807", "é", "\u{0}", "{", "$sub", "- -", "\r\n", "%"];
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut next = |limit: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % limit as u64) as usize
    };
    let mut refused = 0;
    for _ in 0..5000 {
        let mut text = String::new();
        let mut at = next(pieces.len());
        for _ in 0..next(80) {
            match next(12) {
                0 => text.push_str(odd[next(odd.len())]),
                1 => at = next(pieces.len()),
                _ => text.push_str(pieces[at % pieces.len()]),
            }
            at += 1;
        }
        match read("random", &text) {
            Ok(definitions) => definitions.iter().for_each(|definition| {
                let _ = Layout::of(definition, 4);
            }),
            Err(error) => {
                refused += 1;
                assert!(error.line >= 1 && error.column >= 1 && !error.message.is_empty());
            }
        }
    }
    assert!(refused > 1000, "only {refused} texts were refused");
}

#[test]
fn commands_are_read() {
    use super::{Command, Relation, Use, Value, read_command};
    let name = |text: &str| Value::Name(text.to_string());
    let of = |pointers: Vec<Value>, integers: Vec<Value>| Use {
        variable: "l".to_string(),
        checker: "list".to_string(),
        pointers,
        integers,
    };
    let cases = [
        ("add_inductive( l, list )", Command::Assume(of(Vec::new(), Vec::new()))),
        ("check_inductive( l, list, [ p | | ] )", Command::Check(of(vec![name("p")], Vec::new()))),
        ("add_inductive(l, list, [|-42|])", Command::Assume(of(Vec::new(), vec![Value::Number(-42)]))),
        (
            "assume(i == 1, j >= i)",
            Command::Conditions(vec![
                (name("i"), Relation::Eq, Value::Number(1)),
                (name("j"), Relation::Ge, name("i")),
            ]),
        ),
        ("kill_flow", Command::Stop),
        ("check_bottomness( true )", Command::Unreachable),
        ("unfold( l->next )", Command::Hint),
        ("output_dot( l | SUCC, CUTL )", Command::Hint),
    ];
    for (text, wanted) in cases {
        assert_eq!(read_command(text), Ok(wanted), "{text}");
    }
    for text in
        ["", "jump(l)", "add_inductive(l)", "assume(i)", "check_inductive(l, g, [ | | E])", "kill_flow x"]
    {
        assert!(read_command(text).is_err(), "{text}");
    }
}

#[test]
fn contracts_of_functions_are_read() {
    let text = "list<0,0> := | [0] - emp - this = 0 .\n\
                f(l: list, p: dll(0); n: int) when n >= 0, l != p -> result: counted(n), l = -1.\n\
                g() -> .";
    let read = read_specification("f.ind", text).expect("two contracts");
    assert_eq!((read.definitions.len(), read.contracts.len()), (1, 2));
    let f = &read.contracts[0];
    assert_eq!((&f.function[..], f.parameters.len(), f.passed), ("f", 3, 2));
    let name = |name: &str| Value::Name(name.to_string());
    let dll = Structure { checker: "dll".to_string(), arguments: vec![Value::Number(0)] };
    assert_eq!(f.parameters[1], Parameter { name: "p".to_string(), structure: Some(dll) });
    assert_eq!(f.conditions[1], (name("l"), Relation::Ne, name("p")));
    let counted = Structure { checker: "counted".to_string(), arguments: vec![name("n")] };
    let promises = [
        Promise::Structure("result".to_string(), counted),
        Promise::Relation(name("l"), Relation::Eq, Value::Number(-1)),
    ];
    assert_eq!(f.promises, promises);
    assert_eq!((read.contracts[1].parameters.len(), read.contracts[1].promises.len()), (0, 0));
}

#[test]
fn errors_in_contracts_have_a_place() {
    let cases = [
        ("f(l list) -> .", 5, "expected `:`"),
        ("f(l: list) .", 12, "expected `->`"),
        ("f(l: list, l: int) -> .", 12, "there is another parameter of this name"),
        ("f(result: list) -> .", 3, "no parameter is called `result`"),
        ("f(l: list) when m = 0 -> .", 17, "m is no parameter"),
        ("f(l: list) when result = 0 -> .", 17, "result is no parameter"),
        ("f(l: list) when l ! 0 -> .", 19, "'!' is no part of a definition"),
        ("f(l: list) -> m: list.", 15, "m is no parameter"),
        ("f(l: counted(m)) -> .", 1, "m is no parameter"),
        ("f(n: int; l: list) -> .", 11, "the function must get the structure"),
        ("f() -> . f() -> .", 10, "f has a contract already"),
        ("f() -> result: list", 20, "expected `,`"),
    ];
    for (text, column, message) in cases {
        let error = read_specification("f.ind", text).expect_err(text);
        assert_eq!((error.column, &error.message[..]), (column, message), "{text}");
    }
}
