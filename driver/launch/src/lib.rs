//! Shaders on the CPU behind the package `hlsl2spirv`: from files, names and texts to dispatches, draws, rays and graphs.
//!
//! Resources by name with the contents of files, pictures in all formats, jobs with their steps, and what a checked run found
//! at the places of the source. The engines and the fixed functions are below, in `cpu/`; the arguments of sub-commands and
//! what these print are above.
//!
//! # Limits
//!
//! A deadline of the runner covers the whole call. Uninterruptible work, LLVM above all, runs on a thread of its own
//! (`cpu/runner/src/deadline.rs`), which is left behind at the deadline; because it has a budget too (the length of the IR, above which
//! LLVM optimises nothing, and above which a kernel is refused), it ends by itself. Memory is allocated within a budget, and a
//! failed allocation is an error (`cpu/runner/src/buffers.rs`). The pool serves one dispatch at a time; another one with a deadline
//! gets a thread of its own, also after a fork, which does not copy threads.

pub mod drawing;
pub mod graphs;
pub mod jobs;
pub mod kernels;
pub mod rays;

/// Compute shaders on the CPU: modules, bindings, dispatches.
///
/// A [`Module`](run::Module) is made of the words of a [`Compiler`](library::Compiler)'s artifact, or of any other SPIR-V module. It needs
/// LLVM 19 to 22 as a library at run time, of which the Rust toolchain's own copy will do. Structs that are `#[repr(C)]`
/// and implement [`Pod`](run::Pod) are bound as they are.
pub mod run {
    pub use crate::jobs::{JobsFailed, PictureTolerance, assert_picture, jobs, read_image};
    pub use abi::SpecConstant;
    pub use abi::{LowerError, Place as LowerPlace};
    pub use check::coverage::{Coverage, FileCoverage, Line as LineCoverage, Way};
    pub use check::orders::{Access as OrderedAccess, AccessKind as OrderedAccessKind};
    pub use check::{
        Check, Checks, Finding, Level, Orders, Place as FindingPlace, Report, Rules, Schedule, Trial, Verdict,
    };
    pub use dialect::diagnostics::{Code as ModuleErrorCode, Error as ModuleError, Place as ModulePlace};
    pub use interp::Refused;
    pub use runner::buffers::{Bytes, Pod, Zeroable};
    pub use runner::image::{Address, Channels, Class, Compare, Dim, Encoding, Filter, Texel};
    pub use runner::jit::{Effort, JitError};
    pub use runner::printed::Line;
    /// The rows of a stage, by what they mean.
    pub mod rows {
        pub use runner::stages::rows::{
            At, Domain, EMITTED, Feedback, Interface, Interpolation, KEPT, Kind, MESHED, Modes, Place, RUNS, Row,
            Sampling, Shape, Spacing, Stage, Tessellation,
        };
        pub use spirv::BuiltIn;
    }

    /// The fixed functions between the stages of a draw.
    pub mod fixed {
        pub use raster::*;
    }

    pub use runner::stages::{
        Canvas, Captured, Draw, DrawNumbers, Fault, FaultKind, Fetch, Groups, Indirect, Invocation, Invocations,
        Pipeline, Rows, Run, STREAMS, Screen, Shade, Shaded, Stage, Stages, Stop, StreamBuffer, StreamCount, StreamOut,
        Transform, Transformed, Work, row_of, shade, transform,
    };
    pub use runner::stages::{
        EntryRecords, GraphLimits, GraphNote, GraphNoteKind, GraphResources, GraphRun, NodeGrid, NodeLaunch,
        NodeOutput, NodeRecords, WorkGraph, WorkNode, are_passed_on,
    };
    pub use runner::stages::{
        HitGroup, Launch, MOST_RECURSION, Note as RayNote, NoteKind as RayNoteKind, RAY_GROUP, RayPipeline, RayShader,
        RayStage, RecordVariable, ShaderRecord, ShaderTable, link as link_libraries, ray_entry_points,
        starts_in_functions,
    };
    pub use runner::{
        Abort, Access, Binding, BindingKind, Cache, CacheError, Checking, Cpu, Dispatch, Engine, Error, Format, Host,
        Image, KernelInfo, Lanes, LastWrites, Marks, Module, NoCpu, Options, Place, Printed, Progress, Sampler,
        Screens, Written,
    };
    pub use trace::{
        Aabb, Bottom, Boxes, Geometry, Instance, InstanceFlags, Invalid as InvalidScene, Micromap, Omm, Opacity, Scene,
        Transform as SceneTransform, Triangles,
    };
}
