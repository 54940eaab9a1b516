//! Plots as SVG: lines, steps and scattered points over linear or logarithmic axes.
//!
//! Colours are classes (`s0`, `s1`, ... and `grid`, `axis`), which the style sheet of the page fills in for
//! light and dark screens. Series differ by marker and dashes as well, so that a print in grey can be read.

use std::fmt::Write;

/// How values are spread over an axis.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scale {
    /// Evenly.
    Linear,
    /// By their logarithm; all values are positive.
    Log,
}

/// One axis.
#[derive(Debug, Clone, PartialEq)]
pub struct Axis {
    /// What is measured, with its unit.
    pub label: String,
    /// How values are spread.
    pub scale: Scale,
    /// The lower end.
    pub min: f64,
    /// The upper end, above the lower.
    pub max: f64,
}

impl Axis {
    /// A linear axis.
    pub fn linear(label: &str, min: f64, max: f64) -> Self {
        Self { label: label.into(), scale: Scale::Linear, min, max: if max > min { max } else { min + 1.0 } }
    }

    /// A logarithmic axis, widened to whole powers of ten.
    pub fn log(label: &str, min: f64, max: f64) -> Self {
        let low = min.log10().floor();
        let high = max.log10().ceil().max(low + 1.0);
        Self { label: label.into(), scale: Scale::Log, min: 10f64.powf(low), max: 10f64.powf(high) }
    }

    /// Where a value lies: 0 at the lower end, 1 at the upper. What lies outside is moved to the end.
    pub fn place(&self, value: f64) -> f64 {
        let share = match self.scale {
            Scale::Linear => (value - self.min) / (self.max - self.min),
            Scale::Log => (value.max(f64::MIN_POSITIVE) / self.min).ln() / (self.max / self.min).ln(),
        };
        share.clamp(0.0, 1.0)
    }

    /// The values to mark: round ones, at most about eight.
    pub fn ticks(&self) -> Vec<f64> {
        match self.scale {
            Scale::Log => {
                let (low, high) = (self.min.log10().round() as i32, self.max.log10().round() as i32);
                (low..=high).map(|power| 10f64.powi(power)).collect()
            }
            Scale::Linear => {
                let step = round_step((self.max - self.min) / 7.0);
                let first = (self.min / step - 1e-9).ceil() as i64;
                let last = (self.max / step + 1e-9).floor() as i64;
                (first..=last).map(|i| i as f64 * step).collect()
            }
        }
    }
}

/// The smallest of 1, 2, 5 times a power of ten that is not below `least`.
fn round_step(least: f64) -> f64 {
    let power = 10f64.powf(least.log10().floor());
    [1.0, 2.0, 5.0, 10.0]
        .into_iter()
        .map(|m| m * power)
        .find(|step| *step >= least * 0.999)
        .unwrap_or(10.0 * power)
}

/// A number without needless digits.
pub fn number(value: f64) -> String {
    let text = match value.abs() {
        v if v >= 100.0 || v == 0.0 => format!("{value:.0}"),
        v if v >= 10.0 => format!("{value:.1}"),
        v if v >= 1.0 => format!("{value:.2}"),
        v if v >= 0.0095 => format!("{value:.3}"),
        _ => format!("{value:.4}"),
    };
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_string() } else { text }
}

/// How the points of a series are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mark {
    /// Joined by lines, with markers.
    Line,
    /// As a staircase, without markers.
    Steps,
    /// Markers alone.
    Points,
}

/// A named set of points.
#[derive(Debug, Clone, PartialEq)]
pub struct Series {
    /// Its name in the legend.
    pub name: String,
    /// Which colour, marker and dashes: a number for each solver, the same in all plots of a page.
    pub style: usize,
    /// The points.
    pub points: Vec<(f64, f64)>,
}

/// A plot.
#[derive(Debug, Clone, PartialEq)]
pub struct Plot {
    /// What is seen, for those who cannot see it.
    pub alt: String,
    /// The horizontal axis.
    pub x: Axis,
    /// The vertical axis.
    pub y: Axis,
    /// How points are shown.
    pub mark: Mark,
    /// What is plotted, the first on top.
    pub series: Vec<Series>,
    /// The lines `y = f x` to draw, each with its label.
    pub rays: Vec<(f64, String)>,
    /// A horizontal line, with its label.
    pub level: Option<(f64, String)>,
}

/// How many styles there are before they repeat.
pub const STYLES: usize = 6;

const WIDTH: f64 = 560.0;
const LEFT: f64 = 64.0;
const RIGHT: f64 = 16.0;
const TOP: f64 = 40.0;
const BOTTOM: f64 = 48.0;

