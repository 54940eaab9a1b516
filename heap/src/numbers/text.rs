//! Equations and bounds as text, in names that the caller has for dimensions.

use super::{Affine, Dimension, Interval, LinearExpr};
use cfp_solver::{Int, Rat};

impl<D: Dimension> LinearExpr<D> {
    /// The expression in names: `n - i + 1`.
    pub fn text(&self, name: impl Fn(&D) -> String) -> String {
        let mut text = String::new();
        let mut add = |factor: &Rat, term: String| {
            let sign = match (text.is_empty(), factor.is_negative()) {
                (true, false) => "",
                (true, true) => "-",
                (false, false) => " + ",
                (false, true) => " - ",
            };
            text += sign;
            text += &term;
        };
        // What is subtracted comes last.
        let (added, subtracted): (Vec<_>, Vec<_>) =
            self.terms().partition(|(_, factor)| !factor.is_negative());
        for (dimension, factor) in added.into_iter().chain(subtracted) {
            add(factor, multiple(&name(dimension), &factor.abs()));
        }
        let constant = self.constant_part();
        if !constant.is_zero() || self.terms().next().is_none() {
            add(constant, constant.abs().to_string());
        }
        text
    }
}

/// A multiple of something.
fn multiple(name: &str, factor: &Rat) -> String {
    if *factor == Rat::from(1) { name.to_string() } else { format!("{factor} {name}") }
}

impl<D: Dimension> Affine<D> {
    /// One of the equations in names, with positive terms on both sides: `t + u = n`.
    pub fn equation(lead: &D, row: &LinearExpr<D>, name: impl Fn(&D) -> String) -> String {
        // lead - row = 0: what is negative there is on the right.
        let zero = LinearExpr::of(lead.clone()).plus_expr(row, &Rat::from(-1));
        let sides = [false, true].map(|is_right| {
            let mut side = LinearExpr::constant(0);
            for (dimension, factor) in zero.terms().filter(|(_, factor)| factor.is_negative() == is_right) {
                side = side.plus(dimension, &factor.abs());
            }
            let constant = zero.constant_part();
            if constant.is_negative() == is_right { side.plus_constant(constant.abs()) } else { side }
        });
        sides.map(|side| side.text(&name)).join(" = ")
    }
}

/// What bounds of machine integers leave of the length of a list.
const LONG: i64 = i32::MAX as i64 - (1 << 16);

impl Interval {
    /// The lengths of lists, as far as they fit into machine integers: bounds that say no more than this are
    /// not worth mentioning.
    pub fn lengths() -> Interval {
        Interval::between(0, LONG)
    }

    /// What the range says about something beyond `usual` bounds: `k ≥ 1`, `x ∈ [0, 9]`; nothing if it says
    /// no more than they do.
    pub fn text(&self, name: &str, usual: &Interval) -> Option<String> {
        let is_said = |bound: Option<&Int>, usual: Option<&Int>, is_low: bool| match (bound, usual) {
            (None, _) => false,
            (Some(_), None) => true,
            (Some(bound), Some(usual)) => {
                if is_low {
                    bound > usual
                } else {
                    bound < usual
                }
            }
        };
        let low = self.low().filter(|low| is_said(Some(low), usual.low(), true));
        let high = self.high().filter(|high| is_said(Some(high), usual.high(), false));
        match (self.as_constant(), low, high) {
            (Some(value), _, _) => Some(format!("{name} = {value}")),
            (None, None, None) => None,
            (None, Some(low), None) => Some(format!("{name} ≥ {low}")),
            (None, None, Some(high)) => match self.low() {
                Some(low) => Some(format!("{name} ∈ [{low}, {high}]")),
                None => Some(format!("{name} ≤ {high}")),
            },
            (None, Some(low), Some(high)) => Some(format!("{name} ∈ [{low}, {high}]")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sum(terms: &[(&'static str, i64)], constant: i64) -> LinearExpr<&'static str> {
        let start = LinearExpr::constant(constant);
        terms.iter().fold(start, |sum, (name, factor)| sum.plus(name, &Rat::from(*factor)))
    }

    #[test]
    fn expressions_and_equations() {
        let name = |name: &&str| name.to_string();
        assert_eq!(sum(&[("i", -1), ("n", 1)], 1).text(name), "n - i + 1");
        assert_eq!(sum(&[], 0).text(name), "0");
        assert_eq!(sum(&[("i", -2)], -3).text(name), "-2 i - 3");
        assert_eq!(Affine::equation(&"a", &sum(&[("b", -1), ("n", 1)], 0), name), "a + b = n");
        assert_eq!(Affine::equation(&"a", &sum(&[("n", 2)], -1), name), "a + 1 = 2 n");
        assert_eq!(Affine::equation(&"a", &sum(&[], 0), name), "a = 0");
    }

    #[test]
    fn ranges_say_what_is_unusual() {
        let usual = Interval::between(0, 9);
        assert_eq!(usual.text("x", &usual), None);
        assert_eq!(Interval::between(1, 9).text("x", &usual).as_deref(), Some("x ≥ 1"));
        assert_eq!(Interval::between(0, 8).text("x", &usual).as_deref(), Some("x ∈ [0, 8]"));
        assert_eq!(Interval::constant(3).text("x", &usual).as_deref(), Some("x = 3"));
        assert_eq!(Interval::at_least(0).text("x", &usual), None);
        assert_eq!(Interval::ALL.text("x", &Interval::ALL), None);
    }
}
