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
    let Some((json, code)) = output("bad", BAD, &["--format", "json", "--stats", "--runs", "0"]) else {
        return;
    };
    assert_eq!((code, text_at(&json, "verdict")), (Some(10), "refuted"));
    assert_eq!(text_at(&json, "findings/0/kind"), "out-of-bounds");
    assert_eq!(text_at(&json, "findings/0/property"), "valid-deref");
    assert_eq!(at(&json, "findings/0/location/line"), &Json::Number(2.0));
    assert_eq!(text_at(&json, "findings/0/stack/0/function"), "get");
    assert_eq!(text_at(&json, "findings/0/inputs/0/name"), "nondet");
    assert_eq!(text_at(&json, "findings/0/inputs/0/value"), "123456");
    assert_eq!(text_at(&json, "findings/0/again"), "--run --input 123456");
    assert!(!items(&json, "findings/0/trace").is_empty());
    assert!(items(&json, "open").is_empty());
    assert!(matches!(at(&json, "stats/questions"), Json::Number(count) if *count > 0.0));
    assert_eq!(at(&json, "answer"), &Json::Null);
}

#[test]
fn json_of_proved_and_open_programs() {
    let args = ["--format", "json", "--property", "valid-memsafety"];
    let Some((json, code)) = output("good", GOOD, &args) else { return };
    assert_eq!((code, text_at(&json, "verdict"), text_at(&json, "answer")), (Some(0), "proved", "TRUE"));
    assert!(items(&json, "findings").is_empty() && items(&json, "open").is_empty());
    assert_eq!(text_at(&json, "unchecked/0"), "bounds");
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

/// A page about a program, and the picture alone; nothing where the library that reads C is missing.
fn page(name: &str, text: &str, args: &[&str]) -> Option<(String, String)> {
    let stem = std::env::temp_dir().join(format!("cfp-heap-page-{}-{name}", std::process::id()));
    let [source, page, picture] = ["c", "html", "svg"].map(|end| stem.with_extension(end));
    std::fs::write(&source, text).expect("a temporary file");
    let output = Command::new(env!("CARGO_BIN_EXE_cfp-heap"))
        .arg("--html")
        .arg(&page)
        .arg("--svg")
        .arg(&picture)
        .args(args)
        .arg(&source)
        .output()
        .expect("cfp-heap runs");
    let texts = [&page, &picture].map(|path| std::fs::read_to_string(path).unwrap_or_default());
    for path in [&source, &page, &picture] {
        let _ = std::fs::remove_file(path);
    }
    let [page, picture] = texts;
    (output.status.code() != Some(4)).then_some((page, picture))
}

/// Checks that every element of a document ends where it should and that nothing is escaped badly; gives the
/// names of all elements.
fn elements(document: &str) -> Vec<String> {
    let (mut open, mut all): (Vec<String>, Vec<String>) = (Vec::new(), Vec::new());
    let mut rest = document.strip_prefix("<!DOCTYPE html>").unwrap_or(document);
    while let Some(start) = rest.find('<') {
        for part in rest[..start].split('&').skip(1) {
            assert!(["amp;", "lt;", "gt;", "quot;"].iter().any(|name| part.starts_with(name)), "&{part}");
        }
        let end = start + rest[start..].find('>').expect("tags end");
        let tag = &rest[start + 1..end];
        assert!(tag.matches('"').count().is_multiple_of(2), "<{tag}>");
        rest = &rest[end + 1..];
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop().as_deref(), Some(name), "before {rest}");
            continue;
        }
        let name = tag.split([' ', '/']).next().expect("a name").to_string();
        if name == "style" {
            let end = rest.find("</style>").expect("styles end");
            assert!(!rest[..end].contains("url(") && !rest[..end].contains("@import"));
            rest = &rest[end..];
        }
        all.push(name.clone());
        if !tag.ends_with('/') {
            open.push(name);
        }
    }
    assert_eq!((rest.trim(), open.as_slice()), ("", &[][..]));
    all
}

#[test]
fn a_page_shows_the_error_in_its_place_and_the_heap() {
    let Some((page, picture)) = page("bad", BAD, &[]) else { return };
    let names = elements(&page);
    assert_eq!(names.iter().filter(|name| *name == "svg").count(), 1);
    assert_eq!(names.iter().filter(|name| *name == "script" || *name == "link" || *name == "img").count(), 0);
    assert!(
        !page.contains("http:") && !page.contains("https:") && !page.contains("//"),
        "nothing is fetched"
    );
    assert!(page.contains("<strong>refuted</strong>") && page.contains("out of bounds"));
    // The error stands behind the line that has it, the input in the table.
    let (line, error) =
        (page.find(">2</a>").expect("line 2"), page.find("class=\"say error\"").expect("the error"));
    let next = page.find(">3</a>").expect("line 3");
    assert!(line < error && error < next);
    assert!(page.contains("<code>nondet()</code></td><td class=\"number\"><code>123456</code>"), "{page}");
    assert!(page.contains("--run --input 123456"));
    assert!(page.contains("prefers-color-scheme:dark") && page.contains("name=\"viewport\""));
    // The picture alone is a document that names its language, and the array of the caller is in it.
    assert!(picture.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" "));
    elements(&picture);
    assert!(picture.contains("3 cells of 4 bytes"), "{picture}");
}

