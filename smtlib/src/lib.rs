//! # cfp-smtlib
