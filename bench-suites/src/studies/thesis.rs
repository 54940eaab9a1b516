//! The experiments of section 8.5 of I. Dillig's thesis (Stanford, 2011), where Cuts-from-Proofs was first
//! measured: the same grid of random systems, and a page with the same figures and a few more.
//!
//! Two sweeps are the thesis's: systems of 10 to 45 variables and 15 to 50 inequalities with coefficients up
//! to 5, and systems of 10 variables and 20 inequalities with coefficients up to 10, 20, ... 100. As there, a
//! run that ends without an answer counts with the whole time limit. The families of [`crate::families`] are
//! added, because current solvers find most of those systems easy.

use std::collections::BTreeMap;
use std::env;
use std::path::{Path, PathBuf};

use crate::error::Result;
use crate::families::dillig::Dillig;
use crate::families::{self, FAMILIES, Shape};
use crate::formats::page::{Cell, Page, Table};
use crate::formats::plot::{Axis, Mark, Plot, Series, number};
use crate::measure::runner::WALL_CLOCK;
use crate::results::record::Record;
use crate::results::score::{SHORTEST, geometric_mean_ratio};
use crate::tasks::answer::Answer;
use crate::tasks::solver::Solver;
use crate::tasks::suite::Benchmark;

/// The family of the sweep over variables and inequalities.
const RANDOM: &str = "random";
/// The family of the sweep over coefficients.
const COEFFICIENTS: &str = "coefficients";

/// One system to solve.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct System {
    /// The name of its file.
    pub name: String,
    /// The sweep or family it belongs to.
    pub family: &'static str,
    /// Its parameters.
    pub shape: Shape,
    /// The script.
    pub text: String,
}

/// All systems: `per_point` for each pair of variables and inequalities, twice as many for each coefficient
/// and each family of our own.
pub fn systems(per_point: u32, seed: u64) -> Vec<System> {
    let mut systems = Vec::new();
    for vars in (10..=45).step_by(5) {
        for rows in (15..=50).step_by(5) {
            systems.extend(
                (0..per_point).map(|i| random(RANDOM, vars, rows, 5, seed.wrapping_add(u64::from(i)))),
            );
        }
    }
    for coef in (10..=100).step_by(10) {
        systems.extend(
            (0..2 * per_point).map(|i| random(COEFFICIENTS, 10, 20, coef, seed.wrapping_add(u64::from(i)))),
        );
    }
    for family in FAMILIES {
        for i in 0..2 * per_point {
            // Four sizes in turn, as one alone may be too easy or too hard.
            let Shape { vars, rows, coef, .. } = family.shape;
            let larger = i % 4;
            let seed = seed.wrapping_add(u64::from(i));
            let shape = Shape { vars: vars + larger, rows: rows + larger, coef, seed };
            let text = (family.script)(&shape);
            systems.push(System { name: family.file_name(&shape), family: family.name, shape, text });
        }
    }
    systems
}

fn random(family: &'static str, vars: u32, rows: u32, coef: u32, seed: u64) -> System {
    let instance = Dillig { vars, rows, coef, seed };
    let shape = Shape { vars, rows, coef, seed };
    System { name: instance.file_name(), family, shape, text: instance.script() }
}

/// Writes the systems as benchmarks to run, each family into a folder of its own.
pub fn write(systems: &[System], folder: &Path) -> Result<Vec<Benchmark>> {
    let write = |system: &System| {
        Ok(Benchmark {
            path: families::write_instance(&folder.join(system.family), &system.name, &system.text)?,
            name: system.name.clone(),
            family: system.family.to_string(),
            listed: None,
        })
    };
    systems.iter().map(write).collect()
}

/// Where `cfp-solve` is expected: next to the program that runs.
pub fn own_solver() -> PathBuf {
    let folder = env::current_exe().ok().and_then(|program| program.parent().map(Path::to_path_buf));
    folder.unwrap_or_default().join("cfp-solve")
}

