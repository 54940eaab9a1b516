//! # cfp-bench
