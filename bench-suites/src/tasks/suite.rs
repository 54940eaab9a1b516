//! From the paths on the command line to the benchmarks to run.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::error::{Error, Result};
use crate::tasks::answer::Answer;
use crate::tasks::known::{self, Manifest, Manifests};

/// A file to solve.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Benchmark {
    /// Where the file is.
    pub path: PathBuf,
    /// What it is called in results: its path in the manifest if it has one, or else as given.
    pub name: String,
    /// The group it is scored in.
    pub family: String,
    /// The answers its manifest expects.
    pub listed: Option<Vec<Answer>>,
}

impl Benchmark {
    /// The answers to expect: those of the manifest, or else those declared in the file.
    pub fn expected(&self) -> io::Result<Vec<Answer>> {
        if let Some(answers) = &self.listed {
            return Ok(answers.clone());
        }
        if self.path.extension().is_some_and(|ext| ext == "cnf") {
            return Ok(vec![Answer::Unknown]);
        }
        Ok(known::declared(&fs::read(&self.path)?))
    }
}

/// Which benchmarks to keep.
#[derive(Debug, Clone, Default)]
pub struct Selection {
    /// Families by pattern, see [`matches()`]; none keeps all.
    pub families: Vec<String>,
    /// At most so many of each family. Which ones depends on their names only, so every run takes the same.
    pub sample: Option<usize>,
}

/// A selection of benchmarks, and what was left out of it against the user's expectation.
#[derive(Debug, Default)]
pub struct Suite {
    /// In the order of their names.
    pub benchmarks: Vec<Benchmark>,
    /// Files that a manifest lists and that are not there.
    pub missing: Vec<PathBuf>,
}

/// Finds the benchmarks: files as given, folders searched for `.smt2` and `.cnf`, manifests (`.csv`) for what
/// they list.
pub fn collect(paths: &[PathBuf], selection: &Selection) -> Result<Suite> {
    let mut suite = Suite::default();
    let mut seen = BTreeSet::new();
    let mut manifests = Manifests::default();
    for path in paths {
        for file in files(path, &mut suite.missing)? {
            let real = file.canonicalize().map_err(|e| Error::file(&file, &e))?;
            if seen.insert(real.clone()) {
                suite.benchmarks.push(match manifests.entry(&real) {
                    Some(entry) => Benchmark {
                        path: file,
                        name: entry.name,
                        family: entry.family,
                        listed: Some(entry.answers),
                    },
                    None => Benchmark {
                        name: file.display().to_string(),
                        family: family(path, &file, &real),
                        path: file,
                        listed: None,
                    },
                });
            }
        }
    }
    select(&mut suite.benchmarks, selection);
    Ok(suite)
}

fn files(path: &Path, missing: &mut Vec<PathBuf>) -> Result<Vec<PathBuf>> {
    let metadata = fs::metadata(path).map_err(|e| Error::file(path, &e))?;
    if metadata.is_dir() {
        let mut found = Vec::new();
        search(path, &mut found).map_err(|e| Error::file(path, &e))?;
        Ok(found)
    } else if path.extension().is_some_and(|ext| ext == "csv") {
        let (there, absent) = Manifest::read(path)?.files().into_iter().partition(|file| file.is_file());
        missing.extend::<Vec<_>>(absent);
        Ok(there)
    } else {
        Ok(vec![path.to_path_buf()])
    }
}

fn search(folder: &Path, found: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let path = entry.path();
        // Links are followed to files, not to folders, so that no cycle can trap the search.
        if entry.file_type()?.is_dir() {
            search(&path, found)?;
        } else if path.extension().is_some_and(|ext| ext == "smt2" || ext == "cnf") && path.is_file() {
            found.push(path);
        }
    }
    Ok(())
}

