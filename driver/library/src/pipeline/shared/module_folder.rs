//! Modules of earlier runs, in a folder or on a server: by a key of command line and compiler, a record of what was read and which
//! module came of it.
//!
//! Nothing in the store is believed. A record is of one key and one compiler; each file that it names must have the contents that
//! it says, and those that were missing must be; a module must have its digest and be valid. Whatever is wrong with an entry, the
//! module is compiled. Who may write a valid module into the store can still change what comes out: a secret tells the records
//! of those who have it from others, and recompiling a share of what was found shows a difference.

#[cfg(feature = "http-cache")]
mod action_result;
pub(crate) mod compiler;
mod folder;
#[cfg(feature = "http-cache")]
mod http;
mod inputs;
#[cfg(feature = "remote")]
pub(crate) mod remote;
#[cfg(feature = "http-cache")]
mod server;

use crate::files::names::to_text;
use crate::files::{outputs, reading};
use crate::options::settings::Options;
use crate::pipeline::validator;
use base::ids::Map;
use base::sha256::Sha256;
use folder::Folder;
use frontend::preprocess::Dependencies;
use std::fmt::Debug;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

pub use compiler::identity;
pub(crate) use inputs::{AskedOnce, Inputs};

/// Modules of earlier runs, in a folder or on a server, which [`Compiler::stored_in`](crate::Compiler::stored_in) takes instead of
/// compiling. Nothing that is found there is believed: files must have the contents that they had, and modules must be valid.
///
/// Modules with messages, debug information or states are compiled each time.
#[derive(Debug)]
pub struct StoredModules {
    store: Box<dyn Store>,
    /// The name of the store, for messages.
    name: String,
    /// The compiler, whose modules alone are taken.
    compiler: String,
    /// Records without a code by this secret are as good as none.
    secret: Option<Vec<u8>>,
    /// True if nothing is written.
    reads_only: bool,
    /// One of this many modules that were found is compiled all the same.
    verified: Option<u64>,
    /// Digests of files, each read once.
    digests: Mutex<Map<String, Option<Sha256>>>,
    found: AtomicUsize,
    differs: AtomicBool,
}

/// Where records and modules are. What is not found, damaged or refused is as good as not there.
trait Store: Debug + Send + Sync {
    /// The record with a key, of up to this many bytes.
    fn record(&self, key: &str, limit: usize) -> Option<Vec<u8>>;

    /// The bytes of the module with a digest and a size.
    fn module(&self, digest: &str, size: usize) -> Option<Vec<u8>>;

    /// Records the use of a record.
    fn note_use(&self, key: &str);

    /// Keeps a module under its digest, and then its record under its key.
    fn put(&self, upload: Upload);

    /// Ends the run.
    fn end(&self);
}

/// A module and its record, to be kept.
#[derive(Debug)]
struct Upload {
    key: String,
    record: Vec<u8>,
    digest: String,
    module: Vec<u8>,
}

/// A module of an earlier run.
#[derive(Debug)]
pub(crate) struct Stored {
    pub(crate) words: Vec<u32>,
    pub(crate) dependencies: Dependencies,
    /// True if it is to be compiled all the same.
    pub(crate) is_verified: bool,
}

/// What the command line says about the store.
#[derive(Debug)]
pub struct Choice<'a> {
    /// A folder, or the URL of a server's.
    pub place: &'a Path,
    /// The file with the login for a server, instead of the one in the environment.
    pub login: Option<&'a Path>,
    /// The file of the key that signs entries, instead of the usual one.
    pub secret: Option<&'a Path>,
    /// True if nothing is stored.
    pub reads_only: bool,
    /// One of this many hits is compiled again and compared, if any.
    pub verified: Option<u64>,
    /// The limit of a folder's size, in MiB.
    pub limit: u64,
}

/// The first line of records.
const FORMAT: &str = "hlsl2spirv module 2";
/// The limit of a record.
const MAX_RECORD: usize = 4 << 20;
/// The limit of a folder in MiB, if there is no other.
pub(crate) const FOLDER_LIMIT: u64 = 5120;

impl StoredModules {
    /// The modules in a folder, which is made if need be and kept below 5 GiB, or on a server: below `http://host:port/path` with the
    /// feature `http-cache`, below `https://host/path` with `https-cache`, and of Bazel's remote-execution API at
    /// `grpc://host:port/instance` with `remote`, or `grpcs://` with both. A server is shown the login in the environment variable
    /// `HLSL2SPIRV_CACHE_LOGIN`, if there is one: `user:password`, or a bearer token.
    ///
    /// # Errors
    /// When the URL is of another form, or this library's own file cannot be read, by which its modules are known.
    pub fn at(place: impl AsRef<Path>) -> Result<Self, String> {
        let place = place.as_ref();
        StoredModules::new(&Choice {
            place,
            login: None,
            secret: None,
            reads_only: false,
            verified: None,
            limit: FOLDER_LIMIT,
        })
    }

