//! The settings of one compilation: the typed form of the command line, shared by the command and the library.
//!
//! Owns the data alone. The options of a stage are a struct of that stage's crate, embedded here. How options are
//! spelled is in [`crate::options`]; which combinations are consistent is in [`crate::options::checks`].

use base::diag::render::Style;
use base::source::{SourceMap, Span};
use base::target::{KernelTarget, TargetEnv};
use frontend::test_functions::TestFunction;
use std::collections::BTreeSet;
use std::panic::{RefUnwindSafe, UnwindSafe};
use std::sync::Arc;

pub use base::diag::Policy;
pub use base::diag::render::Format;
pub use base::ids::Set;
pub use codegen::{DebugInfo, DebugLevel, DebugSet, DenormMode, Options as Emission};
pub use frontend::language::HlslVersion;
pub use frontend::language::Profile;
pub use frontend::preprocess::{CommandLineMacro, Limits, PreprocessOptions};
pub use sema::options::{
    Binding, BindingShift, LayoutChoice, Options as Analysis, RegisterBinding, RegisterClass, StageIoOrder,
};

/// The settings of one compilation.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Options {
    /// The main file; `-` is the standard input.
    pub input: Option<String>,
    /// The command line without the input, a space before each word, for debug information; empty for settings that come
    /// from elsewhere.
    pub command_line: String,
    /// The target profile as the command line gave it, which may not exist.
    #[doc(hidden)]
    pub profile: Option<String>,
    /// The entry point; `main` when nothing was given.
    pub entry: Option<String>,
    /// The target environment as the command line gave it, which may not exist.
    #[doc(hidden)]
    pub target_env: Option<String>,
    /// Information to print instead of compiling.
    pub information: Option<Information>,
    /// Files to write.
    pub output: Output,
    /// The preprocessor.
    pub preprocess: PreprocessOptions,
    /// The language, layouts, bindings and locations.
    pub analysis: Analysis,
    /// The module.
    pub emission: Emission,
    /// The passes that run on it.
    pub optimise: Optimise,
    /// `-fspv-import-functions`: functions that LLVM IR declares and that OpenCL C does not have are other modules'.
    pub import_functions: bool,
    /// The choice and the form of messages.
    pub diagnostics: Diagnostics,
    /// Matrices of linear algebra become arrays and loops whichever extensions are allowed, as the CPU runs them.
    pub linear_algebra_in_loops: bool,
    /// What writes entry points for tests; without it, functions that are tests are left out.
    #[doc(hidden)]
    pub harness: Option<Harness>,
    /// The options of the command line, by the first spelling of each.
    pub(crate) given: Vec<&'static str>,
}

impl Options {
    /// The target profile; `None` if none was given, or if it does not exist.
    pub fn profile(&self) -> Option<Profile> {
        self.profile.as_deref()?.parse().ok()
    }

    /// Returns whether the target takes kernels instead of shaders.
    pub fn takes_kernels(&self) -> bool {
        self.kernel_target().is_some()
    }

    /// The environment of kernels that is the target, if it is one.
    pub(crate) fn kernel_target(&self) -> Option<&'static KernelTarget> {
        self.target_env.as_deref().and_then(KernelTarget::from_name)
    }

    /// The target environment; `None` if it does not exist. A kernel is compiled as a shader of Vulkan first.
    pub fn environment(&self) -> Option<TargetEnv> {
        if self.kernel_target().is_some() {
            return Some(TargetEnv::Vulkan1_2);
        }
        self.target_env.as_deref().map_or(Some(TargetEnv::default()), TargetEnv::from_name)
    }

    /// Returns whether the command line requires SPIR-V, which the command makes in any case.
    pub fn asks_for_spirv(&self) -> bool {
        self.was_given("spirv")
    }

    /// Returns whether the command line has an option, by the first name of its row.
    #[doc(hidden)]
    pub fn was_given(&self, name: &str) -> bool {
        self.given.contains(&name)
    }

    /// The entry point's name.
    pub fn entry(&self) -> &str {
        self.entry.as_deref().unwrap_or("main")
    }
}

