//! Modules of earlier runs, in a folder: by a key of command line and compiler, a record of what was read and which module came of it.
//!
//! Nothing in the folder is believed. A record is of one key and one compiler; each file that it names must have the contents that
//! it says, and those that were missing must be; a module must have its digest and be valid. Whatever is wrong with an entry, the
//! module is compiled. Who may write a valid module into the folder can still change what comes out: a secret tells the records
//! of those who have it from others, and recompiling a share of what was found shows a difference.

use crate::files::names::{to_path, to_text};
use crate::files::sha256::Sha256;
use crate::files::{outputs, reading, staged};
use crate::options::settings::Options;
use crate::pipeline::validator;
use base::ids::Map;
use frontend::preprocess::Dependencies;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, SystemTime};

/// The modules of earlier runs.
#[derive(Debug)]
pub(crate) struct StoredModules {
    folder: PathBuf,
    /// The compiler, whose modules alone are taken.
    compiler: String,
    /// Records without a code by this secret are as good as none.
    secret: Option<Vec<u8>>,
    /// True if nothing is written.
    reads_only: bool,
    /// One of this many modules that were found is compiled all the same.
    verified: Option<u64>,
    /// The limit of bytes.
    limit: u64,
    /// Digests of files, each read once.
    digests: Mutex<Map<String, Option<Sha256>>>,
    found: AtomicUsize,
    written: AtomicUsize,
    differs: AtomicBool,
}

/// A module of an earlier run.
#[derive(Debug)]
pub(crate) struct Stored {
    pub(crate) words: Vec<u32>,
    pub(crate) dependencies: Dependencies,
    /// True if it is to be compiled all the same.
    pub(crate) is_verified: bool,
}

/// What the command line says about the folder.
#[derive(Debug)]
pub(crate) struct Choice<'a> {
    pub(crate) folder: &'a Path,
    pub(crate) secret: Option<&'a Path>,
    pub(crate) reads_only: bool,
    pub(crate) verified: Option<u64>,
    /// The limit of its size, in MiB.
    pub(crate) limit: u64,
}

/// The first line of records.
const FORMAT: &str = "hlsl2spirv module 1";
/// The limit of a record.
const MAX_RECORD: u64 = 4 << 20;
/// The time within which a use is not noted again.
const FRESH: Duration = Duration::from_secs(3600);
/// The limit of the entries of a folder.
const MAX_ENTRIES: usize = 1 << 20;
const RECORDS: &str = "ac";
const MODULES: &str = "cas";

impl StoredModules {
    /// # Errors
    /// When the secret cannot be read.
    pub(crate) fn new(choice: &Choice<'_>, compiler: String) -> Result<Self, String> {
        let read = |file: &Path| {
            let name = to_text(file.as_os_str());
            reading::read_bytes(&name).map_err(|error| format!("cannot read '{name}': {error}"))
        };
        Ok(StoredModules {
            folder: choice.folder.to_owned(),
            compiler,
            secret: choice.secret.map(read).transpose()?,
            reads_only: choice.reads_only,
            verified: choice.verified,
            limit: choice.limit << 20,
            digests: Mutex::default(),
            found: AtomicUsize::new(0),
            written: AtomicUsize::new(0),
            differs: AtomicBool::new(false),
        })
    }

    /// The key of a compilation, where all that is made is a module without messages.
    pub(crate) fn key(&self, path: &str, options: &Options, settings: &str) -> Option<Sha256> {
        let (output, optimise) = (&options.output, &options.optimise);
        let makes_text = output.preprocess_only || output.dependencies_only || output.reflection.is_some();
        if makes_text || options.takes_kernels() || optimise.skip_validation || optimise.front_end_only {
            return None;
        }
        let of = &options.preprocess;
        let read = (path, &of.macros, &of.forced_includes, &of.include_directories, &of.limits);
        let flags = (of.legacy_macro_expansion, of.ignore_line_directives);
        Some(Sha256::of(format!("{FORMAT} {} {read:?} {flags:?} {settings}", self.compiler).as_bytes()))
    }