    /// # Errors
    /// When the secret cannot be read, or the store is a server's that cannot be used.
    #[doc(hidden)]
    pub fn new(choice: &Choice<'_>) -> Result<Self, String> {
        let read = |file: &Path| {
            let name = to_text(file.as_os_str());
            reading::read_bytes(&name).map_err(|error| format!("cannot read '{name}': {error}"))
        };
        let name = to_text(choice.place.as_os_str()).into_owned();
        let store = match server(&name, choice.login)? {
            Some(store) => store,
            None if choice.login.is_some() => return Err(format!("'{name}' is a folder, which takes no login")),
            None => Box::new(Folder::new(choice.place, choice.limit << 20, choice.reads_only)),
        };
        Ok(StoredModules {
            store,
            name,
            compiler: compiler::identity().ok_or("the compiler's own file cannot be read")?,
            secret: choice.secret.map(read).transpose()?,
            reads_only: choice.reads_only,
            verified: choice.verified,
            digests: Mutex::default(),
            found: AtomicUsize::new(0),
            differs: AtomicBool::new(false),
        })
    }

    /// The key of a compilation, where all that is made is a module without messages.
    pub(crate) fn key(&self, path: &str, options: &Options, settings: &str, inputs: &Inputs<'_>) -> Option<Sha256> {
        if !makes_checked_module(options) {
            return None;
        }
        let of = &options.preprocess;
        let read = (path, &of.macros, &of.forced_includes, &of.include_directories, &of.limits);
        let flags = (of.legacy_macro_expansion, of.ignore_line_directives);
        let text = inputs.key();
        Some(Sha256::of(format!("{FORMAT} {} {read:?} {flags:?} {settings}{text}", self.compiler).as_bytes()))
    }

    /// The module with a key, if nothing that it was made of has changed.
    pub(crate) fn find(&self, key: Sha256, options: &Options, inputs: &Inputs<'_>) -> Option<Stored> {
        let name = key.to_string();
        let record = String::from_utf8(self.store.record(&name, MAX_RECORD)?).ok()?;
        let (body, code) = record.split_at_checked(record.rfind("code ")?)?;
        if code.strip_prefix("code ")?.strip_suffix('\n')? != self.code(body) {
            return None;
        }
        let mut lines = body.lines();
        let is_ours = lines.next()? == FORMAT
            && lines.next()?.strip_prefix("key ")? == name
            && lines.next()?.strip_prefix("compiler ")? == self.compiler;
        let module = lines.next()?.strip_prefix("module ").filter(|_| is_ours)?;
        let mut dependencies = Dependencies::default();
        for line in lines {
            if let Some(path) = line.strip_prefix("absent ") {
                dependencies.absent.push(path.to_owned());
            } else {
                let (digest, path) = line.strip_prefix("read ")?.split_once(' ')?;
                let is_same = is_built_in(path) || self.digest(path, inputs)?.to_string() == digest;
                is_same.then(|| dependencies.visited.push(path.to_owned()))?;
            }
        }
        let (digest, size) = module.split_once(' ')?;
        let is_missing = dependencies.absent.iter().all(|path| inputs.lacks(path));
        let words = is_missing.then(|| self.module(digest, size.parse().ok()?, options))??;
        self.store.note_use(&name);
        let is_verified = self.verified.is_some_and(|share| number(key).is_multiple_of(share.max(1)));
        self.found.fetch_add(usize::from(!is_verified), Relaxed);
        Some(Stored { words, dependencies, is_verified })
    }

    /// The words with a digest and a size in bytes, if they are those, and valid.
    fn module(&self, digest: &str, size: usize, options: &Options) -> Option<Vec<u32>> {
        let is_digest = digest.len() == 64 && digest.bytes().all(|byte| byte.is_ascii_hexdigit());
        let is_named = is_digest && size <= reading::TEXT_LIMIT as usize;
        let bytes = is_named.then(|| self.store.module(digest, size))??;
        let (chunks, rest) = bytes.as_chunks::<4>();
        let is_whole = rest.is_empty() && bytes.len() == size && Sha256::of(&bytes).to_string() == digest;
        let words: Vec<u32> = chunks.iter().map(|bytes| u32::from_le_bytes(*bytes)).collect();
        (is_whole && validator::validate_stored(&words, options).is_ok()).then_some(words)
    }

