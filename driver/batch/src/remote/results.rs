//! The results of a part on a worker: `--results FOLDER` writes each distinct module once, and a JSON document about all lines.

use base::ids::Map;
use library::files::names::to_text;
use library::files::outputs;
use library::files::sha256::Sha256;
use library::files::staged::put;
use library::pipeline::shared::module_folder::identity;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// The name of the document.
pub(crate) const DOCUMENT: &str = "results.json";

/// The name of a module, by the position of the first line that has it.
pub(crate) fn module(number: usize) -> String {
    format!("{number}.spv")
}

/// The results of the lines so far.
pub(crate) struct Results {
    folder: PathBuf,
    lines: Vec<Value>,
    /// The first line with each module.
    modules: Map<Sha256, usize>,
    /// Why there is no document.
    error: Option<String>,
}

/// A line without errors.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Line {
    /// The warnings, in one text or one by one.
    pub(crate) text: String,
    pub(crate) texts: Vec<String>,
    pub(crate) read: Vec<String>,
    pub(crate) absent: Vec<String>,
    /// The number of its module.
    pub(crate) module: usize,
}

impl Results {
    pub(crate) fn new(folder: &Path) -> Self {
        Results { folder: folder.to_owned(), lines: Vec::new(), modules: Map::default(), error: None }
    }

    /// Adds a line with its module; without one it has errors. The number of the line is ignored.
    pub(crate) fn add(&mut self, line: Line, words: Option<&[u32]>) {
        let at = self.lines.len();
        let Some(words) = words else { return self.lines.push(Value::Null) };
        let bytes = outputs::bytes(words);
        let digest = Sha256::of(&bytes);
        if !self.modules.contains_key(&digest) {
            self.modules.insert(digest, at);
            let written = put(&self.folder.join(module(at)), &bytes);
            self.error = self.error.take().or(written.err());
        }
        let Line { text, texts, read, absent, module: _ } = line;
        let module = self.modules.get(&digest);
        self.lines.push(json!({"text": text, "texts": texts, "read": read, "absent": absent, "module": module}));
    }

    /// Writes the document.
    ///
    /// # Errors
    /// When a file cannot be written.
    pub(crate) fn write(self) -> Result<(), String> {
        if let Some(error) = self.error {
            return Err(error);
        }
        let identity =
            identity().ok_or_else(|| format!("'{}': the compiler has no file", to_text(self.folder.as_os_str())))?;
        let document = json!({"compiler": identity, "lines": self.lines});
        put(&self.folder.join(DOCUMENT), document.to_string().as_bytes())
    }
}

/// The lines of a document: `None` for each that has errors. Nothing if the document is damaged, or of another compiler.
pub(crate) fn read(document: &[u8], compiler: &str) -> Option<Vec<Option<Line>>> {
    let document: Value = serde_json::from_slice(document).ok()?;
    if document.get("compiler")?.as_str()? != compiler {
        return None;
    }
    let line = |value: &Value| if value.is_null() { Some(None) } else { line(value).map(Some) };
    document.get("lines")?.as_array()?.iter().map(line).collect()
}

fn line(value: &Value) -> Option<Line> {
    let list = |name: &str| -> Option<Vec<String>> {
        value.get(name)?.as_array()?.iter().map(|text| text.as_str().map(str::to_owned)).collect()
    };
    Some(Line {
        text: value.get("text")?.as_str()?.to_owned(),
        texts: list("texts")?,
        read: list("read")?,
        absent: list("absent")?,
        module: usize::try_from(value.get("module")?.as_u64()?).ok()?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn documents_are_those_of_one_compiler() {
        let text = r#"{"compiler":"c","lines":[null,{"text":"t","texts":["a"],"read":["r"],"absent":[],"module":1}]}"#;
        let lines = read(text.as_bytes(), "c").expect("a document");
        let expected = Line {
            text: "t".to_owned(),
            texts: vec!["a".to_owned()],
            read: vec!["r".to_owned()],
            absent: Vec::new(),
            module: 1,
        };
        assert_eq!(lines, [None, Some(expected)]);
        assert_eq!(read(text.as_bytes(), "d"), None);
        for at in 0..text.len() {
            assert_eq!(read(&text.as_bytes()[..at], "c"), None, "{at}");
        }
        for damaged in ["-1", "\"x\"", "1.5", "[]"] {
            assert_eq!(read(text.replace(":1}", &format!(":{damaged}}}")).as_bytes(), "c"), None, "{damaged}");
        }
    }
}