/// What is around the tests of a file.
#[doc(hidden)]
pub struct HarnessTexts {
    /// The text before the file's own.
    pub before: String,
    /// The text behind it.
    pub behind: String,
    /// The tests that are left out, by their index.
    pub left_out: BTreeSet<usize>,
}

/// Writes what runs the tests of a file.
#[derive(Clone)]
#[doc(hidden)]
pub struct Harness(pub Arc<WriteHarness>);

/// A function that writes the texts for these tests, or says what is wrong with one of them.
pub(crate) type WriteHarness = dyn Fn(&[TestFunction], &SourceMap) -> Result<HarnessTexts, (Span, String)>
    + Send
    + Sync
    + UnwindSafe
    + RefUnwindSafe;

impl std::fmt::Debug for Harness {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Harness")
    }
}

/// Information that the command prints about itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Information {
    /// `--help`
    Help,
    /// `--help-hidden`
    HelpHidden,
    /// `--version`
    Version,
}

/// Files to write.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Output {
    /// `-Fo`: the module.
    pub object: Option<String>,
    /// `-Fc`: its disassembly.
    pub listing: Option<String>,
    /// `-Fh`: a C header with its bytes.
    pub header: Option<String>,
    /// `-Vn`: the variable in that header.
    pub header_variable: Option<String>,
    /// `-Fe`: the diagnostics.
    pub errors: Option<String>,
    /// `-Fre`: the reflection of the module, with the arguments of kernels.
    pub reflection: Option<String>,
    /// `-P`: stop after the preprocessor.
    pub preprocess_only: bool,
    /// `-Fi`: where the preprocessed text goes.
    pub preprocessed: Option<String>,
    /// `-M`: print the dependencies and do nothing else.
    pub dependencies_only: bool,
    /// `-MD`: write the dependencies to a `.d` file beside the output.
    pub write_dependencies: bool,
    /// `-MF`: where the dependencies go.
    pub dependencies: Option<String>,
    /// `-MT` and `-MQ`: the targets of the rule, as make reads them; the output when there are none.
    pub dependency_targets: Vec<String>,
    /// `-H`: print the files as they are opened.
    pub show_includes: bool,
    /// `-MP`: a rule without prerequisites for each included file.
    pub phony_dependencies: bool,
    /// `--emit=`: intermediate states to print.
    pub emit: Vec<Emit>,
    /// `--mlir-version=none`: the dialect in its own text, which MLIR need not take.
    pub own_dialect: bool,
    /// `--function=`: the function that is shown in the LLVM dialect, and not a kernel.
    pub function: Option<String>,
    /// `-Cc`: colour in the listing on a terminal.
    pub colour_listing: bool,
    /// `-No`: byte offsets in the listing.
    pub byte_offsets: bool,
    /// `--raw-ids`: numbers instead of names in the listing.
    pub raw_ids: bool,
}

impl Output {
    /// Returns whether the module is written or printed, and not only states of it.
    pub(crate) fn has_module(&self) -> bool {
        let files = [&self.object, &self.listing, &self.header, &self.reflection];
        self.emit.is_empty() || files.into_iter().any(Option::is_some)
    }
}

/// An intermediate state that can be printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Emit {
    /// The preprocessed tokens.
    Tokens,
    /// The syntax tree.
    Ast,
    /// The typed tree.
    Hir,
    /// The module.
    Spirv,
    /// The module in the SPIR-V dialect, with regions.
    Dialect,
    /// The module of kernels as LLVM IR.
    SpirvLlvm,
    /// The module of kernels as LLVM IR with typed pointers, as LLVM 15 and earlier have them.
    SpirvLlvmTyped,
    /// The kernel in the LLVM dialect.
    LlvmDialect,
    /// The kernel as LLVM IR.
    Llvm,
    /// The module in another shading language.
    Language(Language),
}

/// A shading language that naga writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Language {
    /// WebGPU's.
    Wgsl,
    /// Metal's.
    Msl,
    /// OpenGL's.
    Glsl,
    /// Direct3D's.
    Hlsl,
}

