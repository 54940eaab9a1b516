//! # cfp-tests
