//! Formats of files, none of which knows what is written in it.
//!
//! [`csv`] and [`json`] are for programs, [`plot`] draws SVG, and [`page`] is HTML with such drawings.

pub mod csv;
pub mod json;
pub mod page;
pub mod plot;
