//! Values that tests show by `check_snapshot`, as a file beside the shader has them: `sdf.hlsl.snap.json`, an object with the
//! values of each test in order, as HLSL writes them.

use library::files::{reading, staged};
use serde_json::{Map, Value};
use std::path::{Path, PathBuf};

/// The snapshots of a file.
pub(super) struct Snapshots {
    path: PathBuf,
    tests: Map<String, Value>,
    /// True if they are to be replaced by what tests show.
    updates: bool,
    has_changed: bool,
}

impl Snapshots {
    /// Those of a shader.
    ///
    /// # Errors
    /// When the file is there and has no such object.
    pub(super) fn of(shader: &Path, updates: bool) -> Result<Self, String> {
        let path = PathBuf::from(format!("{}.snap.json", shader.display()));
        let tests = match reading::read_bytes(&path.to_string_lossy()) {
            Ok(bytes) => serde_json::from_slice(&bytes).map_err(|error| format!("'{}': {error}", path.display()))?,
            Err(_) => Map::new(),
        };
        Ok(Snapshots { path, tests, updates, has_changed: false })
    }

    /// For each value that a test shows, what is stored instead if it is another one, and `None` in there if nothing is. The
    /// second result is the number of values that the test no longer shows.
    pub(super) fn compared(&mut self, test: &str, shown: &[String]) -> (Vec<(usize, Option<String>)>, usize) {
        let stored = self.tests.get(test).and_then(Value::as_array).cloned().unwrap_or_default();
        let is_same = stored.len() == shown.len() && stored.iter().zip(shown).all(|(own, text)| own == text);
        if is_same {
            return (Vec::new(), 0);
        }
        if self.updates {
            self.has_changed = true;
            match shown.is_empty() {
                true => self.tests.remove(test),
                false => self.tests.insert(test.to_owned(), shown.iter().cloned().map(Value::String).collect()),
            };
            return (Vec::new(), 0);
        }
        let own = |at: usize| stored.get(at).and_then(Value::as_str);
        let others = (0..shown.len()).filter(|at| own(*at) != Some(shown[*at].as_str()));
        let others = others.map(|at| (at, own(at).map(str::to_owned))).collect();
        (others, stored.len().saturating_sub(shown.len()))
    }

    /// Forgets tests that the file no longer has.
    pub(super) fn keep(&mut self, is_there: impl Fn(&str) -> bool) {
        let before = self.tests.len();
        if self.updates {
            self.tests.retain(|test, _| is_there(test));
            self.has_changed |= self.tests.len() != before;
        }
    }

    /// Writes the file if something in it is another value than before.
    pub(super) fn finish(&self) -> Result<(), String> {
        if !self.has_changed {
            return Ok(());
        }
        let mut text = serde_json::to_string_pretty(&self.tests).map_err(|error| error.to_string())?;
        text.push('\n');
        staged::replace(&self.path, text.as_bytes())
            .map_err(|error| format!("cannot write '{}': {error}", self.path.display()))
    }
}