impl Plot {
    /// The plot as an SVG element. A plot of points is square, others are wider than high.
    pub fn svg(&self) -> String {
        let across = WIDTH - LEFT - RIGHT;
        let down = if self.mark == Mark::Points { across } else { 290.0 };
        let frame = Frame { across, down };
        let height = TOP + down + BOTTOM;
        let mut svg = format!(
            "<svg viewBox=\"0 0 {WIDTH} {height}\" role=\"img\" aria-label=\"{}\">\n",
            escape(&self.alt)
        );
        self.draw_axes(&mut svg, &frame);
        self.draw_guides(&mut svg, &frame);
        for series in self.series.iter().rev() {
            self.draw_series(&mut svg, &frame, series);
        }
        self.draw_legend(&mut svg);
        svg + "</svg>\n"
    }

    fn draw_axes(&self, svg: &mut String, frame: &Frame) {
        let bottom = TOP + frame.down;
        for tick in self.x.ticks() {
            let x = frame.x(self.x.place(tick));
            line(svg, "grid", (x, TOP), (x, bottom));
            text(svg, "tick", "middle", (x, bottom + 16.0), &number(tick));
        }
        for tick in self.y.ticks() {
            let y = frame.y(self.y.place(tick));
            line(svg, "grid", (LEFT, y), (LEFT + frame.across, y));
            text(svg, "tick", "end", (LEFT - 7.0, y + 4.0), &number(tick));
        }
        line(svg, "axis", (LEFT, bottom), (LEFT + frame.across, bottom));
        line(svg, "axis", (LEFT, TOP), (LEFT, bottom));
        text(svg, "label", "middle", (LEFT + frame.across / 2.0, bottom + 38.0), &self.x.label);
        let middle = TOP + frame.down / 2.0;
        // Writing to a string cannot fail, here and below.
        let _ = writeln!(
            svg,
            "<text class=\"label\" text-anchor=\"middle\" transform=\"translate(14 {middle:.1}) rotate(-90)\">{}</text>",
            escape(&self.y.label)
        );
    }

    fn draw_guides(&self, svg: &mut String, frame: &Frame) {
        for (factor, label) in &self.rays {
            let (low, high) = self.ray_ends(*factor);
            let place = |x: f64| (frame.x(self.x.place(x)), frame.y(self.y.place(factor * x)));
            line(svg, "guide", place(low), place(high));
            let (x, y) = place(high);
            // A label at the upper edge goes below it, one at the right edge to the left of it.
            text(svg, "tick", "end", (x - 8.0, (y + 14.0).max(TOP + 14.0)), label);
        }
        if let Some((value, label)) = &self.level {
            let y = frame.y(self.y.place(*value));
            line(svg, "guide", (LEFT, y), (LEFT + frame.across, y));
            text(svg, "tick", "start", (LEFT + 6.0, y + 14.0), label);
        }
    }

    /// Where the line `y = factor x` enters and leaves the plot.
    fn ray_ends(&self, factor: f64) -> (f64, f64) {
        (self.x.min.max(self.y.min / factor), self.x.max.min(self.y.max / factor))
    }

    fn draw_series(&self, svg: &mut String, frame: &Frame, series: &Series) {
        let style = series.style % STYLES;
        let places: Vec<(f64, f64)> = series
            .points
            .iter()
            .map(|(x, y)| (frame.x(self.x.place(*x)), frame.y(self.y.place(*y))))
            .collect();
        if self.mark != Mark::Points && !places.is_empty() {
            let _ = writeln!(svg, "<path class=\"line s{style}\" d=\"{}\"/>", self.path(&places));
        }
        if self.mark != Mark::Steps {
            for place in places {
                marker(svg, style, place, if self.mark == Mark::Points { 3.4 } else { 4.0 });
            }
        }
    }

    fn path(&self, places: &[(f64, f64)]) -> String {
        let mut path = String::new();
        for (i, (x, y)) in places.iter().enumerate() {
            let _ = match (i, self.mark) {
                (0, _) => write!(path, "M{x:.1} {y:.1}"),
                (_, Mark::Steps) => write!(path, "H{x:.1}V{y:.1}"),
                _ => write!(path, "L{x:.1} {y:.1}"),
            };
        }
        path
    }

    fn draw_legend(&self, svg: &mut String) {
        let mut x = LEFT + 4.0;
        for series in &self.series {
            let style = series.style % STYLES;
            if self.mark != Mark::Points {
                let _ = writeln!(svg, "<path class=\"line s{style}\" d=\"M{x:.1} 18H{:.1}\"/>", x + 26.0);
            }
            if self.mark != Mark::Steps {
                marker(svg, style, (x + 13.0, 18.0), 4.0);
            }
            text(svg, "name", "start", (x + 32.0, 22.5), &series.name);
            x += 52.0 + 7.4 * series.name.chars().count() as f64;
        }
    }
}

