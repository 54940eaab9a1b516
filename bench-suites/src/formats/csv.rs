//! Comma-separated values as in RFC 4180, just enough to write results and to read them and manifests back.

use std::io::{self, Write};

/// Writes one row, quoting the fields that need it.
pub fn write_row(out: &mut dyn Write, fields: &[&str]) -> io::Result<()> {
    for (i, field) in fields.iter().enumerate() {
        if i > 0 {
            out.write_all(b",")?;
        }
        if field.contains([',', '"', '\n', '\r']) {
            write!(out, "\"{}\"", field.replace('"', "\"\""))?;
        } else {
            out.write_all(field.as_bytes())?;
        }
    }
    out.write_all(b"\n")
}

/// Reads all rows. Line ends inside quotes belong to the field; blank lines are skipped.
pub fn read_rows(text: &str) -> Vec<Vec<String>> {
    let mut rows = Vec::new();
    let mut row = Vec::new();
    let mut field = String::new();
    let mut quoted = false;
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '"' if quoted && chars.peek() == Some(&'"') => {
                chars.next();
                field.push('"');
            }
            '"' if quoted => quoted = false,
            '"' if field.is_empty() => quoted = true,
            ',' if !quoted => row.push(std::mem::take(&mut field)),
            '\r' if !quoted && chars.peek() == Some(&'\n') => {}
            '\n' if !quoted => end_row(&mut rows, &mut row, &mut field),
            c => field.push(c),
        }
    }
    end_row(&mut rows, &mut row, &mut field);
    rows
}

fn end_row(rows: &mut Vec<Vec<String>>, row: &mut Vec<String>, field: &mut String) {
    if !row.is_empty() || !field.is_empty() {
        row.push(std::mem::take(field));
        rows.push(std::mem::take(row));
    }
}

/// A table with named columns.
#[derive(Debug)]
pub struct Table {
    header: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl Table {
    /// Reads a text whose first row names the columns.
    pub fn read(text: &str) -> Self {
        let mut rows = read_rows(text);
        let header = if rows.is_empty() { Vec::new() } else { rows.remove(0) };
        Self { header, rows }
    }

    /// The position of a column.
    pub fn column(&self, name: &str) -> Option<usize> {
        self.header.iter().position(|column| column == name)
    }

    /// The rows below the header.
    pub fn rows(&self) -> &[Vec<String>] {
        &self.rows
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(fields: &[&str]) -> String {
        let mut out = Vec::new();
        write_row(&mut out, fields).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn only_what_must_be_quoted_is() {
        assert_eq!(written(&["a b", "", "1.5"]), "a b,,1.5\n");
        assert_eq!(written(&["a,b", "say \"x\""]), "\"a,b\",\"say \"\"x\"\"\"\n");
    }

    #[test]
    fn what_was_written_is_read_back() {
        let rows = [vec!["a,b", "c\nd", "\"", ""], vec!["\r\n", "", "x", "\"\"y"]];
        let text: String = rows.iter().map(|row| written(row)).collect();
        assert_eq!(read_rows(&text), rows);
    }

    #[test]
    fn foreign_line_ends_and_blank_lines() {
        assert_eq!(read_rows("a,b\r\n\n1,2"), [["a", "b"], ["1", "2"]]);
        assert_eq!(read_rows(""), Vec::<Vec<String>>::new());
    }

    #[test]
    fn columns_by_name() {
        let table = Table::read("path,status\nx.smt2,sat\n");
        assert_eq!(table.column("status"), Some(1));
        assert_eq!(table.column("family"), None);
        assert_eq!(table.rows(), [["x.smt2", "sat"]]);
        assert!(Table::read("").rows().is_empty());
    }
}
