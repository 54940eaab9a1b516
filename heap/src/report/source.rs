//! Syntax highlighting for HTML pages.

use super::svg::escape;

const KEYWORDS: &[&str] = &[
    "asm",
    "auto",
    "break",
    "case",
    "const",
    "continue",
    "default",
    "do",
    "else",
    "enum",
    "extern",
    "for",
    "goto",
    "if",
    "inline",
    "register",
    "restrict",
    "return",
    "sizeof",
    "static",
    "struct",
    "switch",
    "typedef",
    "union",
    "volatile",
    "while",
    "_Static_assert",
    "static_assert",
    "_Alignas",
    "_Alignof",
    "_Atomic",
    "_Generic",
    "_Noreturn",
    "typeof",
    "__typeof__",
];
const TYPES: &[&str] = &[
    "void",
    "char",
    "short",
    "int",
    "long",
    "float",
    "double",
    "signed",
    "unsigned",
    "_Bool",
    "bool",
    "size_t",
    "ssize_t",
    "ptrdiff_t",
    "int8_t",
    "int16_t",
    "int32_t",
    "int64_t",
    "uint8_t",
    "uint16_t",
    "uint32_t",
    "uint64_t",
    "intptr_t",
    "uintptr_t",
    "FILE",
];

/// The lines of a text in HTML, each with its words in elements of the classes `k` (keyword), `t` (type), `n`
/// (number), `s` (string), `c` (comment) and `p` (preprocessor).
pub(super) fn highlight(text: &str) -> Vec<String> {
    let mut lines = Vec::new();
    let mut is_comment = false;
    for line in text.lines() {
        lines.push(highlight_line(line, &mut is_comment));
    }
    lines
}

fn highlight_line(line: &str, is_comment: &mut bool) -> String {
    let mut out = String::new();
    let mut rest = line;
    let is_directive = !*is_comment && line.trim_start().starts_with('#');
    let mut put = |class: &str, text: &str| {
        if class.is_empty() {
            out.push_str(&escape(text));
        } else if !text.is_empty() {
            out.push_str(&format!("<span class=\"{class}\">{}</span>", escape(text)));
        }
    };
    let is_word = |character: char| character.is_alphanumeric() || character == '_';
    while !rest.is_empty() {
        let (class, end) = if *is_comment {
            let end = rest.find("*/").map(|end| end + 2);
            *is_comment = end.is_none();
            ("c", end.unwrap_or(rest.len()))
        } else if let Some(comment) = rest.strip_prefix("/*") {
            let end = comment.find("*/").map(|end| end + 4);
            *is_comment = end.is_none();
            ("c", end.unwrap_or(rest.len()))
        } else if rest.starts_with("//") {
            ("c", rest.len())
        } else if rest.starts_with(['"', '\'']) {
            ("s", end_of_literal(rest))
        } else if rest.starts_with(is_word) {
            let end = rest.find(|character: char| !is_word(character)).unwrap_or(rest.len());
            let word = &rest[..end];
            let class = if word.starts_with(|first: char| first.is_ascii_digit()) {
                "n"
            } else if is_directive {
                "p"
            } else if KEYWORDS.contains(&word) {
                "k"
            } else if TYPES.contains(&word) {
                "t"
            } else {
                ""
            };
            (class, end)
        } else {
            let end = rest.char_indices().nth(1).map_or(rest.len(), |(end, _)| end);
            (if is_directive { "p" } else { "" }, end)
        };
        put(class, &rest[..end]);
        rest = &rest[end..];
    }
    out
}

/// Where a string or character that begins a text ends.
fn end_of_literal(text: &str) -> usize {
    let quote = text.chars().next();
    let mut is_escaped = false;
    for (place, character) in text.char_indices().skip(1) {
        if is_escaped {
            is_escaped = false;
        } else if character == '\\' {
            is_escaped = true;
        } else if Some(character) == quote {
            return place + 1;
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::highlight;

    #[test]
    fn words_get_classes() {
        let lines =
            highlight("#include <a.h>\nint f(void) { /* x\n y */ return 'a' + \"\\\"<\"[0x1f]; } // ü");
        assert!(
            lines[0].starts_with("<span class=\"p\">#</span><span class=\"p\">include</span>"),
            "{}",
            lines[0]
        );
        assert_eq!(
            lines[1],
            "<span class=\"t\">int</span> f(<span class=\"t\">void</span>) { <span class=\"c\">/* x</span>"
        );
        assert_eq!(
            lines[2],
            "<span class=\"c\"> y */</span> <span class=\"k\">return</span> <span class=\"s\">'a'</span> + \
             <span class=\"s\">&quot;\\&quot;&lt;&quot;</span>[<span class=\"n\">0x1f</span>]; } <span class=\"c\">// ü</span>"
        );
    }

    #[test]
    fn texts_that_end_early_are_shown_all_the_same() {
        for text in ["\"abc", "'", "/*", "\"\\", "a /", "é\"é", "1.5e"] {
            let plain: String = highlight(text).concat();
            let mut visible = String::new();
            let mut is_tag = false;
            for character in plain.chars() {
                match character {
                    '<' => is_tag = true,
                    '>' => is_tag = false,
                    _ if !is_tag => visible.push(character),
                    _ => {}
                }
            }
            assert_eq!(visible.replace("&quot;", "\""), text);
        }
    }
}