/// The area inside the axes, and where shares of it lie on the drawing.
struct Frame {
    across: f64,
    down: f64,
}

impl Frame {
    fn x(&self, share: f64) -> f64 {
        LEFT + share * self.across
    }

    fn y(&self, share: f64) -> f64 {
        TOP + (1.0 - share) * self.down
    }
}

fn line(svg: &mut String, class: &str, from: (f64, f64), to: (f64, f64)) {
    let ((x1, y1), (x2, y2)) = (from, to);
    let _ = writeln!(svg, "<path class=\"{class}\" d=\"M{x1:.1} {y1:.1}L{x2:.1} {y2:.1}\"/>");
}

fn text(svg: &mut String, class: &str, anchor: &str, (x, y): (f64, f64), content: &str) {
    let content = escape(content);
    let _ = writeln!(
        svg,
        "<text class=\"{class}\" text-anchor=\"{anchor}\" x=\"{x:.1}\" y=\"{y:.1}\">{content}</text>"
    );
}

/// The marker of a style, as wide as twice `r`.
fn marker(svg: &mut String, style: usize, (x, y): (f64, f64), r: f64) {
    let d = 2.0 * r;
    let shape = match style {
        0 => format!("M{:.1} {y:.1}a{r} {r} 0 1 0 {d} 0a{r} {r} 0 1 0 -{d} 0z", x - r),
        1 => format!("M{:.1} {:.1}h{d}v{d}h-{d}z", x - r, y - r),
        2 => format!("M{x:.1} {:.1}l{r} {d}h-{d}z", y - r * 1.2),
        3 => format!("M{x:.1} {:.1}l{r} {r}l-{r} {r}l-{r} -{r}z", y - r),
        4 => format!("M{x:.1} {:.1}l{r} -{d}h-{d}z", y + r * 1.2),
        _ => format!("M{:.1} {:.1}l{d} {d}m0 -{d}l-{d} {d}", x - r, y - r),
    };
    let _ = writeln!(svg, "<path class=\"mark s{style}\" d=\"{shape}\"/>");
}

/// Text with the characters that mean something in HTML and SVG written out.
pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_inside() {
        assert_eq!(Axis::linear("", 10.0, 45.0).ticks(), [10.0, 15.0, 20.0, 25.0, 30.0, 35.0, 40.0, 45.0]);
        assert_eq!(Axis::linear("", 0.0, 100.0).ticks(), [0.0, 20.0, 40.0, 60.0, 80.0, 100.0]);
        assert_eq!(Axis::log("", 0.002, 20.0).ticks(), [0.001, 0.01, 0.1, 1.0, 10.0, 100.0]);
        assert_eq!(Axis::linear("", 5.0, 5.0).max, 6.0);
    }

    #[test]
    fn places() {
        let axis = Axis::log("", 0.01, 1.0);
        assert!((axis.place(0.1) - 0.5).abs() < 1e-12);
        assert_eq!((axis.place(0.0), axis.place(7.0)), (0.0, 1.0));
        assert_eq!(Axis::linear("", 0.0, 4.0).place(1.0), 0.25);
    }

    #[test]
    fn numbers_have_no_needless_digits() {
        let written = [0.0, 1234.4, 12.34, 5.0, 0.5, 0.01, 0.0012].map(number);
        assert_eq!(written, ["0", "1234", "12.3", "5", "0.5", "0.01", "0.0012"]);
    }

    #[test]
    fn a_plot_names_its_series_and_escapes_text() {
        let series =
            |name: &str, style| Series { name: name.into(), style, points: vec![(1.0, 1.0), (2.0, 3.0)] };
        let mut plot = Plot {
            alt: "a & b".into(),
            x: Axis::linear("x", 1.0, 2.0),
            y: Axis::linear("y < z", 0.0, 3.0),
            mark: Mark::Line,
            series: vec![series("one", 0), series("two", 7)],
            rays: vec![],
            level: None,
        };
        let svg = plot.svg();
        assert!(svg.contains("a &amp; b") && svg.contains("y &lt; z") && svg.contains(">two<"));
        assert_eq!(svg.matches("class=\"mark s0\"").count(), 3);
        assert_eq!(svg.matches("class=\"line s1\"").count(), 2);
        plot.mark = Mark::Steps;
        assert!(!plot.svg().contains("mark"));
        plot.mark = Mark::Points;
        assert!(!plot.svg().contains("class=\"line"));
    }
}