/// The family of a file that no manifest lists: its folder, seen from the path it was found by.
fn family(given: &Path, file: &Path, real: &Path) -> String {
    let folder = file.strip_prefix(given).ok().and_then(Path::parent);
    match folder {
        Some(folder) if folder != Path::new("") => folder.display().to_string(),
        _ => {
            let folder = real.parent().and_then(Path::file_name);
            folder.map_or_else(|| "/".to_string(), |name| name.to_string_lossy().into_owned())
        }
    }
}

fn select(benchmarks: &mut Vec<Benchmark>, selection: &Selection) {
    if !selection.families.is_empty() {
        benchmarks.retain(|b| selection.families.iter().any(|pattern| matches(pattern, &b.family)));
    }
    if let Some(size) = selection.sample {
        let mut families: BTreeMap<String, Vec<Benchmark>> = BTreeMap::new();
        for benchmark in benchmarks.drain(..) {
            families.entry(benchmark.family.clone()).or_default().push(benchmark);
        }
        for (_, mut members) in families {
            members.sort_by_cached_key(|b| (hash(&b.name), b.name.clone()));
            members.truncate(size);
            benchmarks.append(&mut members);
        }
    }
    benchmarks.sort_by(|a, b| a.name.cmp(&b.name));
}

/// FNV-1a: fixed for ever, unlike the standard library's hash, because samples must be the same everywhere.
fn hash(text: &str) -> u64 {
    text.bytes()
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
}

/// Whether a family fits a pattern with `*` (any text) and `?` (any character), as a whole or in its last
/// part: `dillig` and `QF_*` both fit `QF_LIA/dillig`.
pub fn matches(pattern: &str, family: &str) -> bool {
    let last = family.rsplit('/').next().unwrap_or(family);
    glob(pattern.as_bytes(), family.as_bytes()) || glob(pattern.as_bytes(), last.as_bytes())
}

fn glob(pattern: &[u8], text: &[u8]) -> bool {
    let (mut p, mut t) = (0, 0);
    // The last star and the text it has swallowed so far: on a mismatch it swallows one more.
    let mut star: Option<(usize, usize)> = None;
    while t < text.len() {
        match pattern.get(p) {
            Some(b'*') => {
                star = Some((p, t));
                p += 1;
            }
            Some(&c) if c == b'?' || c == text[t] => {
                p += 1;
                t += 1;
            }
            _ => match star {
                Some((at, swallowed)) => {
                    star = Some((at, swallowed + 1));
                    p = at + 1;
                    t = swallowed + 1;
                }
                None => return false,
            },
        }
    }
    pattern[p..].iter().all(|&c| c == b'*')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn benchmark(family: &str, name: &str) -> Benchmark {
        Benchmark { path: name.into(), name: name.into(), family: family.into(), listed: None }
    }

    #[test]
    fn patterns() {
        assert!(matches("dillig", "QF_LIA/dillig"));
        assert!(matches("QF_LIA/*", "QF_LIA/dillig"));
        assert!(matches("QF_*", "QF_LIA/dillig"));
        assert!(matches("*ll?g", "QF_LIA/dillig"));
        assert!(matches("*", ""));
        assert!(!matches("dil", "QF_LIA/dillig"));
        assert!(!matches("LIA/*", "QF_LIA/dillig"));
        assert!(glob(b"a*b*c", b"a-b-b-c") && !glob(b"a*b*c", b"a-c-b"));
    }

    #[test]
    fn a_sample_takes_some_of_each_family_whatever_the_order() {
        let mut all: Vec<Benchmark> = (0..20).map(|i| benchmark("big", &format!("big/{i:02}"))).collect();
        all.push(benchmark("small", "small/1"));
        let selection = Selection { families: vec![], sample: Some(3) };
        let mut reversed: Vec<Benchmark> = all.iter().rev().cloned().collect();
        select(&mut all, &selection);
        select(&mut reversed, &selection);
        assert_eq!(all, reversed);
        assert_eq!(all.iter().filter(|b| b.family == "big").count(), 3);
        assert_eq!(all.iter().filter(|b| b.family == "small").count(), 1);
        assert!(all.is_sorted_by_key(|b| &b.name));
    }
}
