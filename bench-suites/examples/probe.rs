use cfp_bench::known::statements;
use cfp_smtlib::{Config, Session};
use cfp_solver::{Options, Sort, Term, Terms, qe};
use std::time::Instant;
fn leaves(terms: &Terms, root: Term) -> usize {
    let mut memo = std::collections::HashMap::new();
    for t in terms.reachable(&[root]) {
        let a = terms.args(t);
        let n: u64 = if a.is_empty() || terms.sort(a[a.len() - 1]) != Sort::Bool {
            1
        } else {
            a.iter().map(|x| memo[x]).fold(0u64, |s, x: u64| s.saturating_add(x))
        };
        memo.insert(t, n);
    }
    memo[&root] as usize
}
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let mut paths: Vec<_> = std::fs::read_dir(&args[1]).unwrap().map(|e| e.unwrap().path()).collect();
    paths.sort();
    let filter = args.get(2).cloned().unwrap_or_default();
    let mut times = Vec::new();
    let (mut ins, mut outs) = (Vec::new(), Vec::new());
    let mut exact = 0;
    for (index, path) in paths.iter().enumerate() {
        if !path.to_str().unwrap().contains(&filter) {
            continue;
        }
        let text = statements(&std::fs::read(path).unwrap());
        let mut session = Session::new(Config::default());
        session.run(text.as_bytes(), std::io::sink()).unwrap();
        let mut solver = session.into_solver();
        let all = solver.assertions().to_vec();
        let mut terms = std::mem::take(solver.terms_mut());
        let formula = terms.and(&all);
        let symbols = terms.free_symbols(&[formula]);
        let ints: Vec<_> = symbols
            .into_iter()
            .filter(|&s| terms.parameters(s).is_empty() && terms.symbol_sort(s) == Sort::Int)
            .collect();
        let k = (1 + index % 3).min(ints.len());
        if k == 0 {
            continue;
        }
        let vars: Vec<Term> = (0..k)
            .map(|i| terms.symbol(ints[(index * 7 + i * 3) % ints.len()]))
            .collect::<std::collections::BTreeSet<_>>()
            .into_iter()
            .collect();
        let q = terms.exists(&vars, formula);
        let start = Instant::now();
        let r = qe::eliminate(&mut terms, q, &Options::default());
        let t = start.elapsed().as_secs_f64() * 1e3;
        times.push((t, path.file_name().unwrap().to_str().unwrap().to_string()));
        exact += usize::from(r.is_exact());
        let (i, o) = (leaves(&terms, formula), leaves(&terms, r.may));
        if t > 100.0 || !filter.is_empty() {
            println!(
                "{} {:.2}ms {} -> {} / {} exact {} {:?}",
                path.display(),
                t,
                i,
                o,
                leaves(&terms, r.must),
                r.is_exact(),
                r.reason
            );
        }
        ins.push(i);
        outs.push(o);
    }
    times.sort_by(|a, b| a.partial_cmp(b).unwrap());
    ins.sort();
    outs.sort();
    let n = times.len();
    println!(
        "n {} exact {} median {:.3} p90 {:.3} p99 {:.3} max {:.3} {} | size median {} -> {} total {} -> {}",
        n,
        exact,
        times[n / 2].0,
        times[n * 9 / 10].0,
        times[n * 99 / 100].0,
        times[n - 1].0,
        times[n - 1].1,
        ins[n / 2],
        outs[n / 2],
        ins.iter().sum::<usize>(),
        outs.iter().fold(0usize, |a, b| a.saturating_add(*b))
    );
}
