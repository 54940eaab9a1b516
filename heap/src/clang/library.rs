//! Finding and loading libclang, once per process.

use clang_sys::{SharedLibrary, Version};
use std::fmt;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

/// libclang is not on this machine, or too old, or cannot be loaded.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Missing {
    /// What was tried and did not work.
    pub cause: String,
}

impl fmt::Display for Missing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "reading C needs libclang, version 17 or newer, and it cannot be loaded: {}\n\
             Install it with\n  \
             Debian, Ubuntu:  sudo apt-get install libclang1-19 libclang-common-19-dev\n  \
             Fedora:          sudo dnf install clang-libs\n  \
             Arch:            sudo pacman -S clang\n  \
             macOS:           brew install llvm\n\
             or let the environment variable LIBCLANG_PATH name its folder.",
            self.cause.trim_end()
        )
    }
}

impl std::error::Error for Missing {}

static LIBRARY: OnceLock<Result<Arc<SharedLibrary>, Missing>> = OnceLock::new();

/// Makes the functions of libclang callable on this thread.
pub(super) fn ensure_loaded() -> Result<(), Missing> {
    if clang_sys::is_loaded() {
        return Ok(());
    }
    let loaded = LIBRARY.get_or_init(|| {
        // Parse on the stack of the caller, which can be larger than the 8 MiB of a thread of the library.
        // Nothing else in this process changes or reads the environment through C at this time: the library
        // does, but it is not loaded yet.
        unsafe { std::env::set_var("LIBCLANG_NOTHREADS", "1") };
        let library = clang_sys::load_manually().map_err(|cause| Missing { cause })?;
        if library.version().is_none_or(|version| version < Version::V17_0) {
            let cause = format!("{} is too old", library.path().display());
            return Err(Missing { cause });
        }
        Ok(Arc::new(library))
    });
    clang_sys::set_library(Some(loaded.clone()?));
    Ok(())
}

/// Where libclang was found.
pub fn library_path() -> Result<PathBuf, Missing> {
    ensure_loaded()?;
    let library = clang_sys::get_library();
    Ok(library.map(|library| library.path().to_path_buf()).unwrap_or_default())
}
