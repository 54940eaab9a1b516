//! # cfp-heap
pub mod clang;
pub mod front;
pub mod ir;
pub mod json;
pub mod library;
pub mod lower;
