//! Ray pipelines as compute kernels: the shaders of a library in, words of one kernel out.
//!
//! [`convert`] makes a kernel of a ray generation shader and all shaders that its rays and calls may start. An invocation of
//! the kernel is one of the launch. Rays are ray queries; the shader table is a buffer with numbers of shaders; calls are
//! a state machine, since functions of a kernel may not call themselves.
//!
//! # What becomes of a library
//!
//! | in the library | in the kernel |
//! |---|---|
//! | shaders that start rays or calls | *segments*: cases of a loop, between which their values are in variables (`pieces.rs`, `segments.rs`) |
//! | `OpTraceRayKHR` | the start of a query, and a return to the loop; its traversal is a function (`traverse.rs`) |
//! | `OpExecuteCallableKHR` | a return to the loop, which calls the shader |
//! | hit objects | private variables, with the query among them (`hit_objects.rs`, `hits.rs`) |
//! | other shaders | functions, which the traversal or the loop calls by their numbers (`functions.rs`) |
//! | payloads, data of calls, attributes | private variables, which are words between shaders (`shape.rs`); each level has its own |
//! | `OpReportIntersectionKHR` | a function that asks the any-hit shader, and commits |
//! | `OpIgnoreIntersectionKHR`, `OpTerminateRayKHR` | a verdict, and returns up to the traversal |
//! | built-in variables | private variables, which get what the query says (`builtins.rs`) |
//! | the data of a record | a buffer with an element for each record of the shader table |
//! | what must not happen | a note in a buffer: how often, the first invocation, the greatest value ([`NoteKind`]) |

mod builtins;
mod convert;
mod functions;
mod hit_objects;
mod hits;
mod library;
mod link;
mod open;
mod pieces;
mod segments;
mod shape;
mod starts;
mod state;
mod traverse;

pub use self::library::RayStage;
pub use link::link;

use abi::LowerError;
use abi::open_shaders::OpenShaders;
use dialect::spirv::access::Access;
use dialect::spirv::decode;
use dialect::spirv::index::Index;
use spirv::{ExecutionModel, Op};

/// The binding of the shader table, in the set of rows.
pub const TABLE: u32 = 0;
/// The binding of the notes.
pub const NOTES: u32 = 1;
/// The first binding of the data of records.
pub const RECORDS: u32 = 2;
/// The words of the shader table before its records: those below, and one that is not used.
pub const FIXED_WORDS: u32 = 8;
/// The word with the number of records of hit groups; before it is the size of the launch. A record is the numbers of its
/// closest-hit, its any-hit and its intersection shader, 0 for none.
pub const HIT_COUNT: u32 = 3;
/// The word with the number of records of miss shaders, which follow.
pub const MISS_COUNT: u32 = 4;
/// The word with the number of records of callable shaders, which follow.
pub const CALL_COUNT: u32 = 5;
/// The word with the number of rays that may be open at once.
pub const RAY_LIMIT: u32 = 6;
/// The calls of callable shaders that may be open at once.
pub const MOST_CALLS: u32 = 8;
/// The most rays that may be open at once.
pub const MOST_RECURSION: u32 = 31;
/// The words of a note: the count, the number of the first invocation in the launch, the greatest value.
pub const NOTE_WORDS: u32 = state::NOTE_WORDS;

/// A problem that a run of the kernel notes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NoteKind {
    /// A ray is started beyond the limit; the value is the limit.
    Recursion,
    /// A call is.
    Calls,
    /// The value is an index of a hit group that the table does not have.
    HitTable,
    /// The value is an index of a miss shader that the table does not have.
    MissTable,
    /// The value is an index of a callable shader that the table does not have.
    CallTable,
    /// The payload has another type than that of the shader whose number the value is.
    Payload,
}

impl NoteKind {
    /// All kinds, in the order of their notes.
    pub const ALL: [NoteKind; 6] = [
        NoteKind::Recursion,
        NoteKind::Calls,
        NoteKind::HitTable,
        NoteKind::MissTable,
        NoteKind::CallTable,
        NoteKind::Payload,
    ];
}