    /// The module with a key, if nothing that it was made of has changed.
    pub(crate) fn find(&self, key: Sha256, options: &Options) -> Option<Stored> {
        let place = self.place(RECORDS, key);
        let record = String::from_utf8(reading::read_output(&place, MAX_RECORD)?).ok()?;
        let (body, code) = record.split_at_checked(record.rfind("code ")?)?;
        if code.strip_prefix("code ")?.strip_suffix('\n')? != self.code(body) {
            return None;
        }
        let mut lines = body.lines();
        let is_ours = lines.next()? == FORMAT
            && lines.next()?.strip_prefix("key ")? == key.to_string()
            && lines.next()?.strip_prefix("compiler ")? == self.compiler;
        let module = lines.next()?.strip_prefix("module ").filter(|_| is_ours)?;
        let mut dependencies = Dependencies::default();
        for line in lines {
            if let Some(path) = line.strip_prefix("absent ") {
                dependencies.absent.push(path.to_owned());
            } else {
                let (digest, path) = line.strip_prefix("read ")?.split_once(' ')?;
                let is_same = is_built_in(path) || self.digest(path)?.to_string() == digest;
                is_same.then(|| dependencies.visited.push(path.to_owned()))?;
            }
        }
        let is_missing = |path: &String| !to_path(path).is_file();
        let words = dependencies.absent.iter().all(is_missing).then(|| self.module(module, options))??;
        self.note_use(&place);
        let is_verified = self.verified.is_some_and(|share| number(key).is_multiple_of(share.max(1)));
        self.found.fetch_add(usize::from(!is_verified), Relaxed);
        Some(Stored { words, dependencies, is_verified })
    }

    /// The words with a digest, if they are those, and valid.
    fn module(&self, digest: &str, options: &Options) -> Option<Vec<u32>> {
        let is_digest = digest.len() == 64 && digest.bytes().all(|byte| byte.is_ascii_hexdigit());
        let path = is_digest.then(|| self.folder.join(MODULES).join(&digest[..2]).join(digest))?;
        let bytes = reading::read_output(&path, reading::TEXT_LIMIT)?;
        let (chunks, rest) = bytes.as_chunks::<4>();
        let is_whole = rest.is_empty() && Sha256::of(&bytes).to_string() == digest;
        let words: Vec<u32> = chunks.iter().map(|bytes| u32::from_le_bytes(*bytes)).collect();
        (is_whole && validator::validate_stored(&words, options).is_ok()).then_some(words)
    }

    /// Keeps a module. Without room, or with a file that has gone, nothing is kept.
    pub(crate) fn keep(&self, key: Sha256, words: &[u32], dependencies: &Dependencies) {
        let paths = dependencies.visited.iter().chain(&dependencies.absent);
        if self.reads_only || paths.into_iter().any(|path| path.contains(['\n', '\r'])) {
            return;
        }
        let bytes = outputs::bytes(words);
        let digest = Sha256::of(&bytes);
        let mut body = format!("{FORMAT}\nkey {key}\ncompiler {}\nmodule {digest}\n", self.compiler);
        for path in &dependencies.visited {
            let known = if is_built_in(path) { Some(Sha256::of(b"")) } else { self.digest(path) };
            let Some(known) = known else { return };
            body += &format!("read {known} {path}\n");
        }
        body.extend(dependencies.absent.iter().map(|path| format!("absent {path}\n")));
        let record = format!("{body}code {}\n", self.code(&body));
        let put = |place: &Path, bytes: &[u8]| {
            staged::make_folder(place.parent().unwrap_or(Path::new(".")))
                .and_then(|()| staged::write_if_changed(place, bytes))
        };
        let is_kept = put(&self.place(MODULES, digest), &bytes).is_ok();
        if is_kept && put(&self.place(RECORDS, key), record.as_bytes()).is_ok() {
            self.written.fetch_add(1, Relaxed);
        }
    }

