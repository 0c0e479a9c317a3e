//! One analysis as something that any thread can do.

use ide::{IncludeHandler, Layered, Overlays, Settings, Snapshot};
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

/// An analysis that is to be made: a root with all that it needs.
pub struct Job {
    pub(crate) root: String,
    /// The number of the job, by which its result is known again.
    pub(crate) number: u64,
    pub(crate) text: Arc<str>,
    pub(crate) settings: Settings,
    /// The open texts, as they are when the job begins.
    pub(crate) open: Overlays,
    pub(crate) files: Arc<dyn IncludeHandler + Send + Sync>,
}

/// The result of a job.
pub struct Done {
    pub(crate) root: String,
    pub(crate) number: u64,
    /// The analysis, or what a panic has said.
    pub(crate) result: Result<Option<Snapshot>, Box<dyn Any + Send>>,
}

impl Job {
    /// Makes the analysis.
    pub fn run(self) -> Done {
        let Job { root, number, text, settings, open, files } = self;
        let files = Layered { open: &open, files: &*files };
        let result = catch_unwind(AssertUnwindSafe(|| Snapshot::new(&root, &text, &settings, &files)));
        Done { root, number, result }
    }
}

impl std::fmt::Debug for Job {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Job").field("root", &self.root).finish_non_exhaustive()
    }
}

impl std::fmt::Debug for Done {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Done").field("root", &self.root).finish_non_exhaustive()
    }
}
