//! A record of what was made of what, so that a later run leaves out work whose inputs are the same.
//!
//! Inputs are compared by content: the command line, each file that was read, each file that was looked for in vain, each
//! output, and the compiler. Only work about which there was nothing to say is recorded, so that warnings come again. The
//! file is JSON; one that is damaged, or of another compiler, is as good as none.

use crate::files::digest::Digest;
use crate::files::names::{to_path, to_text};
use crate::files::reading;
use crate::files::staged::{self, Digests};
use base::ids::Map;
use serde_json::{Map as Object, Value, json};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

/// The records of a run: those of the run before it, and those of its own.
#[derive(Default)]
pub struct Manifest {
    before: Map<String, Record>,
    /// Digests of files, each read once; none for what is not there.
    files: Mutex<Map<String, Option<Digest>>>,
}

/// A piece of work.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// The digest of its settings.
    pub(crate) settings: Digest,
    /// The files that were read.
    pub read: BTreeMap<String, Digest>,
    /// The files that were looked for in vain.
    pub(crate) absent: Vec<String>,
    /// The files that were written.
    pub(crate) written: BTreeMap<String, Digest>,
}

/// The new records of a run, by name, in the order of the work.
pub type Records = Vec<(String, Record)>;

impl Manifest {
    /// The records of a file; none when it cannot be read, or is of another compiler.
    pub fn read(path: &Path) -> Self {
        let text = reading::read_output(path, reading::LIMIT).unwrap_or_default();
        let document: Value = serde_json::from_slice(&text).unwrap_or_default();
        let own = compiler();
        let same = own.is_some() && document.get("compiler").and_then(Value::as_str) == own.as_deref();
        let records = document.get("records").and_then(Value::as_object).filter(|_| same);
        let record = |(name, value): (&String, &Value)| Some((name.clone(), Record::parse(value)?));
        Manifest { before: records.into_iter().flatten().filter_map(record).collect(), files: Mutex::default() }
    }

    /// The record of some work, if nothing has changed since it was done. Files for which `ignored` holds may have changed.
    pub fn unchanged(&self, name: &str, settings: Digest, ignored: impl Fn(&str) -> bool) -> Option<&Record> {
        let record = self.before.get(name).filter(|record| record.settings == settings)?;
        let is_same = |(path, digest): (&String, &Digest)| ignored(path) || self.digest(path) == Some(*digest);
        let holds = record.read.iter().all(is_same)
            && record.absent.iter().all(|path| !to_path(path).is_file())
            && record.written.iter().all(|(path, digest)| of_output(path) == Some(*digest));
        holds.then_some(record)
    }

    /// A record of work that has been done; `None` if a file has gone since.
    pub fn record<'p>(
        &self,
        settings: Digest,
        visited: impl Iterator<Item = &'p str>,
        absent: &[String],
        written: Digests,
    ) -> Option<Record> {
        let read: Option<BTreeMap<String, Digest>> =
            visited.map(|path| Some((path.to_owned(), self.digest(path)?))).collect();
        Some(Record { settings, read: read?, absent: absent.to_vec(), written: written.into_iter().collect() })
    }

    /// The digest of an input, as it was when the run first asked.
    pub fn digest(&self, path: &str) -> Option<Digest> {
        let known = self.files.lock().unwrap_or_else(PoisonError::into_inner).get(path).copied();
        known.unwrap_or_else(|| {
            let digest = reading::read_found(&to_path(path), reading::LIMIT).ok().map(|bytes| Digest::of_bytes(&bytes));
            *self.files.lock().unwrap_or_else(PoisonError::into_inner).entry(path.to_owned()).or_insert(digest)
        })
    }
}

impl Record {
    fn parse(value: &Value) -> Option<Self> {
        let digests = |name: &str| -> Option<BTreeMap<String, Digest>> {
            let pairs = value.get(name)?.as_object()?.iter();
            pairs.map(|(path, digest)| Some((path.clone(), Digest::parse(digest.as_str()?)?))).collect()
        };
        let absent = value.get("absent")?.as_array()?.iter();
        Some(Record {
            settings: Digest::parse(value.get("settings")?.as_str()?)?,
            read: digests("read")?,
            absent: absent.map(|path| path.as_str().map(str::to_owned)).collect::<Option<_>>()?,
            written: digests("written")?,
        })
    }

    fn to_json(&self) -> Value {
        let digests = |map: &BTreeMap<String, Digest>| -> Value {
            map.iter().map(|(path, digest)| (path.clone(), json!(digest.to_string()))).collect::<Object<_, _>>().into()
        };
        json!({
            "settings": self.settings.to_string(),
            "read": digests(&self.read),
            "absent": self.absent,
            "written": digests(&self.written),
        })
    }
}

/// Writes the records to a file.
///
/// # Errors
/// When it cannot be written.
pub fn write(path: &Path, records: &Records) -> Result<(), String> {
    let records: Object<String, Value> =
        records.iter().map(|(name, record)| (name.clone(), record.to_json())).collect();
    let document = json!({ "compiler": compiler(), "records": records });
    let failed = |error| format!("cannot write '{}': {error}", to_text(path.as_os_str()));
    staged::write_if_changed(path, format!("{document:#}\n").as_bytes()).map_err(failed)
}

/// The digest of an output.
fn of_output(path: &str) -> Option<Digest> {
    reading::read_output(&to_path(path), reading::LIMIT).map(|bytes| Digest::of_bytes(&bytes))
}

/// The compiler: its version, and the size and the time of its file, by which builds of one version differ. `None` if it has no
/// file any more.
pub fn compiler() -> Option<String> {
    let (modified, length) = reading::state(&std::env::current_exe().ok()?)?;
    let nanoseconds = modified.duration_since(std::time::UNIX_EPOCH).unwrap_or_default().as_nanos();
    Some(format!("{} {length} {nanoseconds}", env!("CARGO_PKG_VERSION")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_are_read_as_they_are_written() {
        let digest = Digest::of_bytes(b"a");
        let files = |name: &str| [(name.to_owned(), digest)].into_iter().collect();
        let record = Record { settings: digest, read: files("a"), absent: vec!["b".to_owned()], written: files("c") };
        assert_eq!(Record::parse(&record.to_json()), Some(record));
        for damaged in [json!({}), json!([]), json!({ "settings": "0", "read": {}, "absent": [], "written": {} })] {
            assert_eq!(Record::parse(&damaged), None);
        }
    }
}
