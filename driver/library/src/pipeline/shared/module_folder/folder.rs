//! The store of modules in a folder, which processes and machines may share: files are renamed into place whole.
//!
//! Must not know what is in the files.

use super::{Store, Upload, shard};
use crate::files::{reading, staged};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, SystemTime};

/// The store.
#[derive(Debug)]
pub(super) struct Folder {
    path: PathBuf,
    /// The limit of bytes.
    limit: u64,
    /// True if nothing is written.
    reads_only: bool,
    has_written: AtomicBool,
}

/// The time within which a use is not noted again.
const FRESH: Duration = Duration::from_secs(3600);
/// The limit of the entries of a folder.
const MAX_ENTRIES: usize = 1 << 20;
const RECORDS: &str = "ac";
const MODULES: &str = "cas";

impl Folder {
    pub(super) fn new(path: &Path, limit: u64, reads_only: bool) -> Self {
        Folder { path: path.to_owned(), limit, reads_only, has_written: AtomicBool::new(false) }
    }

    fn place(&self, folder: &str, name: &str) -> PathBuf {
        self.path.join(folder).join(shard(name)).join(name)
    }

    fn put(&self, place: &Path, bytes: &[u8]) -> Option<()> {
        staged::make_folder(place.parent().unwrap_or(Path::new("."))).ok()?;
        staged::write_if_changed(place, bytes).ok()
    }

    /// Removes the files that were not used for the longest time, until a fifth of the room is free.
    fn evict(&self) {
        let mut all: Vec<(SystemTime, PathBuf, u64)> = Vec::new();
        for folder in [RECORDS, MODULES] {
            let parts = reading::entries(&self.path.join(folder), MAX_ENTRIES).unwrap_or_default();
            for file in parts.iter().flat_map(|part| reading::entries(part, MAX_ENTRIES).unwrap_or_default()) {
                all.extend(reading::state(&file).map(|(time, length)| (time, file, length)));
            }
        }
        let mut total: u64 = all.iter().map(|(_, _, length)| length).sum();
        if total <= self.limit {
            return;
        }
        all.sort_unstable();
        for (_, file, length) in all {
            if total <= self.limit / 5 * 4 {
                return;
            }
            staged::remove(&file);
            total -= length;
        }
    }
}

impl Store for Folder {
    fn record(&self, key: &str, limit: usize) -> Option<Vec<u8>> {
        reading::read_output(&self.place(RECORDS, key), limit as u64)
    }

    fn module(&self, digest: &str, size: usize) -> Option<Vec<u8>> {
        reading::read_output(&self.place(MODULES, digest), size as u64)
    }

    fn note_use(&self, key: &str) {
        let place = self.place(RECORDS, key);
        let age = reading::state(&place).and_then(|(time, _)| SystemTime::now().duration_since(time).ok());
        if !self.reads_only && age.is_some_and(|age| age > FRESH) {
            staged::touch(&place);
        }
    }

    fn put(&self, upload: Upload) {
        let Upload { key, record, digest, module } = upload;
        let put = |place: &Path, bytes: &[u8]| Folder::put(self, place, bytes);
        let kept = put(&self.place(MODULES, &digest), &module).and_then(|()| put(&self.place(RECORDS, &key), &record));
        self.has_written.fetch_or(kept.is_some(), Relaxed);
    }

    fn end(&self) {
        if self.has_written.load(Relaxed) {
            self.evict();
        }
    }
}