#[test]
fn the_heap_is_drawn_where_it_is_asked_for() {
    let text = "int nondet(void);\nint main(void) {\n  int n = nondet(), k = nondet(); int a[100];\n  if (n < 0 || n > 100) return 0;\n  \
        for (int i = 0; i < n; i++)\n    a[i] = i + 1;\n  if (0 <= k && k < n && nondet())\n    a[k] = 0;\n  n = 0;\n  return 0;\n}\n";
    let Some((_, picture)) = page("before", text, &["--at", "5"]) else { return };
    assert!(picture.contains("not set") && !picture.contains("j + 1"), "{picture}");
    let (_, picture) = page("after", text, &["--at", "7"]).expect("libclang was here");
    assert!(picture.contains(">0 ≤ j &lt; n</text>") && picture.contains(">j + 1</text>"), "{picture}");
    assert!(picture.contains(">n ≤ j ≤ 99</text>"), "{picture}");
    // What an unknown input decides is between bounds.
    let (page_text, picture) = page("between", text, &["--at", "9"]).expect("libclang was here");
    assert!(picture.contains("⟨") && picture.contains("class=\"edge partly\""), "{picture}");
    assert!(picture.contains(", false⟩</text>"), "{picture}");
    assert!(page_text.contains("before line 9"));
    // Where nothing is, the end is shown.
    let (page_text, _) = page("nowhere", text, &["--at", "11"]).expect("libclang was here");
    assert!(page_text.contains("where it returns"));
}

#[test]
fn pages_of_proved_and_open_programs() {
    let Some((page_text, _)) = page("good", GOOD, &["--property", "valid-memsafety"]) else { return };
    elements(&page_text);
    assert!(page_text.contains("<strong>proved</strong>") && page_text.contains("<code>TRUE</code>"));
    let (page_text, _) = page("open", OPEN, &[]).expect("libclang was here");
    elements(&page_text);
    assert!(page_text.contains("<strong>unknown</strong>") && page_text.contains("class=\"say open\""));
    // Source is text, whatever it looks like.
    let (page_text, _) =
        page("text", "/* </style><script>&lt; \u{1} */ int main(void) { return \"<b>\"[0] == '&'; }\n", &[])
            .expect("libclang was here");
    assert_eq!(elements(&page_text).iter().filter(|name| *name == "script" || *name == "b").count(), 0);
}

#[test]
fn what_is_freed_holds_nothing() {
    let text = "void *malloc(unsigned long); void free(void *);\nint main(void) {\n  int *p = malloc(4);\n  *p = 123;\n  \
        free(p);\n  return 0;\n}\n";
    let Some((_, picture)) = page("alive", text, &["--at", "5"]) else { return };
    assert!(picture.contains(">123</text>"), "{picture}");
    let (_, picture) = page("freed", text, &["--at", "6"]).expect("libclang was here");
    assert!(picture.contains("4 bytes, freed") && !picture.contains(">123</text>"), "{picture}");
}

#[test]
fn a_page_says_with_which_arguments_the_error_is_seen_again() {
    let text = "char *strcpy(char *, const char *);\nint main(int argc, char **argv) {\n  char text[4];\n  \
        if (argc > 1) strcpy(text, argv[1]);\n  return 0;\n}\n";
    let Some((page_text, _)) = page("arguments", text, &[]) else { return };
    elements(&page_text);
    assert!(page_text.contains("<code>cfp-heap --run --argument "), "{page_text}");
}

/// Members that an object of SARIF 2.1.0 may have, as far as they are used, with those that it must have
/// marked by `!`; a member leads to the next kind.
fn sarif_members(kind: &str) -> &'static [(&'static str, &'static str)] {
    match kind {
        "log" => &[("$schema", ""), ("version!", ""), ("runs!", "run")],
        "run" => &[
            ("tool!", "tool"),
            ("invocations", "invocation"),
            ("columnKind", ""),
            ("results", "result"),
            ("properties", "bag"),
        ],
        "tool" => &[("driver!", "component")],
        "component" => &[("name!", ""), ("version", ""), ("informationUri", ""), ("rules", "rule")],
        "rule" => &[("id!", ""), ("shortDescription", "message"), ("defaultConfiguration", "configuration")],
        "configuration" => &[("level", "")],
        "invocation" => &[("executionSuccessful!", "")],
        "result" => &[
            ("ruleId", ""),
            ("ruleIndex", ""),
            ("kind", ""),
            ("level", ""),
            ("message!", "message"),
            ("locations", "location"),
            ("relatedLocations", "location"),
            ("codeFlows", "codeFlow"),
        ],
        "message" => &[("text!", "")],
        "location" => &[("physicalLocation", "physicalLocation"), ("message", "message")],
        "physicalLocation" => &[("artifactLocation!", "artifactLocation"), ("region", "region")],
        "artifactLocation" => &[("uri!", "")],
        "region" => &[("startLine!", ""), ("startColumn", "")],
        "codeFlow" => &[("threadFlows!", "threadFlow")],
        "threadFlow" => &[("locations!", "threadFlowLocation")],
        "threadFlowLocation" => &[("location!", "location")],
        other => panic!("{other}"),
    }
}

