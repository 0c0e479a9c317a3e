//! State that the compilations of a batch share: files that are read once, texts that are compiled once.
//!
//! Must not know what a batch is made of, nor on which threads it runs.

pub(crate) mod clean_declarations;
pub mod macro_lookups;
pub mod manifest;
pub(crate) mod messages;
pub mod module_cache;
pub mod module_folder;
pub(crate) mod settings;

use crate::files::names::STANDARD_STREAM;
use crate::files::reading::{self, Disk};
use crate::options::settings::{DebugLevel, Options};
use base::ids::Map;
use clean_declarations::CheckedDeclarations;
use frontend::lexed_files::LexedTexts;
use frontend::preprocess::{HeaderTraces, IncludeHandler};
use frontend::separable::Forms;
use macro_lookups::AskedMacros;
use module_cache::ModuleCache;
use module_folder::StoredModules;
use settings::SettingsOfLines;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, Mutex, PoisonError};

/// The shared state.
#[derive(Default)]
pub struct Shared {
    /// True if a manifest records what is written.
    pub is_recorded: bool,
    /// The comparisons in use.
    pub levels: Levels,
    /// The files of all lines.
    pub files: ReadOnce,
    /// The settings of lines with equal options.
    pub settings: SettingsOfLines,
    /// Modules of earlier runs.
    pub stored: Option<StoredModules>,
    /// The macros that units look up.
    pub asked: AskedMacros,
    /// The modules of equal units.
    pub known: ModuleCache,
    /// Lexed files, preprocessed headers, and declarations that were read and checked, which later compilations reuse.
    pub cache: CompilationCache,
}

/// The comparisons by which compilations of a batch are found to be equal. Results do not depend on them.
#[derive(Clone, Copy, Debug)]
pub struct Levels {
    /// By the macros that were looked up.
    pub(crate) asked: bool,
    /// Included files, by what they look up.
    pub(crate) headers: bool,
    /// By all tokens.
    pub(crate) units: bool,
    /// By the tokens without declarations that nothing mentions.
    pub(crate) reached: bool,
    /// By the module before the passes.
    pub(crate) emitted: bool,
}

impl Default for Levels {
    fn default() -> Self {
        Levels::of("asked headers units reached emitted")
    }
}

impl Levels {
    /// Those of these names alone.
    pub fn of(names: &str) -> Self {
        let has = |name| names.split_whitespace().any(|it| it == name);
        let [asked, headers, units] = ["asked", "headers", "units"].map(has);
        Levels { asked, headers, units, reached: has("reached"), emitted: has("emitted") }
    }
}

/// What compilations of one process share, on any thread, if they are told to by
/// [`Compiler::sharing`](crate::Compiler::sharing): the tokens of files, what headers make
/// where the macros that they look up are the same, and declarations that were checked before. Units that
/// have long headers in common compile faster with it; modules and messages are the same.
///
/// It takes 150 MB at most.
#[derive(Debug, Default)]
pub struct CompilationCache {
    pub(crate) lexed: LexedTexts,
    pub(crate) headers: HeaderTraces,
    pub(crate) checked: CheckedDeclarations,
    pub(crate) forms: Forms,
}

/// The number of maps that files are spread over, so that threads seldom wait for each other.
const SHARDS: usize = 16;

/// The files of the disk, each read once. Files that change while a batch runs are those of its beginning.
#[derive(Default)]
pub struct ReadOnce {
    texts: [Mutex<Map<String, Option<Arc<str>>>>; SHARDS],
    /// The bytes of inputs, as long as they are short.
    mains: Mutex<Map<String, Arc<[u8]>>>,
}

/// The limit of bytes of all inputs that are kept.
const MAX_MAINS: usize = 32 << 20;

impl ReadOnce {
    /// The bytes of an input, which is read once unless it is a stream or very long.
    ///
    /// # Errors
    /// When it cannot be read.
    pub(crate) fn main(&self, path: &str) -> std::io::Result<Vec<u8>> {
        if let Some(known) = self.mains.lock().unwrap_or_else(PoisonError::into_inner).get(path) {
            return Ok(known.to_vec());
        }
        let bytes = reading::read_bytes(path)?;
        let mut mains = self.mains.lock().unwrap_or_else(PoisonError::into_inner);
        let total: usize = mains.values().map(|bytes| bytes.len()).sum();
        if path != STANDARD_STREAM && total + bytes.len() <= MAX_MAINS && reading::is_regular(path) {
            mains.insert(path.to_owned(), bytes.as_slice().into());
        }
        Ok(bytes)
    }
}

impl IncludeHandler for ReadOnce {
    fn load(&self, path: &str) -> Option<Arc<str>> {
        let mut hasher = DefaultHasher::new();
        path.hash(&mut hasher);
        let shard = &self.texts[hasher.finish() as usize % SHARDS];
        let mut texts = shard.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(text) = texts.get(path) {
            return text.clone();
        }
        let text = Disk.load(path);
        texts.insert(path.to_owned(), text.clone());
        text
    }

