//! What other compilations made of included files, by what they asked for meanwhile.
//!
//! A record is that of one `#include` with all that is included within. Must not know what a record has in it.

use super::record::Record;
use crate::fingerprint::Fingerprint;
use base::generations::Generations;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The records of included files.
pub struct HeaderTraces {
    headers: Mutex<Generations<Fingerprint, Arc<Header>>>,
    /// How often a record was used.
    #[cfg(test)]
    pub(super) replays: std::sync::atomic::AtomicUsize,
}

/// The records of one file in one place.
#[derive(Clone, Default)]
pub(super) struct Header {
    /// The last one that was used first.
    pub(super) records: Vec<Arc<Record>>,
    /// How much more often none was of use than one was, of late.
    misses: u32,
}

/// The limit of all records, in bytes.
const MAX_BYTES: usize = 64 << 20;

/// The limit of records of one file.
const MAX_RECORDS: usize = 8;

/// The excess of misses with which nothing more is recorded: records cost more than they save.
const MAX_MISSES: u32 = 8;

impl Default for HeaderTraces {
    fn default() -> Self {
        HeaderTraces {
            headers: Mutex::new(Generations::new(MAX_BYTES, |header| header.size())),
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

    /// Returns whether it is of use to record the file once more.
    pub(super) fn is_worth_recording(&self) -> bool {
        self.misses < MAX_MISSES
    }
}

impl HeaderTraces {
    fn headers(&self) -> MutexGuard<'_, Generations<Fingerprint, Arc<Header>>> {
        self.headers.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The records of a file.
    pub(super) fn find(&self, key: Fingerprint) -> Arc<Header> {
        self.headers().find(key).unwrap_or_default()
    }

    /// Takes note of the record that was used.
    pub(super) fn note_use(&self, key: Fingerprint, header: &Header, used: usize) {
        #[cfg(test)]
        self.replays.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        if used == 0 && header.misses == 0 {
            return;
        }
        let mut records = header.records.clone();
        records[..=used].rotate_right(1);
        self.headers().add(key, Arc::new(Header { records, misses: header.misses.saturating_sub(1) }));
    }

    /// Adds a record.
    pub(super) fn add(&self, key: Fingerprint, record: Record) {
        self.change(key, |header| {
            header.records.truncate(MAX_RECORDS - 1);
            header.records.insert(0, Arc::new(record));
        });
    }

    /// Takes note that a file had to be read.
    pub(super) fn note_miss(&self, key: Fingerprint) {
        self.change(key, |header| header.misses = (header.misses + 1).min(MAX_MISSES));
    }

    fn change(&self, key: Fingerprint, change: impl FnOnce(&mut Header)) {
        let mut headers = self.headers();
        let mut header = headers.find(key).map_or_else(Header::default, |header| (*header).clone());
        change(&mut header);
        headers.add(key, Arc::new(header));
    }
}
