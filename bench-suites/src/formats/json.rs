//! A writer of JSON values.

use std::fmt;

/// A JSON value; objects keep the order of their members.
#[derive(Debug, Clone, PartialEq)]
pub enum Json {
    /// `null`, also what a number that JSON cannot express becomes.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A count.
    Count(u64),
    /// A measured number.
    Number(f64),
    /// A text.
    Text(String),
    /// A list.
    List(Vec<Json>),
    /// Named members.
    Object(Vec<(&'static str, Json)>),
}

impl Json {
    /// A text value.
    pub fn text(text: impl Into<String>) -> Self {
        Self::Text(text.into())
    }
}

impl fmt::Display for Json {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Null => f.write_str("null"),
            Self::Bool(value) => write!(f, "{value}"),
            Self::Count(value) => write!(f, "{value}"),
            Self::Number(value) if value.is_finite() => write!(f, "{value}"),
            Self::Number(_) => f.write_str("null"),
            Self::Text(text) => write_text(f, text),
            Self::List(items) => {
                f.write_str("[")?;
                for (i, item) in items.iter().enumerate() {
                    write!(f, "{}{item}", if i > 0 { "," } else { "" })?;
                }
                f.write_str("]")
            }
            Self::Object(members) => {
                f.write_str("{")?;
                for (i, (name, value)) in members.iter().enumerate() {
                    f.write_str(if i > 0 { "," } else { "" })?;
                    write_text(f, name)?;
                    write!(f, ":{value}")?;
                }
                f.write_str("}")
            }
        }
    }
}

fn write_text(f: &mut fmt::Formatter<'_>, text: &str) -> fmt::Result {
    f.write_str("\"")?;
    for c in text.chars() {
        match c {
            '"' => f.write_str("\\\"")?,
            '\\' => f.write_str("\\\\")?,
            '\n' => f.write_str("\\n")?,
            '\r' => f.write_str("\\r")?,
            '\t' => f.write_str("\\t")?,
            c if c < ' ' => write!(f, "\\u{:04x}", u32::from(c))?,
            c => write!(f, "{c}")?,
        }
    }
    f.write_str("\"")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_escaped() {
        assert_eq!(Json::text("a\"b\\c\nd\u{1}é").to_string(), r#""a\"b\\c\nd\u0001é""#);
    }

    #[test]
    fn values_nest() {
        let value = Json::Object(vec![
            ("n", Json::Number(1.25)),
            ("k", Json::Count(3)),
            ("bad", Json::Number(f64::NAN)),
            ("list", Json::List(vec![Json::Bool(true), Json::Null, Json::List(vec![])])),
        ]);
        assert_eq!(value.to_string(), r#"{"n":1.25,"k":3,"bad":null,"list":[true,null,[]]}"#);
    }
}
