//! What all compilers of a process share: a cache in memory, and modules of earlier runs where the environment names a place for
//! them. Must not know what a compilation is asked for.

use driver::{CompilationCache, Compiler, StoredModules};
use std::io::Write;
use std::sync::{Arc, Mutex, PoisonError};

/// The variable that names the folder or the server of modules.
const PLACE: &str = "HLSL2SPIRV_MODULE_CACHE";

/// What is shared.
#[derive(Default)]
pub(crate) struct Shared {
    cache: Arc<CompilationCache>,
    stored: Option<Arc<StoredModules>>,
}

impl Shared {
    fn new() -> Self {
        let place = std::env::var_os(PLACE).filter(|place| !place.is_empty());
        let stored = place.and_then(|place| match StoredModules::at(place) {
            Ok(modules) => Some(Arc::new(modules)),
            Err(reason) => {
                complain(&reason);
                None
            }
        });
        Shared { cache: Arc::default(), stored }
    }

    /// The compiler with what is shared.
    pub(crate) fn lend_to(&self, compiler: Compiler) -> Compiler {
        let compiler = compiler.sharing(Arc::clone(&self.cache));
        match &self.stored {
            Some(stored) => compiler.stored_in(Arc::clone(stored)),
            None => compiler,
        }
    }
}

/// A client hears of its own requests alone; this is for who has set the variable.
fn complain(reason: &str) {
    let _ = writeln!(std::io::stderr(), "hlsl2spirv: warning: {PLACE}: {reason}");
}

/// What is shared, as long as there is a compiler: nothing is left when the library is unloaded.
static SHARED: Mutex<Option<Arc<Shared>>> = Mutex::new(None);

/// A part in what is shared.
pub(crate) struct Handle(Arc<Shared>);

impl Handle {
    pub(crate) fn new() -> Self {
        let mut shared = SHARED.lock().unwrap_or_else(PoisonError::into_inner);
        Handle(Arc::clone(shared.get_or_insert_with(|| Arc::new(Shared::new()))))
    }

    pub(crate) fn get(&self) -> Arc<Shared> {
        Arc::clone(&self.0)
    }
}

impl Drop for Handle {
    fn drop(&mut self) {
        let mut shared = SHARED.lock().unwrap_or_else(PoisonError::into_inner);
        let is_last = Arc::strong_count(&self.0) == 2;
        // New modules are put on a server before the lock is free, for the library may be unloaded next.
        drop(shared.take_if(|_| is_last));
    }
}