fn check_sarif(json: &Json, kind: &str) {
    match json {
        Json::Array(items) => {
            // Related locations and rules must differ from each other, and flows must not be empty.
            assert!(!items.is_empty() || !kind.ends_with("Flow") && kind != "threadFlowLocation", "{kind}");
            items.iter().for_each(|item| check_sarif(item, kind));
        }
        Json::Object(members) if kind != "bag" => {
            let allowed = sarif_members(kind);
            for (name, value) in members {
                let next = allowed.iter().find(|(other, _)| other.trim_end_matches('!') == name);
                let (_, next) = next.unwrap_or_else(|| panic!("{kind} has no {name}"));
                if next.is_empty() {
                    let is_good = match name.as_str() {
                        "level" => {
                            ["none", "note", "warning", "error"].contains(&value.as_text().unwrap_or(""))
                        }
                        "kind" => ["pass", "open", "informational", "notApplicable", "review", "fail"]
                            .contains(&value.as_text().unwrap_or("")),
                        "startLine" | "startColumn" => {
                            matches!(value, Json::Number(number) if *number >= 1.0)
                        }
                        "ruleIndex" => matches!(value, Json::Number(number) if *number >= 0.0),
                        "executionSuccessful" => matches!(value, Json::Bool(_)),
                        _ => value.as_text().is_some(),
                    };
                    assert!(is_good, "{name} of {kind}: {value}");
                } else {
                    check_sarif(value, next);
                }
            }
            for (name, _) in allowed.iter().filter(|(name, _)| name.ends_with('!')) {
                let name = name.trim_end_matches('!');
                assert!(members.iter().any(|(other, _)| other == name), "{kind} without {name}");
            }
        }
        _ => assert_eq!(kind, "bag"),
    }
}

#[test]
fn sarif_has_the_members_of_the_standard() {
    for (name, text) in [("bad", BAD), ("good", GOOD), ("open", OPEN)] {
        let Some((json, _)) = output(&format!("members-{name}"), text, &["--format", "sarif"]) else {
            return;
        };
        check_sarif(&json, "log");
    }
}

/// Two errors, and an obligation that is open because of a loop.
const TWO: &str = "int nondet(void);
int main(void) {
  int n = nondet(), q = 3, a[2] = {0};
  if (n == 1) return a[n + 1];
  if (n == 2) return 1 / (n - 2);
  for (int i = 0; i < n; i++) q = q * q % 11;
  return 100 / (q - 2);
}
";

#[test]
fn every_format_has_all_errors_and_what_is_open() {
    let Some((json, code)) = output("two", TWO, &["--further", "60", "--format", "json"]) else { return };
    assert_eq!((code, text_at(&json, "reason")), (Some(10), "valid-deref, def-behavior (2 errors)"));
    let again: Vec<&str> = items(&json, "findings").iter().map(|found| text_at(found, "again")).collect();
    assert_eq!(again, ["--run --input 1", "--run --input 2"]);
    assert_eq!(text_at(&json, "open/0/kind"), "division-by-zero");
    assert_eq!(text_at(&json, "open/0/cause/message"), "`q` has no closed form in this loop");
    assert_eq!(at(&json, "open/0/cause/location/line"), &Json::Number(6.0));
    let (json, _) =
        output("two-sarif", TWO, &["--further", "60", "--format", "sarif"]).expect("libclang was here");
    check_sarif(&json, "log");
    let kinds: Vec<&str> =
        items(&json, "runs/0/results").iter().map(|result| text_at(result, "kind")).collect();
    assert_eq!(kinds, ["fail", "fail", "open"]);
    let cause = "runs/0/results/2/relatedLocations/0/message/text";
    assert_eq!(text_at(&json, cause), "`q` has no closed form in this loop");
    let (page, _) = page("two", TWO, &["--further", "60"]).expect("libclang was here");
    elements(&page);
    assert_eq!(page.matches("class=\"say error\"").count(), 2);
    assert!(page.contains("(2 errors)") && page.contains("Inputs that lead to error 2 (line 5)"), "{page}");
}
