//! The files that lines may read: their inputs, and what these include, whatever macros are defined.
//!
//! Directives are found in the text, without preprocessing it. Too many files do no harm. What is missed does none either: a worker
//! names the files that it has not found.

use crate::unused::folded;
use base::ids::{Map, Set};
use library::files::digest::Digest;
use library::files::names::to_path;
use library::files::reading;
use library::files::sha256::Sha256;
use std::path::{Component, Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// The files of all parts, each read once.
#[derive(Default)]
pub(super) struct Sources {
    files: Mutex<Map<PathBuf, Option<Arc<Source>>>>,
}

/// A file.
pub(super) struct Source {
    pub(super) bytes: Arc<[u8]>,
    pub(super) sha256: Sha256,
    digest: Digest,
    includes: Vec<Include>,
    /// True if a directive has a macro for a name.
    has_computed: bool,
    /// True if it may spell the name of a file.
    spells_names: bool,
}

/// A name behind `#include`, or `__has_include`.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Include {
    name: String,
    is_angled: bool,
}

/// Files with all that they include.
#[derive(Default)]
pub(super) struct Closure {
    /// The files, by their paths.
    pub(super) files: Map<PathBuf, Arc<Source>>,
    /// Folders through which a name leads before it turns back.
    pub(super) detours: Set<PathBuf>,
    pub(super) has_computed: bool,
    pub(super) spells_names: bool,
}

/// The limit of paths that are tried for the lines of a part.
const MAX_TRIED: usize = 200_000;

impl Sources {
    /// The file with a path, if it is there.
    fn load(&self, path: &Path) -> Option<Arc<Source>> {
        if let Some(known) = self.files.lock().unwrap_or_else(PoisonError::into_inner).get(path) {
            return known.clone();
        }
        let bytes = reading::read_found(path, reading::TEXT_LIMIT).ok();
        let source = bytes.map(|bytes| Arc::new(Source::new(bytes)));
        self.files.lock().unwrap_or_else(PoisonError::into_inner).entry(path.to_owned()).or_insert(source).clone()
    }

    /// The digest of a file, if it was loaded.
    pub(super) fn digest(&self, current: &Path, path: &str) -> Option<Digest> {
        let files = self.files.lock().unwrap_or_else(PoisonError::into_inner);
        files.get(&folded(path, current))?.as_ref().map(|source| source.digest)
    }

    /// The closure of inputs and included files by these names, for searches in these folders. `None` if there is too much of it, or
    /// a link turns a name with `..` into another one.
    pub(super) fn closure(&self, current: &Path, mains: &[&str], folders: &[&str]) -> Option<Closure> {
        let mut search =
            Search { sources: self, current, closure: Closure::default(), tried: Set::default(), found: Vec::new() };
        for folder in folders {
            search.pass(current, folder)?;
        }
        for main in mains {
            search.attempt(current, main)?;
        }
        let folders: Vec<PathBuf> = folders.iter().map(|folder| folded(folder, current)).collect();
        let (mut beside, mut names): (Set<PathBuf>, Set<Include>) = Default::default();
        while let Some((path, source)) = search.found.pop() {
            let folder = path.parent().unwrap_or(current).to_owned();
            let new: Vec<Include> = source.includes.iter().filter(|name| !names.contains(*name)).cloned().collect();
            for include in &new {
                let around = beside.iter().filter(|_| !include.is_angled);
                folders.iter().chain(around).try_for_each(|folder| search.attempt(folder, &include.name))?;
            }
            names.extend(new);
            if !beside.contains(&folder) {
                let quoted = names.iter().filter(|include| !include.is_angled);
                quoted.into_iter().try_for_each(|include| search.attempt(&folder, &include.name))?;
                beside.insert(folder);
            }
        }
        Some(search.closure)
    }
}

/// A search for files.
struct Search<'a> {
    sources: &'a Sources,
    current: &'a Path,
    closure: Closure,
    tried: Set<PathBuf>,
    /// Files whose directives have not been read yet.
    found: Vec<(PathBuf, Arc<Source>)>,
}

impl Search<'_> {
    /// Tries a name in a folder.
    fn attempt(&mut self, folder: &Path, name: &str) -> Option<()> {
        let path = folded(name, folder);
        if self.tried.contains(&path) {
            return self.pass(folder, name);
        }
        if self.tried.len() >= MAX_TRIED {
            return None;
        }
        self.tried.insert(path.clone());
        let Some(source) = self.sources.load(&path) else { return Some(()) };
        self.pass(folder, name)?;
        self.closure.has_computed |= source.has_computed;
        self.closure.spells_names |= source.spells_names;
        self.closure.files.insert(path.clone(), Arc::clone(&source));
        self.found.push((path, source));
        Some(())
    }

    /// Takes note of the folders that a name passes through.
    fn pass(&mut self, folder: &Path, name: &str) -> Option<()> {
        let name = to_path(name);
        if !name.components().any(|part| part == Component::ParentDir) {
            return Some(());
        }
        let whole = folder.join(&name);
        let plain = folded(&library::files::names::to_text(whole.as_os_str()), self.current);
        // A link may lead elsewhere.
        if whole.exists() && whole.canonicalize().ok()? != plain.canonicalize().ok()? {
            return None;
        }
        let mut at = PathBuf::new();
        for part in whole.components() {
            match part {
                Component::ParentDir => {
                    self.closure.detours.insert(at.clone());
                    at.pop();
                }
                Component::CurDir => {}
                Component::Prefix(_) | Component::RootDir | Component::Normal(_) => at.push(part),
            }
        }
        Some(())
    }
}

impl Source {
    fn new(bytes: Vec<u8>) -> Self {
        let text = reading::decode(bytes.clone());
        let (mut includes, mut has_computed) = (Vec::new(), false);
        for line in text.lines() {
            let directive = line.trim_start().strip_prefix('#').map(str::trim_start);
            let operand = directive.and_then(|rest| rest.strip_prefix("include")).map(str::trim_start);
            let conditions = line.split("__has_include").skip(1);
            let conditions = conditions.filter_map(|rest| rest.trim_start().strip_prefix('(').map(str::trim_start));
            for operand in operand.into_iter().chain(conditions) {
                match name(operand) {
                    Some(include) => includes.push(include),
                    None => has_computed = true,
                }
            }
        }
        let spells_names = text.contains("__FILE__");
        let (sha256, digest) = (Sha256::of(&bytes), Digest::of_bytes(&bytes));
        Source { bytes: bytes.into(), sha256, digest, includes, has_computed, spells_names }
    }
}

/// The name at the beginning of a text.
fn name(text: &str) -> Option<Include> {
    let (close, is_angled) = match text.chars().next()? {
        '"' => ('"', false),
        '<' => ('>', true),
        _ => return None,
    };
    let (name, _) = text[1..].split_once(close)?;
    Some(Include { name: name.replace('\\', "/"), is_angled })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directives_are_found_in_texts() {
        let text = "#include \"a\\b.h\"\n  #  include <c.h> // x\n#if __has_include ( \"d.h\" ) || __has_include(<e.h>)\n/* #include \"f.h\" */\n";
        let source = Source::new(text.into());
        let names: Vec<_> = source.includes.iter().map(|one| (one.name.as_str(), one.is_angled)).collect();
        assert_eq!(names, [("a/b.h", false), ("c.h", true), ("d.h", false), ("e.h", true)]);
        assert!(!source.has_computed && !source.spells_names);
        assert!(Source::new(b"#include NAME\n".to_vec()).has_computed);
        assert!(Source::new(b"string s = __FILE__;".to_vec()).spells_names);
    }
}
