//! What modules share: the loaded LLVM and the threads. There is no global one; a caller makes it and keeps it.

use crate::jit::{JitError, Llvm};
use crate::pool::Pool;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

/// LLVM and the threads that run kernels. Both are there from their first use on; clones share them.
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
    /// LLVM from wherever it is found, and as many threads as the machine runs at once.
    pub fn new() -> Self {
        Self::default()
    }

    /// This library, or the one that is found; so many threads, or as many as the machine runs at once.
    pub fn with(library: Option<PathBuf>, threads: Option<usize>) -> Self {
        Host(Arc::new(Shared { library, threads, ..Shared::default() }))
    }

    /// The loaded LLVM.
    ///
    /// # Errors
    /// When no usable library is found.
    pub fn llvm(&self) -> Result<&Arc<Llvm>, JitError> {
        let loaded = self.0.llvm.get_or_init(|| Llvm::load(self.0.library.as_deref()));
        loaded.as_ref().map_err(Clone::clone)
    }

    pub(crate) fn pool(&self) -> &Pool {
        self.0.pool.get_or_init(|| Pool::new(self.0.threads))
    }
}