/// Options of a conversion.
#[derive(Clone, Copy, Debug)]
pub struct RayOptions {
    /// The most rays that may be open at once, 1 to [`MOST_RECURSION`].
    pub recursion: u32,
    /// True if sums of products are not contracted, and estimates are not used.
    pub exact: bool,
}

/// A shader of a converted library.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RayShader {
    /// The number in the shader table.
    pub number: u32,
    /// The stage.
    pub stage: RayStage,
    /// The entry point.
    pub name: String,
}

/// A variable with the data of a record of the shader table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordVariable {
    /// Its id in the library; 0 for the words that hit objects read.
    pub variable: u32,
    /// The binding of the buffer with an element for each record, in the set of rows.
    pub binding: u32,
    /// The bytes of an element.
    pub stride: u32,
    /// The numbers of the shaders that read it.
    pub shaders: Vec<u32>,
}

/// An instruction that starts a ray or a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Site {
    /// Its offset in the library.
    pub word: u32,
    /// The shader that it is in.
    pub shader: String,
    /// True for a ray.
    pub is_ray: bool,
}

/// A ray pipeline as a kernel.
#[derive(Clone, Debug)]
pub struct Rays {
    /// The words of the module, whose only entry point is the kernel, with the name of the ray generation shader.
    pub words: Vec<u32>,
    /// The entry point.
    pub entry: String,
    /// All shaders of the library.
    pub shaders: Vec<RayShader>,
    /// The variables with the data of records.
    pub records: Vec<RecordVariable>,
    /// What starts rays and calls. For each there is a note of each kind.
    pub sites: Vec<Site>,
    /// Where a debugger finds the shaders that are open.
    pub open: OpenShaders,
    /// The offsets of instructions in these words, and in those of the library.
    origins: Vec<(u32, u32)>,
}

impl Rays {
    /// The size of a workgroup.
    pub const GROUP: [u32; 3] = convert::GROUP;

    /// The offset in the library of what became the instruction at an offset of the words.
    pub fn origin(&self, word: u32) -> Option<u32> {
        let behind = self.origins.partition_point(|(new, _)| *new <= word);
        behind.checked_sub(1).map(|at| self.origins[at].1)
    }
}

/// The shaders of ray pipelines of a module, in order.
///
/// # Errors
/// When the words are not a module.
pub fn ray_entry_points(words: &[u32]) -> dialect::diagnostics::Result<Vec<(RayStage, String)>> {
    let (_, insts) = decode::decode(words)?;
    let entries = insts.iter().filter(|inst| inst.op == Op::EntryPoint);
    let stage = |model: u32| ExecutionModel::from_u32(model).and_then(RayStage::of);
    Ok(entries.filter_map(|inst| Some((stage(inst.value(0))?, inst.text(2).to_owned()))).collect())
}

/// Returns whether rays or calls start in functions that are not entry points, or hit objects are there; no conversion takes
/// such modules.
///
/// # Errors
/// When the words are not a module.
pub fn starts_in_functions(words: &[u32]) -> dialect::diagnostics::Result<bool> {
    let (_, insts) = decode::decode(words)?;
    let entries: Vec<u32> = insts.iter().filter(|inst| inst.op == Op::EntryPoint).map(|inst| inst.id(1)).collect();
    let mut function = 0;
    Ok(insts.iter().any(|inst| {
        if inst.op == Op::Function {
            function = inst.result_id();
        }
        (hit_objects::is_start(inst) || hit_objects::HitOp::of(inst.op).is_some()) && !entries.contains(&function)
    }))
}

/// Converts the ray pipeline of a ray generation shader; `None` if there is none with the name.
///
/// # Errors
/// When the words are not a module, or the library has something that is not run.
pub fn convert(
    words: &[u32],
    entry: &str,
    options: RayOptions,
) -> dialect::diagnostics::Result<Option<Result<Rays, LowerError>>> {
    let (header, insts) = decode::decode(words)?;
    let index = Index::new(header, &insts);
    let options = RayOptions { recursion: options.recursion.clamp(1, MOST_RECURSION), ..options };
    Ok(convert::convert(words, &index, entry, options).transpose())
}
