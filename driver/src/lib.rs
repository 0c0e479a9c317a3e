//! Compiles HLSL to SPIR-V for Vulkan, and runs compute shaders on the CPU.
//!
//! [`Compiler`] is the interface for programs, [`build`](mod@build) the one for Cargo build scripts. With the feature
//! `runner`, which is on by default, `run` executes compiled shaders:
//!
#![cfg_attr(feature = "runner", doc = "```no_run")]
#![cfg_attr(not(feature = "runner"), doc = "```ignore")]
//! use hlsl2spirv::run::{Module, Options};
//! use hlsl2spirv::{Compiler, NoIncludes};
//!
//! let source = "RWStructuredBuffer<float> data; [numthreads(4, 1, 1)] void main(uint i : SV_DispatchThreadID) { data[i] *= 2; }";
//! let artifact = Compiler::new().profile("cs_6_0".parse()?).compile("double.hlsl", source, &NoIncludes)?;
//! let module = Module::new(&artifact.words, "main", &Options::default())?;
//! let mut data = [1.0f32, 2.0, 3.0, 4.0];
//! module.dispatch().buffer_mut("data", &mut data)?.run([1, 1, 1])?;
//! assert_eq!(data, [2.0, 4.0, 6.0, 8.0]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Features
//!
//! All but the last four are on by default. Without any, the library compiles, reflects and validates:
//! `default-features = false`.
//!
//! | feature | what it adds |
//! |---|---|
//! | `cli` | the command `hlsl2spirv` |
//! | `http-cache` | modules of earlier runs on a server: [`StoredModules`]; part of `cli` |
//! | `lsp` | the language server, with `cli` and `ide`, its part without a protocol |
//! | `runner` | `run`: shaders on the CPU |
//! | `https-cache` | modules of earlier runs on a server with TLS; needs a C compiler to build |
//! | `remote` | modules of earlier runs on a server of Bazel's remote-execution API, and compiling on its workers |
//! | `naga` | WGSL, Metal's language, GLSL and HLSL as outputs |
//! | `spirv-tools` | SPIRV-Tools beside the compiler's own passes and validator; needs a C++17 compiler |
//!
//! # Structure
//!
//! This package only shows what others contain: `driver/library` is the compiler, `driver/launch` runs shaders on the CPU,
//! `driver/batch` and `driver/commands` have the sub-commands, and `driver/src/main.rs` the process.

#[cfg(feature = "runner")]
#[doc(inline)]
pub use launch::run;
#[doc(inline)]
pub use library::{
    Artifact, CompilationCache, Compiler, Dependencies, Disk, Emit, Failure, Family, Format, HlslVersion,
    IncludeHandler, Location, Message, NoIncludes, Note, Options, Profile, Report, Severity, Stage, StoredModules,
    Style, TargetEnv, UnknownName, build, builder, disassemble, opencl, pack, reflect, settings, validate,
};

/// Items for the command itself and the tests of this workspace. Nothing here is stable.
#[doc(hidden)]
pub mod internal {
    #[cfg(all(feature = "cli", feature = "runner"))]
    pub use commands::{
        DrawRequest, Drawing, DrawnMesh, DrawnShaders, DrawnTarget, NotDrawn, TraceRequest, Traced, draw, trace,
    };
    #[cfg(feature = "cli")]
    pub use commands::{
        Example, Program, carry_out, diagnostics, documents, example_of, examples, explanation as explain, formatted,
        stages,
    };
    #[cfg(feature = "runner")]
    pub use launch::graphs::{
        Noted as GraphNoted, entries as graph_entries, inlined as inlined_graph, names as node_names,
    };
    #[cfg(feature = "runner")]
    pub use launch::jobs::{
        FoundResource, Single, constants, contents as contents_of, differing, differing_findings, rules_of, singles,
    };
    #[cfg(feature = "runner")]
    pub use launch::kernels::{
        PROFILE,
        checked::{OPTIONS as CHECKED, located, located_in, summary},
        compare::{Tolerance, differences},
        contents::Contents,
        element::Element,
        members::element_of,
        module, names_profile,
        resources::{Resource, place},
    };
    #[cfg(feature = "runner")]
    pub use launch::rays::{Noted, Wishes, inlined, name as name_of_ray, table as shader_table};
    #[cfg(feature = "ide")]
    pub use library::api::analysis::settings as analysis_settings;
    pub use library::api::headers::WithHeaders;
    pub use library::api::product::{Product, states};
    pub use library::files::names::arguments;
    pub use library::files::outputs::make_rule_of;
    pub use library::files::reading::{TEXT_LIMIT, decode, module_words, read_found, read_named};
    pub use library::options::OPTIONS;
    pub use library::report::panics::remember_places;
    #[cfg(feature = "runner")]
    pub use library::report::waiting::Waiting;
    pub use opt::ALL as PASSES;
}

/// Tests the examples of README as documentation tests.
#[cfg(all(doctest, feature = "runner"))]
#[doc = include_str!("../../README.md")]
struct Readme;