    fn names(&self, folder: &str) -> Option<Vec<String>> {
        Disk.names(folder)
    }

    fn nearest(&self, path: &str) -> Option<String> {
        Disk.nearest(path)
    }

    fn is_same(&self, one: &str, other: &str) -> bool {
        Disk.is_same(one, other)
    }

    fn advice(&self) -> Option<&'static str> {
        Disk.advice()
    }
}

/// Returns whether the only output of a compilation is a module without positions of the source.
fn makes_module_alone(options: &Options) -> bool {
    let has_more = !options.output.emit.is_empty() || options.optimise.print_all || options.diagnostics.verify;
    !has_more && options.emission.debug.level == DebugLevel::None
}

#[cfg(test)]
mod tests {
    use super::Shared;
    use crate::api::compile::Compiler;
    use std::sync::atomic::Ordering;

    /// A function and a constant under each of four switches, and a function that is called.
    fn family(head: &str) -> String {
        let dead = |at| {
            let constant = format!("static const float table{at}[2] = {{ {at}, 1 }};");
            format!("#ifdef S{at}\nfloat dead{at}(float x) {{ return x * {at}; }}\n{constant}\n#endif\n")
        };
        let main = "float4 main(float x : X) : SV_Target { return called(x); }\n";
        format!("{head}\nfloat called(float x) {{ return x + 1; }}\n{}{main}", (0..4).map(dead).collect::<String>())
    }

    /// Compiles all permutations. Returns how many times tokens were compiled, and the number of messages of each.
    fn compiled(name: &str, head: &str, options: &[&str]) -> (usize, Vec<usize>) {
        let folder = std::env::temp_dir().join(format!("hlsl2spirv-shared-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder can be made");
        let file = folder.join("main.hlsl").display().to_string();
        std::fs::write(&file, family(head)).expect("a file can be written");
        let shared = Shared::default();
        let messages = |number: usize| {
            let switches = (0..4).filter(|at| number >> at & 1 == 1).map(|at| format!("-DS{at}"));
            let fixed = ["-T", "ps_6_0"].iter().chain(options).map(|word| (*word).to_owned());
            let compiler = Compiler::from_args(&fixed.chain(switches).collect::<Vec<_>>()).expect("a command line");
            let artifact = compiler.compile_shared(&file, Some(&shared)).expect("a module");
            let alone = compiler.compile_file(&file).expect("a module");
            assert_eq!((&artifact.words, artifact.report.to_string()), (&alone.words, alone.report.to_string()));
            artifact.report.diagnostics().len()
        };
        let messages = (0..16).map(messages).collect();
        let _ = std::fs::remove_dir_all(&folder);
        (shared.known.compiled.load(Ordering::Relaxed), messages)
    }

    #[test]
    fn permutations_of_what_nothing_mentions_are_compiled_once() {
        // The first one, and those in which a function is new.
        assert_eq!(compiled("plain", "", &[]), (5, vec![0; 16]));
        assert_eq!(compiled("extension", "", &["-fspv-extension=KHR"]), (5, vec![0; 16]));
        let warned = "float warned(float4 v) { float2 t = v; return t.x; }";
        assert_eq!(compiled("warning", warned, &[]), (5, vec![1; 16]));
        let silent = format!("#pragma dxc diagnostic ignored \"-Wconversion\"\n{warned}");
        // Once more without the one that is silent now.
        assert_eq!(compiled("pragma", &silent, &[]), (6, vec![0; 16]));
        assert_eq!(compiled("debug", "", &["-Zi"]).0, 16, "a module with places is that of one permutation");
    }

    #[test]
    fn a_declaration_of_other_permutations_makes_no_tests_of_entry_points() {
        let folder = std::env::temp_dir().join(format!("hlsl2spirv-shared-tests-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder can be made");
        let file = folder.join("main.hlsl").display().to_string();
        let declaration = "#ifdef T\nstatic const bool __hlsl2spirv_entries_are_tests = true;\n#endif\n";
        let entry = "[numthreads(1, 1, 1)] void main() {}\n";
        std::fs::write(&file, format!("{declaration}{entry}")).expect("a file can be written");
        let shared = Shared::default();
        let compiled = |options: &[&str]| {
            let compiler = Compiler::from_args(&[&["-T", "cs_6_0"], options].concat()).expect("a command line");
            compiler.compile_shared(&file, Some(&shared)).is_ok()
        };
        let results = [&["-DT", "-DA=0"][..], &["-DT", "-DA=1"], &["-DA=2"], &["-DT", "-DA=3"]].map(compiled);
        let _ = std::fs::remove_dir_all(&folder);
        assert_eq!(results, [false, false, true, false], "the entry point is a test where that is declared");
    }
}
