//! What other compilations made of included files, by what they asked for meanwhile.
//!
//! A record is that of one `#include` with all that is included within. Must not know what a record has in it.

use super::Facts;
use super::predefined::Prepared;
use super::record::Record;
use crate::fingerprint::Fingerprint;
use base::generations::Generations;
use std::fmt;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicU32, AtomicU64};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The records of included files.
pub struct HeaderTraces {
    headers: Mutex<Generations<Fingerprint, Arc<Header>>>,
    /// The number of the next record.
    next: AtomicU64,
    /// The macros before the main file of the last compilation that had new ones.
    prepared: Mutex<Option<Arc<Prepared>>>,
    /// How often a record was used.
    #[cfg(test)]
    pub(super) replays: std::sync::atomic::AtomicUsize,
}

/// The records of one file in one place.
#[derive(Clone, Default)]
pub(super) struct Header {
    /// The last one that was used first.
    pub(super) records: Vec<Arc<Record>>,
    counts: Arc<Counts>,
}

/// How often a file was recorded, and how often a record was used.
#[derive(Default)]
struct Counts {
    recorded: AtomicU32,
    used: AtomicU32,
}

/// The limit of all records, in bytes.
const MAX_BYTES: usize = 64 << 20;

/// The limit of records of one file.
const MAX_RECORDS: usize = 8;

/// A file is recorded once more for this many uses: a record costs more than one use saves.
const USES: u32 = 8;

impl Default for HeaderTraces {
    fn default() -> Self {
        HeaderTraces {
            headers: Mutex::new(Generations::new(MAX_BYTES, |header| header.size())),
            next: AtomicU64::new(0),
            prepared: Mutex::default(),
            #[cfg(test)]
            replays: std::sync::atomic::AtomicUsize::new(0),
        }
    }
}

impl fmt::Debug for HeaderTraces {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HeaderTraces").finish_non_exhaustive()
    }
}

impl Header {
    fn size(&self) -> usize {
        size_of::<Header>() + self.records.iter().map(|record| record.size()).sum::<usize>()
    }

    /// Returns whether it is worth to record the file once more, as is done then.
    pub(super) fn is_worth_recording(&self) -> bool {
        let (recorded, used) = (self.counts.recorded.load(Relaxed), self.counts.used.load(Relaxed));
        let is_worth = recorded < MAX_RECORDS as u32 + used / USES;
        self.counts.recorded.fetch_add(u32::from(is_worth), Relaxed);
        is_worth
    }
}

impl HeaderTraces {
    fn headers(&self) -> MutexGuard<'_, Generations<Fingerprint, Arc<Header>>> {
        self.headers.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The macros before the main file, if they are known for these names and facts.
    pub(super) fn prepared(&self, names: Fingerprint, facts: Facts) -> Option<Arc<Prepared>> {
        let prepared = self.prepared.lock().unwrap_or_else(PoisonError::into_inner);
        prepared.clone().filter(|prepared| prepared.fits(names, facts))
    }

    /// Returns whether such macros are known, whatever the names are.
    #[cfg(test)]
    pub(super) fn has_prepared(&self, facts: Facts) -> bool {
        let prepared = self.prepared.lock().unwrap_or_else(PoisonError::into_inner);
        prepared.as_ref().is_some_and(|prepared| prepared.is_about(facts))
    }

    /// Keeps the macros before the main file.
    pub(super) fn keep_prepared(&self, prepared: Prepared) {
        *self.prepared.lock().unwrap_or_else(PoisonError::into_inner) = Some(Arc::new(prepared));
    }

    /// The records of a file, of which there may be none yet.
    pub(super) fn find(&self, key: Fingerprint) -> Arc<Header> {
        let mut headers = self.headers();
        headers.find(key).unwrap_or_else(|| {
            let header: Arc<Header> = Arc::default();
            headers.add(key, Arc::clone(&header));
            header
        })
    }

    /// Records the use of a record.
    pub(super) fn note_use(&self, key: Fingerprint, header: &Header, number: usize) {
        #[cfg(test)]
        self.replays.fetch_add(1, Relaxed);
        header.counts.used.fetch_add(1, Relaxed);
        if number > 0 {
            let mut header = header.clone();
            header.records[..=number].rotate_right(1);
            self.headers().add(key, Arc::new(header));
        }
    }

    /// Adds a record.
    pub(super) fn add(&self, key: Fingerprint, record: Record) {
        let mut headers = self.headers();
        let mut header = headers.find(key).map_or_else(Header::default, |header| (*header).clone());
        header.records.truncate(MAX_RECORDS - 1);
        let number = self.next.fetch_add(1, Relaxed);
        header.records.insert(0, Arc::new(Record { number, ..record }));
        headers.add(key, Arc::new(header));
    }
}
