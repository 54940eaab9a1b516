//! Bindings to libclang, which is loaded when it is first needed.
//!
//! This is the only module of the crate that calls foreign functions. It guarantees that
//!
//! - nothing is called before the library is loaded on this thread: a [`Unit`] can only be created by
//!   [`Unit::parse`], which loads it, and a `Unit` cannot be sent to another thread (it holds raw pointers);
//! - [`Cursor`] and [`CType`] borrow from their `Unit`, so the compiler's data outlives every use of them;
//! - every string or result returned by libclang is copied and released here.
//!
//! libclang hides parts of the compiler's syntax tree: implicit conversions are nodes of kind
//! [`Kind::Unexposed`], whose type is the target of the conversion; absent parts of a `for` header leave no
//! trace. `lower` reconstructs both.
#![allow(unsafe_code)]
#![allow(non_upper_case_globals)]

mod classes;
mod cursor;
mod library;
mod types;

pub use cursor::{BinaryOp, Constant, Cursor, CxxKind, Kind, UnaryOp};
pub use library::{Missing, library_path};
pub use types::{CType, TypeKind};

use clang_sys::*;
use std::ffi::{CStr, CString};
use std::marker::PhantomData;
use std::path::Path;
use std::ptr;

/// How bad a message of the compiler is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Severity {
    /// More about the message before it.
    Note,
    /// Worth a look.
    Warning,
    /// The file is not valid C.
    Error,
}

/// A message of the compiler about a source file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Message {
    /// How bad it is.
    pub severity: Severity,
    /// File, line and column, if it is about a place.
    pub place: Option<(String, u32, u32)>,
    /// What the compiler says.
    pub text: String,
}

/// A place in a file: what [`Cursor::location`] says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Location {
    /// Name of the file as it was given or included; empty if the compiler made the code up.
    pub file: String,
    /// Line, from 1.
    pub line: u32,
    /// Column in bytes, from 1.
    pub column: u32,
    /// Bytes from the beginning of the file.
    pub offset: u32,
}

/// A parsed source file with everything it includes.
pub struct Unit {
    raw: CXTranslationUnit,
    index: CXIndex,
    is_cxx: bool,
}

impl Drop for Unit {
    fn drop(&mut self) {
        // Both were made by `parse`, on this thread, and nothing borrows from `self` any longer.
        unsafe {
            clang_disposeTranslationUnit(self.raw);
            clang_disposeIndex(self.index);
        }
    }
}

/// Why a file could not be parsed at all (errors *in* the file are [`Message`]s).
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ParseError {
    /// libclang is not here.
    Missing(Missing),
    /// The compiler gave up.
    Failed(String),
}

impl Unit {
    /// Parses a file. `flags` are as for a compiler (`-I`, `-D`, `-std=`, `-m32`); the language is given by
    /// the name of the file. `texts` are files, with their names, that stand in for what is on the disk.
    pub fn parse(path: &Path, flags: &[String], texts: &[(String, String)]) -> Result<Unit, ParseError> {
        library::ensure_loaded().map_err(ParseError::Missing)?;
        let failed = |text: String| ParseError::Failed(text);
        let name = CString::new(path.to_string_lossy().as_bytes())
            .map_err(|_| failed("the name of the file has a zero byte".to_string()))?;
        let flags: Vec<CString> = flags
            .iter()
            .map(|flag| CString::new(flag.as_bytes()))
            .collect::<Result<_, _>>()
            .map_err(|_| failed("a flag has a zero byte".to_string()))?;
        let pointers: Vec<*const std::ffi::c_char> = flags.iter().map(|flag| flag.as_ptr()).collect();
        let names: Vec<CString> = texts
            .iter()
            .map(|(name, _)| CString::new(name.as_bytes()))
            .collect::<Result<_, _>>()
            .map_err(|_| failed("the name of a file has a zero byte".to_string()))?;
        let mut unsaved: Vec<CXUnsavedFile> = names
            .iter()
            .zip(texts)
            .map(|(name, (_, text))| CXUnsavedFile {
                Filename: name.as_ptr(),
                Contents: text.as_ptr().cast(),
                Length: text.len() as std::ffi::c_ulong,
            })
            .collect();
        // All pointers are to values of this function and outlive the call, which keeps none of them. The
        // result is only used if the call says that it succeeded.
        unsafe {
            let index = clang_createIndex(0, 0);
            let mut raw: CXTranslationUnit = ptr::null_mut();
            let code = clang_parseTranslationUnit2(
                index,
                name.as_ptr(),
                pointers.as_ptr(),
                pointers.len() as i32,
                unsaved.as_mut_ptr(),
                unsaved.len() as u32,
                CXTranslationUnit_DetailedPreprocessingRecord,
                &mut raw,
            );
            if code != CXError_Success || raw.is_null() {
                clang_disposeIndex(index);
                let why = match code {
                    CXError_Crashed => "the compiler library crashed on it",
                    CXError_InvalidArguments => "the compiler library does not take these flags",
                    _ => "the compiler library cannot read it",
                };
                return Err(failed(why.to_string()));
            }
            Ok(Unit { raw, index, is_cxx: false })
        }
    }