impl Emit {
    /// All states with the names that `--emit=` takes, in the order of the stages.
    pub const NAMES: &[(&'static str, Emit)] = &[
        ("tokens", Emit::Tokens),
        ("ast", Emit::Ast),
        ("hir", Emit::Hir),
        ("spirv", Emit::Spirv),
        ("dialect", Emit::Dialect),
        ("spirv-llvm", Emit::SpirvLlvm),
        ("spirv-llvm-typed", Emit::SpirvLlvmTyped),
        ("llvm-dialect", Emit::LlvmDialect),
        ("llvm", Emit::Llvm),
        ("wgsl", Emit::Language(Language::Wgsl)),
        ("msl", Emit::Language(Language::Msl)),
        ("glsl", Emit::Language(Language::Glsl)),
        ("hlsl", Emit::Language(Language::Hlsl)),
    ];

    /// The name of the state.
    pub fn name(self) -> &'static str {
        Emit::NAMES.iter().find(|(_, state)| *state == self).map_or("", |(name, _)| *name)
    }
}

/// The passes that run on the module.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Optimise {
    /// `-fcgl`: none at all.
    pub front_end_only: bool,
    /// `-O0` to `-O3`, `-Od`; `None` for level 3.
    pub level: Option<u8>,
    /// `-Oconfig=`: a list of passes.
    pub config: Option<Vec<String>>,
    /// `-fspv-optimizer=`; `None` for the default.
    pub optimiser: Option<Optimiser>,
    /// `-fspv-validator=`
    pub validator: Validator,
    /// `-fspv-reduce-load-size`
    pub reduce_load_size: bool,
    /// `-fspv-fix-func-call-arguments`
    pub fix_call_arguments: bool,
    /// `-fspv-preserve-bindings`
    pub preserve_bindings: bool,
    /// `-fspv-preserve-interface`
    pub preserve_interface: bool,
    /// `-fspv-max-id`
    pub max_id: Option<u32>,
    /// `-fspv-print-all`
    pub print_all: bool,
    /// `-Vd`: no validation.
    pub skip_validation: bool,
    /// `-ftime-report`
    pub time_report: bool,
}

impl Optimise {
    /// The level, 3 by default.
    pub fn level(&self) -> u8 {
        self.level.unwrap_or(3)
    }
}

/// The optimiser.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Optimiser {
    /// This compiler's.
    Own,
    /// spirv-opt's.
    SpirvTools,
}

/// The validator.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Validator {
    /// This compiler.
    #[default]
    Own,
    /// spirv-val.
    SpirvTools,
    /// Both, which must agree.
    Both,
}

/// The choice and the form of messages.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Diagnostics {
    /// The enabled warnings and their severities.
    pub policy: Policy,
    /// Warning groups that were named on the command line.
    pub named_groups: Vec<String>,
    /// `-fdiagnostics-format=`
    pub format: Format,
    /// `-f[no-]color-diagnostics`; `None` for "on a terminal".
    pub colour: Option<bool>,
    /// `-f[no-]diagnostics-show-option`
    pub show_group: bool,
    /// `-fno-caret-diagnostics`
    pub show_source: bool,
    /// `-fno-show-column`
    pub show_column: bool,
    /// `-verify`: check the comments with expected messages.
    pub verify: bool,
}

impl Diagnostics {
    /// The form of messages. Without an option about colours, `coloured` decides.
    pub fn style(&self, coloured: impl FnOnce() -> bool) -> Style {
        let mut style = Style::default();
        style.format = self.format;
        style.colour = self.colour.unwrap_or_else(coloured);
        style.show_group = self.show_group;
        style.show_source = self.show_source;
        style.show_column = self.show_column;
        style
    }
}

impl Default for Diagnostics {
    fn default() -> Self {
        Diagnostics {
            policy: Policy::default(),
            named_groups: Vec::new(),
            format: Format::Clang,
            colour: None,
            show_group: true,
            show_source: true,
            show_column: true,
            verify: false,
        }
    }
}
