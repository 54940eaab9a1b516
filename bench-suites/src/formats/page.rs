//! One self-contained HTML page: figures, tables and prose, with inline style and no external resources.

use std::fmt::Write;

use crate::formats::plot::{Plot, escape};

/// A page in the making. Text given to it is plain and escaped here, except where it says HTML.
#[derive(Debug)]
pub struct Page {
    html: String,
}

/// A cell of a table.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Cell {
    /// What it says.
    pub text: String,
    /// Classes of the style sheet: `best`, `group`, `text`.
    pub class: String,
}

impl Cell {
    /// A cell of this class.
    pub fn new(text: impl Into<String>, class: &str) -> Self {
        Self { text: text.into(), class: class.to_string() }
    }
}

impl From<String> for Cell {
    fn from(text: String) -> Self {
        Self::new(text, "")
    }
}

impl From<&str> for Cell {
    fn from(text: &str) -> Self {
        Self::new(text, "")
    }
}

/// A table.
#[derive(Debug, Clone, Default)]
pub struct Table {
    /// Headings over several columns: how many, and the text. May be empty.
    pub groups: Vec<(usize, String)>,
    /// The headings of the columns.
    pub headings: Vec<Cell>,
    /// The rows.
    pub rows: Vec<Vec<Cell>>,
    /// Whether the last row sums up the others.
    pub total: bool,
}

impl Table {
    fn html(&self) -> String {
        let mut html = String::from("<div class=\"table\"><table>\n<thead>\n");
        // Writing to a string cannot fail, here and below.
        if !self.groups.is_empty() {
            html += "<tr>";
            for (i, (columns, text)) in self.groups.iter().enumerate() {
                let class = if i == 0 { "" } else { "group" };
                let _ = write!(html, "<th class=\"{class}\" colspan=\"{columns}\">{}</th>", escape(text));
            }
            html += "</tr>\n";
        }
        html += &row_html("th", &self.headings, "");
        html += "</thead>\n<tbody>\n";
        for (i, row) in self.rows.iter().enumerate() {
            let last = self.total && i + 1 == self.rows.len();
            html += &row_html("td", row, if last { "total" } else { "" });
        }
        html + "</tbody>\n</table></div>\n"
    }
}

fn row_html(tag: &str, cells: &[Cell], class: &str) -> String {
    let cells: String = cells
        .iter()
        .map(|cell| format!("<{tag} class=\"{}\">{}</{tag}>", cell.class, escape(&cell.text)))
        .collect();
    format!("<tr class=\"{class}\">{cells}</tr>\n").replace(" class=\"\"", "")
}

impl Page {
    /// A page with its title and, below it, what it is about.
    pub fn new(title: &str, about: &str) -> Self {
        let (title, about) = (escape(title), escape(about));
        let style = include_str!("page.css");
        Self {
            html: format!(
                "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
                 <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
                 <title>{title}</title>\n<style>\n{style}</style>\n</head>\n<body>\n<h1>{title}</h1>\n\
                 <p class=\"sub\">{about}</p>\n"
            ),
        }
    }

    /// A heading.
    pub fn section(&mut self, title: &str) {
        let _ = writeln!(self.html, "<h2>{}</h2>", escape(title));
    }

    /// A paragraph.
    pub fn paragraph(&mut self, text: &str) {
        let _ = writeln!(self.html, "<p>{}</p>", escape(text));
    }

    /// A paragraph nobody may overlook.
    pub fn alarm(&mut self, text: &str) {
        let _ = writeln!(self.html, "<p class=\"alarm\">{}</p>", escape(text));
    }

    /// Figures side by side where there is room: the plot, its name and what is seen in it.
    pub fn figures(&mut self, figures: &[(Plot, String, String)]) {
        self.html += "<div class=\"figures\">\n";
        for (plot, name, caption) in figures {
            let (svg, name, caption) = (plot.svg(), escape(name), escape(caption));
            let _ = writeln!(
                self.html,
                "<figure>\n{svg}<figcaption><b>{name}</b> {caption}</figcaption>\n</figure>"
            );
        }
        self.html += "</div>\n";
    }

    /// A table.
    pub fn table(&mut self, table: &Table) {
        self.html += &table.html();
    }

    /// A table that opens when it is asked for.
    pub fn folded_table(&mut self, title: &str, table: &Table) {
        let _ =
            writeln!(self.html, "<details><summary>{}</summary>\n{}</details>", escape(title), table.html());
    }

    /// The whole page.
    pub fn finish(self) -> String {
        self.html + "</body>\n</html>\n"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_stands_alone() {
        let mut page = Page::new("A < B", "about");
        page.section("one");
        page.table(&Table {
            groups: vec![(1, "g".into())],
            headings: vec!["h".into()],
            rows: vec![vec![Cell::new("1", "best")], vec!["<2>".into()]],
            total: true,
        });
        let html = page.finish();
        assert!(html.starts_with("<!DOCTYPE html>") && html.ends_with("</html>\n"));
        assert!(html.contains("<title>A &lt; B</title>") && html.contains("<td class=\"best\">1</td>"));
        assert!(html.contains("<tr class=\"total\"><td>&lt;2&gt;</td></tr>"));
        assert!(!html.contains("http") && !html.contains("<script"));
    }
}