/// The peers to be found: those of `make peers`, or else on the path.
pub fn peers() -> Vec<Solver> {
    const PEERS: [(&str, &str, &str); 3] =
        [("z3", "z3", " -smt2"), ("cvc5", "cvc5", ""), ("yices", "yices-smt2", "")];
    let installed = Path::new("target/peers/bin");
    let found = |(name, program, options): (&str, &str, &str)| {
        let candidates = [installed.join(program).display().to_string(), program.to_string()];
        candidates.iter().find_map(|path| {
            let solver: Solver = format!("{name}={path}{options}").parse().ok()?;
            solver.check_program().ok().map(|()| solver)
        })
    };
    PEERS.into_iter().filter_map(found).collect()
}

/// What was measured, and how. The first solver is the one that the others are compared with.
#[derive(Debug)]
pub struct Study<'a> {
    /// The systems.
    pub systems: &'a [System],
    /// The solvers.
    pub solvers: &'a [Solver],
    /// Their versions, where they tell.
    pub versions: &'a [Option<String>],
    /// Their start-up times in CPU seconds, which are subtracted.
    pub startup: &'a [f64],
    /// The CPU limit in seconds.
    pub limit: f64,
    /// The results, those of a system next to each other in the order of the solvers.
    pub records: &'a [Record],
    /// Facts about the machine.
    pub machine: &'a [(&'static str, String)],
}

/// One system with its results.
struct Row<'a> {
    system: &'a System,
    records: &'a [Record],
}

impl Row<'_> {
    /// The time a solver is charged with: the whole limit if it did not solve the system.
    fn time(&self, solver: usize) -> f64 {
        let record = &self.records[solver];
        if record.is_solved() { record.net_cpu().max(SHORTEST) } else { record.limit }
    }
}

/// Some rows summed up.
#[derive(Debug, Clone, PartialEq)]
struct Summary {
    runs: usize,
    /// For each solver: systems solved, mean and geometric mean of the times.
    solvers: Vec<(usize, f64, f64)>,
    /// For each solver but the first: the geometric mean of its time divided by that of the first.
    ratios: Vec<f64>,
}

impl Summary {
    fn of(rows: &[&Row<'_>], solvers: usize) -> Self {
        let runs = rows.len();
        let times = |solver: usize| rows.iter().map(move |row| row.time(solver));
        let solver = |i: usize| {
            let solved = rows.iter().filter(|row| row.records[i].is_solved()).count();
            let mean = times(i).sum::<f64>() / runs as f64;
            (solved, mean, (times(i).map(f64::ln).sum::<f64>() / runs as f64).exp())
        };
        let ratio = |peer: usize| {
            let pairs: Vec<(f64, f64)> = times(0).zip(times(peer)).collect();
            geometric_mean_ratio(&pairs).unwrap_or(1.0)
        };
        Self { runs, solvers: (0..solvers).map(solver).collect(), ratios: (1..solvers).map(ratio).collect() }
    }

    fn percent(&self, solver: usize) -> f64 {
        100.0 * self.solvers[solver].0 as f64 / self.runs as f64
    }
}

/// Summaries by a number: what one figure shows.
type Sweep = BTreeMap<u32, Summary>;

/// A figure: the plot, its name and its caption.
type Figure = (Plot, String, String);

impl Study<'_> {
    /// The page.
    pub fn page(&self) -> String {
        let rows: Vec<Row<'_>> = self.rows();
        let mut page = Page::new(
            "Random integer systems: the experiments of Cuts-from-Proofs, again",
            "Systems of linear inequalities over the integers, made and measured as in section 8.5 of I. Dillig's thesis \
             (Stanford, 2011), and some of our own.",
        );
        self.overview(&mut page, &rows);
        self.sweeps(&mut page, &rows);
        self.side_by_side(&mut page, &rows);
        self.own_families(&mut page, &rows);
        self.conditions(&mut page);
        page.finish()
    }