    /// Takes note of whether a module that was found is the one that was compiled.
    pub(crate) fn compare(&self, stored: &[u32], compiled: Option<&[u32]>) {
        self.differs.fetch_or(compiled != Some(stored), Relaxed);
    }

    /// Forgets what was not used of late if there is too much, and says how many modules were found.
    ///
    /// # Errors
    /// When a module that was found is not the one that was compiled.
    pub(crate) fn end(&self) -> Result<usize, String> {
        if self.written.load(Relaxed) > 0 {
            self.evict();
        }
        match self.differs.load(Relaxed) {
            true => Err(format!("a module in '{}' differs from the compiled one", to_text(self.folder.as_os_str()))),
            false => Ok(self.found.load(Relaxed)),
        }
    }

    /// Removes the files that were not used for the longest time, until a fifth of the room is free.
    fn evict(&self) {
        let mut all: Vec<(SystemTime, PathBuf, u64)> = Vec::new();
        for folder in [RECORDS, MODULES] {
            let parts = reading::entries(&self.folder.join(folder), MAX_ENTRIES).unwrap_or_default();
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

    /// Takes note of the use of a record.
    fn note_use(&self, place: &Path) {
        let age = reading::state(place).and_then(|(time, _)| SystemTime::now().duration_since(time).ok());
        if !self.reads_only && age.is_some_and(|age| age > FRESH) {
            staged::touch(place);
        }
    }

    fn place(&self, folder: &str, key: Sha256) -> PathBuf {
        let name = key.to_string();
        self.folder.join(folder).join(&name[..2]).join(name)
    }

    /// The digest of a file, as it was when the run first asked.
    fn digest(&self, path: &str) -> Option<Sha256> {
        let known = self.digests.lock().unwrap_or_else(PoisonError::into_inner).get(path).copied();
        known.unwrap_or_else(|| {
            let digest = reading::read_found(&to_path(path), reading::TEXT_LIMIT).ok().map(|bytes| Sha256::of(&bytes));
            *self.digests.lock().unwrap_or_else(PoisonError::into_inner).entry(path.to_owned()).or_insert(digest)
        })
    }

    /// The code of a record: HMAC by the secret (RFC 2104), or a digest that only shows damage.
    fn code(&self, body: &str) -> String {
        match &self.secret {
            None => Sha256::of(body.as_bytes()).to_string(),
            Some(secret) => hmac(secret, body.as_bytes()).to_string(),
        }
    }
}

/// The first bytes of a key as a number.
fn number(key: Sha256) -> u64 {
    key.0[..8].iter().fold(0, |number, byte| number << 8 | u64::from(*byte))
}

/// Returns whether a file is a header of the compiler.
fn is_built_in(path: &str) -> bool {
    path.starts_with(frontend::preprocess::BUILT_IN_DIRECTORY)
}

fn hmac(secret: &[u8], text: &[u8]) -> Sha256 {
    const BLOCK: usize = 64;
    let mut key = [0; BLOCK];
    match secret.len() {
        0..=BLOCK => key[..secret.len()].copy_from_slice(secret),
        _ => key[..32].copy_from_slice(&Sha256::of(secret).0),
    }
    let inner = Sha256::of(&[&key.map(|byte| byte ^ 0x36), text].concat());
    Sha256::of(&[&key.map(|byte| byte ^ 0x5c), inner.0.as_slice()].concat())
}

#[cfg(test)]
mod tests {
    use super::hmac;

    #[test]
    fn codes_are_those_of_rfc_4231() {
        let of = |key: &[u8], text: &[u8]| hmac(key, text).to_string();
        let expected = "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843";
        assert_eq!(of(b"Jefe", b"what do ya want for nothing?"), expected);
        let expected = "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54";
        assert_eq!(of(&[0xaa; 131], b"Test Using Larger Than Block-Size Key - Hash Key First"), expected);
    }
}
