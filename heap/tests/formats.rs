//! Findings for other programs: what they parse to.

use cfp_heap::json::{Json, parse};
use std::path::PathBuf;
use std::process::Command;

/// An error that depends on an input, after a call and a branch.
const BAD: &str = "int nondet(void);
int get(int *a, int i) { return a[i]; }
int main(void) {
  int a[3] = {1, 2, 3};
  int n = nondet();
  if (n == 123456)
    return get(a, 3);
  return 0;
}
";
const GOOD: &str = "int nondet(void); int main(void) { int a[3] = {0}; return a[nondet() == 1 ? 2 : 1]; }\n";
const OPEN: &str =
    "int nondet(void);\nint main(void) {\n  if (nondet() == 1000003) __asm__(\"nop\");\n  return 0;\n}\n";

/// The output in a format, and the exit code; nothing where the library that reads C is missing.
fn output(name: &str, text: &str, args: &[&str]) -> Option<(Json, Option<i32>)> {
    let file = std::env::temp_dir().join(format!("cfp-heap-formats-{}-{name}.c", std::process::id()));
    std::fs::write(&file, text).expect("a temporary file");
    let file: PathBuf = file;
    let output =
        Command::new(env!("CARGO_BIN_EXE_cfp-heap")).args(args).arg(&file).output().expect("cfp-heap runs");
    let _ = std::fs::remove_file(&file);
    if output.status.code() == Some(4) {
        return None;
    }
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    Some((parse(&text).unwrap_or_else(|error| panic!("{error} in {text}")), output.status.code()))
}

/// The value at a path of names and indices.
fn at<'a>(json: &'a Json, path: &str) -> &'a Json {
    path.split('/').fold(json, |value, name| match value {
        Json::Array(items) => &items[name.parse::<usize>().expect("an index")],
        _ => value.get(name).unwrap_or_else(|| panic!("{name} of {path} is missing in {value}")),
    })
}

fn text_at<'a>(json: &'a Json, path: &str) -> &'a str {
    at(json, path).as_text().unwrap_or_else(|| panic!("{path} is no text"))
}

fn items<'a>(json: &'a Json, path: &str) -> &'a [Json] {
    match at(json, path) {
        Json::Array(items) => items,
        other => panic!("{path} is no list: {other}"),
    }
}

#[test]
fn json_of_a_refuted_program() {
    let Some((json, code)) = output("bad", BAD, &["--format", "json", "--stats"]) else { return };
    assert_eq!((code, text_at(&json, "verdict")), (Some(10), "refuted"));
    assert_eq!(text_at(&json, "findings/0/kind"), "out-of-bounds");
    assert_eq!(text_at(&json, "findings/0/property"), "valid-deref");
    assert_eq!(at(&json, "findings/0/location/line"), &Json::Number(2.0));
    assert_eq!(text_at(&json, "findings/0/stack/0/function"), "get");
    assert_eq!(text_at(&json, "inputs/0/name"), "nondet");
    assert_eq!(text_at(&json, "inputs/0/value"), "123456");
    assert!(!items(&json, "trace").is_empty());
    assert!(items(&json, "open").is_empty());
    assert!(matches!(at(&json, "stats/questions"), Json::Number(count) if *count > 0.0));
    assert_eq!(at(&json, "answer"), &Json::Null);
}

#[test]
fn json_of_proved_and_open_programs() {
    let args = ["--format", "json", "--property", "valid-memsafety"];
    let Some((json, code)) = output("good", GOOD, &args) else { return };
    assert_eq!((code, text_at(&json, "verdict"), text_at(&json, "answer")), (Some(0), "proved", "TRUE"));
    assert!(items(&json, "findings").is_empty() && items(&json, "inputs").is_empty());
    let (json, code) = output("open", OPEN, &args).expect("libclang was here");
    assert_eq!((code, text_at(&json, "verdict"), text_at(&json, "answer")), (Some(5), "unknown", "UNKNOWN"));
    assert_eq!(at(&json, "open/0/location/line"), &Json::Number(3.0));
}

#[test]
fn sarif_has_rules_results_and_flows() {
    let Some((json, code)) = output("flow", BAD, &["--format", "sarif"]) else { return };
    assert_eq!((code, text_at(&json, "version")), (Some(10), "2.1.0"));
    assert_eq!(text_at(&json, "runs/0/tool/driver/name"), "cfp-heap");
    let result = at(&json, "runs/0/results/0");
    let Json::Number(index) = at(result, "ruleIndex") else { panic!("no index") };
    let rule = &items(&json, "runs/0/tool/driver/rules")[*index as usize];
    assert_eq!(text_at(rule, "id"), text_at(result, "ruleId"));
    assert_eq!((text_at(result, "ruleId"), text_at(result, "level")), ("out-of-bounds", "error"));
    assert!(!text_at(result, "message/text").is_empty());
    let physical = at(result, "locations/0/physicalLocation");
    assert!(text_at(physical, "artifactLocation/uri").starts_with("file:///"));
    assert_eq!(at(physical, "region/startLine"), &Json::Number(2.0));
    let steps = items(result, "codeFlows/0/threadFlows/0/locations");
    let texts: Vec<&str> = steps.iter().map(|step| text_at(step, "location/message/text")).collect();
    assert!(texts.contains(&"input 123456") && texts.contains(&"call of get"), "{texts:?}");
    assert_eq!(texts.last(), Some(&text_at(result, "message/text").trim_end_matches(" [valid-deref]")));
}

#[test]
fn sarif_of_open_places_follows_the_standard() {
    let Some((json, _)) = output("review", OPEN, &["--format", "sarif"]) else { return };
    let result = at(&json, "runs/0/results/0");
    // Only results of kind fail have a level.
    assert_eq!((text_at(result, "kind"), text_at(result, "level")), ("open", "none"));
    let Json::Number(index) = at(result, "ruleIndex") else { panic!("no index") };
    let rules = items(&json, "runs/0/tool/driver/rules");
    assert_eq!(text_at(&rules[*index as usize], "id"), text_at(result, "ruleId"));
}