    /// Keeps a module. Without room, or with a file that has gone, nothing is kept.
    pub(crate) fn keep(&self, key: Sha256, words: &[u32], dependencies: &Dependencies, inputs: &Inputs<'_>) {
        let paths = dependencies.visited.iter().chain(&dependencies.absent);
        if self.reads_only || paths.into_iter().any(|path| path.contains(['\n', '\r'])) {
            return;
        }
        let bytes = outputs::bytes(words);
        let digest = Sha256::of(&bytes);
        let mut body = format!("{FORMAT}\nkey {key}\ncompiler {}\nmodule {digest} {}\n", self.compiler, bytes.len());
        for path in &dependencies.visited {
            let known = if is_built_in(path) { Some(Sha256::of(b"")) } else { self.digest(path, inputs) };
            let Some(known) = known else { return };
            body += &format!("read {known} {path}\n");
        }
        body.extend(dependencies.absent.iter().map(|path| format!("absent {path}\n")));
        let record = format!("{body}code {}\n", self.code(&body));
        let (key, digest) = (key.to_string(), digest.to_string());
        self.store.put(Upload { key, record: record.into_bytes(), digest, module: bytes });
    }

    /// Records whether a module that was found is the one that was compiled.
    pub(crate) fn compare(&self, stored: &[u32], compiled: Option<&[u32]>) {
        self.differs.fetch_or(compiled != Some(stored), Relaxed);
    }

    /// Ends the run, and says how many modules were found.
    ///
    /// # Errors
    /// When a module that was found is not the one that was compiled.
    #[doc(hidden)]
    pub fn end(&self) -> Result<usize, String> {
        self.store.end();
        match self.differs.load(Relaxed) {
            true => Err(format!("a module in '{}' differs from the compiled one", self.name)),
            false => Ok(self.found.load(Relaxed)),
        }
    }

    /// The digest of a file; of one on the disk, as it was when the run first asked.
    fn digest(&self, path: &str, inputs: &Inputs<'_>) -> Option<Sha256> {
        if let Inputs::Asked { .. } = inputs {
            return inputs.digest(path);
        }
        let known = self.digests.lock().unwrap_or_else(PoisonError::into_inner).get(path).copied();
        known.unwrap_or_else(|| {
            let digest = inputs.digest(path);
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

/// Returns whether a compilation makes a module that is validated, and no more of its own.
pub(crate) fn makes_checked_module(options: &Options) -> bool {
    let (output, optimise) = (&options.output, &options.optimise);
    let makes_text = output.preprocess_only || output.dependencies_only || output.reflection.is_some();
    !(makes_text || options.takes_kernels() || optimise.skip_validation || optimise.front_end_only)
}

// A panic leaves nothing here that would be taken for right: whatever is found is verified.
impl std::panic::UnwindSafe for StoredModules {}
impl std::panic::RefUnwindSafe for StoredModules {}

impl Drop for StoredModules {
    fn drop(&mut self) {
        self.store.end();
    }
}

/// The store with a URL; `None` if the name is that of a folder.
#[cfg(feature = "http-cache")]
fn server(name: &str, login: Option<&Path>) -> Result<Option<Box<dyn Store>>, String> {
    use crate::files::{http, login::Login};
    if !is_url(name) {
        return Ok(None);
    }
    let login = Login::find(login)?;
    #[cfg(feature = "remote")]
    if let Some(protocol) = remote::protocol(name, login.as_ref())? {
        return Ok(Some(Box::new(server::Server::new(protocol, name))));
    }
    let folder = http::Server::of(name, login.as_ref())?;
    let folder = folder.ok_or_else(|| format!("'{name}': this build has no gRPC, which the feature remote adds"))?;
    Ok(Some(Box::new(server::Server::new(Box::new(folder), name))))
}

#[cfg(not(feature = "http-cache"))]
fn server(name: &str, _: Option<&Path>) -> Result<Option<Box<dyn Store>>, String> {
    if is_url(name) { Err(format!("'{name}': this build has no caches on servers")) } else { Ok(None) }
}

/// Returns whether the name of a store is a URL.
fn is_url(name: &str) -> bool {
    ["http://", "https://", "grpc://", "grpcs://"].iter().any(|scheme| name.starts_with(scheme))
}

/// The first bytes of a key as a number.
fn number(key: Sha256) -> u64 {
    key.0[..8].iter().fold(0, |number, byte| number << 8 | u64::from(*byte))
}

/// The part of a name by which many of them are spread over folders.
fn shard(name: &str) -> &str {
    name.get(..2).unwrap_or(name)
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
