//! Resources that modules share: LLVM and the threads. There is no global host; a caller makes and owns it.
#![allow(unsafe_code, reason = "a library that the caller names is loaded")]

use crate::jit::{JitError, Llvm};
use crate::pool::Pool;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

/// LLVM and the threads that run kernels. Both start at their first use; clones share them.
#[derive(Clone, Debug, Default)]
pub struct Host(Arc<Shared>);

#[derive(Debug, Default)]
struct Shared {
    library: Option<PathBuf>,
    threads: Option<usize>,
    llvm: OnceLock<Result<Arc<Llvm>, JitError>>,
    pool: OnceLock<Pool>,
}

impl Host {
    /// LLVM from the usual places, and as many threads as the machine runs at once.
    pub fn new() -> Self {
        Self::default()
    }

    /// LLVM from the usual places, and this many threads.
    pub fn with_threads(threads: usize) -> Self {
        Host(Arc::new(Shared { threads: Some(threads), ..Shared::default() }))
    }

    /// LLVM from this file, and this many threads, or as many as the machine runs at once.
    ///
    /// # Safety
    /// Loading a library runs its code: the file must be an LLVM, or not exist.
    pub unsafe fn with_library(library: PathBuf, threads: Option<usize>) -> Self {
        Host(Arc::new(Shared { library: Some(library), threads, ..Shared::default() }))
    }

    /// A host with the same LLVM and one thread.
    ///
    /// # Errors
    /// When no usable library is found.
    pub(crate) fn with_one_thread(&self) -> Result<Self, JitError> {
        let llvm = OnceLock::from(Ok(Arc::clone(self.llvm()?)));
        Ok(Host(Arc::new(Shared { llvm, threads: Some(1), ..Shared::default() })))
    }

    /// The loaded LLVM.
    ///
    /// # Errors
    /// When no usable library is found.
    #[doc(hidden)]
    pub fn llvm(&self) -> Result<&Arc<Llvm>, JitError> {
        let loaded = self.0.llvm.get_or_init(|| match &self.0.library {
            // SAFETY: the caller that named the file has vouched for it.
            Some(path) => unsafe { Llvm::load(path) },
            None => Llvm::find(),
        });
        loaded.as_ref().map_err(Clone::clone)
    }

    /// Returns whether LLVM has been looked for.
    pub(crate) fn is_loaded(&self) -> bool {
        self.0.llvm.get().is_some()
    }

    pub(crate) fn pool(&self) -> &Pool {
        self.0.pool.get_or_init(|| Pool::new(self.0.threads))
    }
}
