//! Random checks.