    fn rows(&self) -> Vec<Row<'_>> {
        let by_name: BTreeMap<&str, &System> = self.systems.iter().map(|s| (s.name.as_str(), s)).collect();
        let chunks = self.records.chunks_exact(self.solvers.len());
        chunks
            .filter_map(|records| Some(Row { system: by_name.get(records[0].file.as_str())?, records }))
            .collect()
    }

    fn sweep(&self, rows: &[Row<'_>], family: &str, key: impl Fn(&Shape) -> Option<u32>) -> Sweep {
        let mut groups: BTreeMap<u32, Vec<&Row<'_>>> = BTreeMap::new();
        for row in rows.iter().filter(|row| row.system.family == family) {
            if let Some(key) = key(&row.system.shape) {
                groups.entry(key).or_default().push(row);
            }
        }
        groups.into_iter().map(|(key, rows)| (key, Summary::of(&rows, self.solvers.len()))).collect()
    }

    fn overview(&self, page: &mut Page, rows: &[Row<'_>]) {
        page.paragraph(&format!(
            "{} systems, {} solvers, {} CPU s for each run. Times are CPU seconds without start-up; a run that ends \
             without an answer counts with the whole limit, and nothing counts less than a millisecond. Tables give systems solved, mean and geometric mean, the best of a row in bold. A ratio is the \
             geometric mean, over the systems, of a peer's time divided by that of {}: above 1, {} is faster.",
            rows.len(),
            self.solvers.len(),
            number(self.limit),
            self.solvers[0].name,
            self.solvers[0].name
        ));
        let alarming: Vec<&Record> = self.records.iter().filter(|r| r.is_alarming()).collect();
        if alarming.is_empty() {
            page.paragraph("No answer was wrong, and no two solvers contradicted each other.");
        }
        for record in alarming {
            page.alarm(&crate::results::report::alarm_line(record));
        }
        let cut = self.records.iter().filter(|r| r.detail == WALL_CLOCK && r.cpu < r.limit).count();
        if cut > 0 {
            page.alarm(&format!(
                "The wall clock ended {cut} runs before their CPU time was up, and they count as unsolved: the machine \
                 was busy, and these figures are a first look."
            ));
        }
        let mut groups: Vec<(String, Summary)> = Vec::new();
        let names = [RANDOM, COEFFICIENTS].into_iter().chain(FAMILIES.map(|family| family.name));
        for name in names {
            let own: Vec<&Row<'_>> = rows.iter().filter(|row| row.system.family == name).collect();
            if !own.is_empty() {
                groups.push((name.to_string(), Summary::of(&own, self.solvers.len())));
            }
        }
        groups.push(("all".to_string(), Summary::of(&rows.iter().collect::<Vec<_>>(), self.solvers.len())));
        page.table(&Table { total: true, ..self.table("family", &groups) });
    }

    fn sweeps(&self, page: &mut Page, rows: &[Row<'_>]) {
        let by_vars = self.sweep(rows, RANDOM, |shape| Some(shape.vars));
        let by_rows =
            |vars| self.sweep(rows, RANDOM, move |shape| (shape.vars == vars).then_some(shape.rows));
        let (of_20, of_25) = (by_rows(20), by_rows(25));
        let by_coef = self.sweep(rows, COEFFICIENTS, |shape| Some(shape.coef));

        page.section("Figure 8.3: size of the system");
        page.paragraph("Coefficients and constants are drawn up to 5 in absolute value.");
        page.figures(&[
            self.times("8.3a", "variables", &by_vars, "over 15 to 50 inequalities"),
            self.percents("8.3b", "variables", &by_vars, "over 15 to 50 inequalities"),
            self.times("8.3c", "inequalities", &of_20, "of systems with 20 variables"),
            self.times("8.3d", "inequalities", &of_25, "of systems with 25 variables"),
        ]);
        self.numbers(page, "Numbers behind figures 8.3a and 8.3b", "variables", &by_vars);
        self.numbers(page, "Numbers behind figure 8.3c: 20 variables", "inequalities", &of_20);
        self.numbers(page, "Numbers behind figure 8.3d: 25 variables", "inequalities", &of_25);

        page.section("Figure 8.4: size of the coefficients");
        page.paragraph("All systems have 10 variables and 20 inequalities.");
        let coefficient = "largest coefficient";
        page.figures(&[
            self.times("8.4a", coefficient, &by_coef, "of systems with 10 variables and 20 inequalities"),
            self.percents("8.4b", coefficient, &by_coef, "of systems with 10 variables and 20 inequalities"),
        ]);
        self.numbers(page, "Numbers behind figures 8.4a and 8.4b", coefficient, &by_coef);
    }

    fn times(&self, name: &str, what: &str, sweep: &Sweep, which: &str) -> Figure {
        let means = sweep.values().flat_map(|summary| summary.solvers.iter().map(|solver| solver.1));
        let (least, most) = means.fold((self.limit, SHORTEST), |(a, b), mean| (a.min(mean), b.max(mean)));
        let series = self.series(sweep, |summary, solver| summary.solvers[solver].1);
        let y = Axis::log("mean CPU time (s)", least, most);
        let caption =
            format!("Number of {what} against mean time {which}; logarithmic scale, lower is better.");
        self.lines(name, &caption.replace("Number of largest", "Largest"), what, sweep, y, series)
    }

    fn percents(&self, name: &str, what: &str, sweep: &Sweep, which: &str) -> Figure {
        let series = self.series(sweep, Summary::percent);
        let y = Axis::linear("solved (%)", 0.0, 100.0);
        let limit = number(self.limit);
        let caption =
            format!("Number of {what} against percentage solved within {limit} s {which}; higher is better.");
        self.lines(name, &caption.replace("Number of largest", "Largest"), what, sweep, y, series)
    }

    fn lines(
        &self,
        name: &str,
        caption: &str,
        what: &str,
        sweep: &Sweep,
        y: Axis,
        series: Vec<Series>,
    ) -> Figure {
        let low = sweep.keys().next().copied().unwrap_or(0);
        let high = sweep.keys().next_back().copied().unwrap_or(1);
        let plot = Plot {
            alt: caption.to_string(),
            x: Axis::linear(what, f64::from(low), f64::from(high)),
            y,
            mark: Mark::Line,
            series,
            rays: vec![],
            level: None,
        };
        (plot, format!("Figure {name}."), caption.to_string())
    }

    /// One series for each solver.
    fn series(&self, sweep: &Sweep, value: impl Fn(&Summary, usize) -> f64) -> Vec<Series> {
        let series = |i: usize| Series {
            name: self.solvers[i].name.clone(),
            style: i,
            points: sweep.iter().map(|(&x, summary)| (f64::from(x), value(summary, i))).collect(),
        };
        (0..self.solvers.len()).map(series).collect()
    }

    fn numbers(&self, page: &mut Page, title: &str, what: &str, sweep: &Sweep) {
        let groups: Vec<(String, Summary)> =
            sweep.iter().map(|(x, summary)| (x.to_string(), summary.clone())).collect();
        page.folded_table(title, &self.table(what, &groups));
    }

    /// For each group and solver: solved, mean, geometric mean; then the ratios.
    fn table(&self, what: &str, groups: &[(String, Summary)]) -> Table {
        let mut over = vec![(2, String::new())];
        let mut headings: Vec<Cell> = vec![what.into(), "systems".into()];
        for solver in self.solvers {
            over.push((3, solver.name.clone()));
            headings.extend([Cell::new("solved", "group"), "mean s".into(), "geo. s".into()]);
        }
        if self.solvers.len() > 1 {
            over.push((self.solvers.len() - 1, "ratio to".to_string()));
            let class = |i: usize| if i == 0 { "group" } else { "" };
            let peers = self.solvers[1..].iter().enumerate();
            headings.extend(peers.map(|(i, peer)| Cell::new(peer.name.clone(), class(i))));
        }
        let rows = groups.iter().map(|(name, summary)| {
            let mut row: Vec<Cell> = vec![name.as_str().into(), summary.runs.to_string().into()];
            let solved = summary.solvers.iter().map(|s| s.0).max();
            let mean = summary.solvers.iter().map(|s| s.1).fold(f64::INFINITY, f64::min);
            let geometric = summary.solvers.iter().map(|s| s.2).fold(f64::INFINITY, f64::min);
            let best = |is: bool| if is { "best" } else { "" };
            for (s, m, g) in &summary.solvers {
                row.push(Cell::new(s.to_string(), if Some(*s) == solved { "group best" } else { "group" }));
                row.push(Cell::new(format!("{m:.3}"), best(*m <= mean)));
                row.push(Cell::new(format!("{g:.4}"), best(*g <= geometric)));
            }
            for (i, ratio) in summary.ratios.iter().enumerate() {
                row.push(Cell::new(format!("{}×", number(*ratio)), if i == 0 { "group" } else { "" }));
            }
            row
        });
        Table { groups: over, headings, rows: rows.collect(), total: false }
    }

    fn side_by_side(&self, page: &mut Page, rows: &[Row<'_>]) {
        page.section("All systems, one by one");
        let mut figures = vec![self.cactus(rows)];
        figures.extend((1..self.solvers.len()).map(|peer| self.scatter(rows, peer)));
        page.figures(&figures);
    }

    fn cactus(&self, rows: &[Row<'_>]) -> Figure {
        let series = |i: usize| {
            let solved = rows.iter().filter(|row| row.records[i].is_solved());
            let mut times: Vec<f64> = solved.map(|row| row.time(i)).collect();
            times.sort_by(f64::total_cmp);
            let points = times.into_iter().enumerate().map(|(k, time)| ((k + 1) as f64, time));
            Series { name: self.solvers[i].name.clone(), style: i, points: points.collect() }
        };
        let caption = "For each solver, its systems from the easiest to the hardest: how many it solves if each may take \
                       so long. Further right and lower is better.";
        let plot = Plot {
            alt: caption.to_string(),
            x: Axis::linear("systems solved", 0.0, rows.len() as f64),
            y: Axis::log("CPU time for each (s)", SHORTEST, self.limit),
            mark: Mark::Steps,
            series: (0..self.solvers.len()).map(series).collect(),
            rays: vec![],
            level: Some((self.limit, "time limit".to_string())),
        };
        (plot, "Cactus plot.".to_string(), caption.to_string())
    }

    fn scatter(&self, rows: &[Row<'_>], peer: usize) -> Figure {
        let (own, other) = (&self.solvers[0].name, &self.solvers[peer].name);
        let answer = |row: &Row<'_>| {
            let solved = [0, peer].into_iter().find(|&i| row.records[i].is_solved())?;
            row.records[solved].answers.first().copied()
        };
        let of = |name: &str, style: usize, wanted: Option<Answer>| Series {
            name: name.to_string(),
            style,
            points: rows
                .iter()
                .filter(|row| answer(row) == wanted)
                .map(|row| (row.time(peer), row.time(0)))
                .collect(),
        };
        let faster = rows.iter().filter(|row| row.time(0) < row.time(peer)).count();
        let slower = rows.iter().filter(|row| row.time(0) > row.time(peer)).count();
        let caption = format!(
            "A point is a system. Below the diagonal {own} is faster ({faster} systems), above it {other} ({slower}); \
             points at {} s were not solved.",
            number(self.limit)
        );
        let axis = |solver: &str| Axis::log(&format!("CPU time of {solver} (s)"), SHORTEST, self.limit);
        let plot = Plot {
            alt: caption.clone(),
            x: axis(other),
            y: axis(own),
            mark: Mark::Points,
            series: vec![
                of("sat", 0, Some(Answer::Sat)),
                of("unsat", 1, Some(Answer::Unsat)),
                of("solved by neither", 5, None),
            ],
            rays: vec![
                (1.0, String::new()),
                (10.0, "10× slower".to_string()),
                (0.1, "10× faster".to_string()),
            ],
            level: None,
        };
        (plot, format!("{own} and {other}."), caption)
    }

    fn own_families(&self, page: &mut Page, rows: &[Row<'_>]) {
        page.section("Families of our own");
        page.paragraph(
            "Random systems are easy for the solvers of today. These are not larger but harder: each has rational \
             solutions in plenty and hides its integer ones.",
        );
        for family in FAMILIES {
            let groups = self.sweep(rows, family.name, |shape| Some(shape.vars));
            let groups: Vec<(String, Summary)> =
                groups.into_iter().map(|(vars, summary)| (vars.to_string(), summary)).collect();
            if !groups.is_empty() {
                page.paragraph(&format!("{}: {}.", family.name, family.about));
                page.table(&self.table("variables", &groups));
            }
        }
    }

    fn conditions(&self, page: &mut Page) {
        page.section("Solvers and machine");
        let solvers = self.solvers.iter().enumerate().map(|(i, solver)| {
            let version = self.versions.get(i).cloned().flatten().unwrap_or_else(|| "unknown".to_string());
            let startup =
                self.startup.get(i).map_or_else(|| "not measured".to_string(), |s| format!("{s:.4}"));
            vec![
                solver.name.as_str().into(),
                version.into(),
                startup.into(),
                Cell::new(solver.command.as_str(), "text"),
            ]
        });
        page.table(&Table {
            headings: vec![
                "solver".into(),
                "version".into(),
                "start-up s".into(),
                Cell::new("command", "text"),
            ],
            rows: solvers.collect(),
            ..Table::default()
        });
        let facts = self
            .machine
            .iter()
            .map(|(name, value)| vec![Cell::from(*name), Cell::new(value.as_str(), "text")]);
        page.table(&Table {
            headings: vec!["machine".into(), Cell::default()],
            rows: facts.collect(),
            ..Table::default()
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::results::record::Outcome;
    use crate::results::record::tests::record;

    #[test]
    fn the_grid_of_the_thesis() {
        let all = systems(5, 0);
        let count = |family: &str| all.iter().filter(|s| s.family == family).count();
        assert_eq!((count(RANDOM), count(COEFFICIENTS)), (8 * 8 * 5, 10 * 10));
        assert!(FAMILIES.iter().all(|family| count(family.name) == 10));
        let mut names: Vec<&str> = all.iter().map(|s| s.name.as_str()).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), all.len());
        assert_ne!(systems(1, 1)[0].text, all[0].text);
    }

    #[test]
    fn unsolved_runs_count_with_the_limit() {
        let records = [record("f", "a", Outcome::Solved, 0.1), record("f", "b", Outcome::Timeout, 3.0)];
        let system = &systems(1, 0)[0];
        let summary = Summary::of(&[&Row { system, records: &records }], 2);
        assert_eq!(summary.solvers[0].0, 1);
        assert_eq!((summary.solvers[1].0, summary.solvers[1].1), (0, 10.0));
        assert!((summary.ratios[0] - 100.0).abs() < 1e-9);
        assert_eq!((summary.percent(0), summary.percent(1)), (100.0, 0.0));
    }

    #[test]
    fn the_page_has_every_figure() {
        let systems = systems(1, 0);
        let solvers: Vec<Solver> = ["a=true", "b=true"].iter().map(|text| text.parse().unwrap()).collect();
        let mut records = Vec::new();
        for system in &systems {
            for solver in &solvers {
                let mut record = record(&system.name, &solver.name, Outcome::Solved, 0.2);
                record.family = system.family.to_string();
                records.push(record);
            }
        }
        let study = Study {
            systems: &systems,
            solvers: &solvers,
            versions: &[],
            startup: &[],
            limit: 10.0,
            records: &records,
            machine: &[("Cores", "2".to_string())],
        };
        let page = study.page();
        for name in ["8.3a", "8.3b", "8.3c", "8.3d", "8.4a", "8.4b"] {
            assert!(page.contains(&format!("<b>Figure {name}.</b>")), "{name}");
        }
        assert!(page.contains("<b>Cactus plot.</b>") && page.contains("<b>a and b.</b>"));
        assert!(FAMILIES.iter().all(|family| page.contains(family.about)));
        assert!(!page.contains("NaN") && !page.contains("http"));
    }
}