    /// The same file, known to be C++.
    pub fn as_cxx(mut self) -> Unit {
        self.is_cxx = true;
        self
    }

    /// Whether it is C++.
    pub fn is_cxx(&self) -> bool {
        self.is_cxx
    }

    /// What the compiler has to say about the file.
    pub fn messages(&self) -> Vec<Message> {
        let mut messages = Vec::new();
        // The diagnostics belong to the unit, which lives; each handle is given back once.
        unsafe {
            for index in 0..clang_getNumDiagnostics(self.raw) {
                let diagnostic = clang_getDiagnostic(self.raw, index);
                let severity = match clang_getDiagnosticSeverity(diagnostic) {
                    CXDiagnostic_Ignored | CXDiagnostic_Note => Severity::Note,
                    CXDiagnostic_Warning => Severity::Warning,
                    _ => Severity::Error,
                };
                let place = location(clang_getDiagnosticLocation(diagnostic));
                let text = take(clang_getDiagnosticSpelling(diagnostic));
                clang_disposeDiagnostic(diagnostic);
                let place = (place.line > 0).then_some((place.file, place.line, place.column));
                messages.push(Message { severity, place, text });
            }
        }
        messages
    }

    /// The whole file as a node.
    pub fn root(&self) -> Cursor<'_> {
        // The unit is valid as long as `self`, from which the cursor borrows.
        Cursor::new(unsafe { clang_getTranslationUnitCursor(self.raw) })
    }

    /// Size of a pointer in bytes on the target.
    pub fn pointer_bytes(&self) -> u32 {
        // The target description is made and given back here.
        unsafe {
            let info = clang_getTranslationUnitTargetInfo(self.raw);
            let bits = clang_TargetInfo_getPointerWidth(info);
            clang_TargetInfo_dispose(info);
            u32::try_from(bits).map_or(8, |bits| bits / 8)
        }
    }

    /// The text of a file that the unit was made of.
    pub fn file_text(&self, name: &str) -> Option<Vec<u8>> {
        let name = CString::new(name).ok()?;
        let mut size: usize = 0;
        // libclang keeps the buffer as long as the unit lives; it is copied at once.
        unsafe {
            let file = clang_getFile(self.raw, name.as_ptr());
            if file.is_null() {
                return None;
            }
            let start = clang_getFileContents(self.raw, file, &mut size);
            if start.is_null() {
                return None;
            }
            Some(std::slice::from_raw_parts(start.cast::<u8>(), size).to_vec())
        }
    }
}

/// Copies a string of libclang and gives it back.
///
/// # Safety
/// The string must come from libclang and must not have been given back.
unsafe fn take(string: CXString) -> String {
    unsafe {
        let start = clang_getCString(string);
        let text = match start.is_null() {
            true => String::new(),
            false => CStr::from_ptr(start).to_string_lossy().into_owned(),
        };
        clang_disposeString(string);
        text
    }
}

/// Where something is written: for code from a macro, where the macro is used.
///
/// # Safety
/// The location must be of a living unit.
unsafe fn location(raw: CXSourceLocation) -> Location {
    let mut file: CXFile = ptr::null_mut();
    let (mut line, mut column, mut offset) = (0, 0, 0);
    unsafe {
        clang_getFileLocation(raw, &mut file, &mut line, &mut column, &mut offset);
        let file = if file.is_null() { String::new() } else { take(clang_getFileName(file)) };
        Location { file, line, column, offset }
    }
}

/// Marks a value as borrowed from a unit.
type OfUnit<'u> = PhantomData<&'u Unit>;
