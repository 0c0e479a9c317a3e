//! The code that the machine runs: instructions on rows of cells, in an order in which lanes that part meet again by
//! letting the one that is furthest behind go first.

pub(crate) use crate::cells::Slot;
use crate::compute::Op;
use crate::rows::RowOp;
use crate::types::{ImageType, Layout};
use abi::ImageFunction;
use abi::math::Function;
use abi::print::Format;
use abi::rays::QueryOp;
use check::Place;
use check::races::{self, Class, Fence};
use spirv::{GlslStd450Op, GroupOperation};
use std::sync::Arc;

/// The number of an instruction.
pub(crate) type Pc = u32;

/// What a pointer leads to, as its two cells have it: an object, and the place in its memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Pointer {
    pub(crate) object: u64,
    pub(crate) offset: u64,
}

impl Pointer {
    /// The place a number of bytes behind it.
    #[inline]
    pub(crate) fn plus(self, bytes: u64) -> Self {
        Pointer { offset: self.offset.wrapping_add(bytes), ..self }
    }
}

/// An operand of an op on components: its first cell, and the distance of the cells of its components, which is 0 for a
/// number that all use.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Arg {
    pub(crate) slot: Slot,
    pub(crate) step: u32,
}

/// The check behind an op on components.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Watch {
    Nothing,
    /// A divisor, in the second operand.
    Divisor {
        signed: bool,
    },
    /// An amount of bits, in the second operand.
    Amount,
    /// A number that becomes an integer.
    Integer {
        signed: bool,
    },
    /// A result that is NaN though no operand is.
    Birth,
    /// A number that becomes one of 16 bits.
    Half,
    /// Operands for which the op is not defined; also the origin of a NaN.
    Domain,
}

/// An index in a pointer's chain.
#[derive(Clone, Debug)]
pub(crate) struct Step {
    pub(crate) index: Slot,
    pub(crate) bits: u32,
    pub(crate) stride: u64,
    /// The number of parts; `None` where the memory has as many as it has room for.
    pub(crate) count: Option<u32>,
    /// The composite that is indexed, as messages name it.
    pub(crate) what: Arc<str>,
    /// The offset in bytes, where the index is that of a word and comes from it, and the alignment that it must have.
    pub(crate) bytes: Option<(Slot, u32)>,
}

/// Whom an access to memory concerns.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Quality {
    pub(crate) coherent: bool,
    /// True if other threads must not rely on it, whatever orders it.
    pub(crate) private: bool,
    /// True if descriptors may differ between lanes.
    pub(crate) nonuniform: bool,
    /// The alignment that the access promises; 0 if it promises none.
    pub(crate) align: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AtomicOp {
    Load,
    Store,
    Exchange,
    Compare,
    /// A function of the old value and the operand.
    Each(Op),
    /// Plus or minus one.
    Count(u64),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WaveOp {
    Elect,
    All,
    Any,
    AllEqual {
        float: bool,
    },
    Ballot,
    BroadcastFirst,
    /// The value of the lane with a number.
    Read,
    ReadXor,
    ReadUp,
    ReadDown,
    Rotate,
    QuadBroadcast,
    QuadSwap,
    QuadAll,
    QuadAny,
    Reduce {
        op: Op,
        group: GroupOperation,
    },
    InverseBallot,
    BitExtract,
    BitCount(GroupOperation),
    FindLsb,
    FindMsb,
    Partition,
    /// A difference in a quad, with the bit that tells its two lanes apart; 0 for the sum of both magnitudes.
    Derivative {
        bit: u32,
        fine: bool,
    },
}

impl WaveOp {
    /// The number of slots of the result, for a value of this many: truths and ballots have sizes of their own.
    pub(crate) fn results(self, count: u32) -> u32 {
        match self {
            WaveOp::Ballot | WaveOp::Partition => 4,
            WaveOp::Elect
            | WaveOp::All
            | WaveOp::Any
            | WaveOp::AllEqual { .. }
            | WaveOp::QuadAll
            | WaveOp::QuadAny
            | WaveOp::InverseBallot
            | WaveOp::BitExtract
            | WaveOp::BitCount(_)
            | WaveOp::FindLsb
            | WaveOp::FindMsb => 1,
            WaveOp::BroadcastFirst
            | WaveOp::Read
            | WaveOp::ReadXor
            | WaveOp::ReadUp
            | WaveOp::ReadDown
            | WaveOp::Rotate
            | WaveOp::QuadBroadcast
            | WaveOp::QuadSwap
            | WaveOp::Reduce { .. }
            | WaveOp::Derivative { .. } => count,
        }
    }
}

/// An optional operand of an image op.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ImageOperand {
    Lod,
    Bias,
    Ddx,
    Ddy,
    Offset,
    Offsets,
    MinLod,
    Sample,
    Reference,
    Component,
    Texel,
}

#[derive(Clone, Debug)]
pub(crate) struct ImageCall {
    pub(crate) function: ImageFunction,
    /// The first word of the answer that counts.
    pub(crate) start: u32,
    pub(crate) dst: Slot,
    /// The cells of the result, and the bits and kind of each.
    pub(crate) count: u32,
    /// The first cell of the texel in the result: 1 after a code of residency.
    pub(crate) skip: u32,
    pub(crate) image: Slot,
    pub(crate) sampler: Option<Slot>,
    pub(crate) ty: ImageType,
    pub(crate) flags: u32,
    pub(crate) shape: u32,
    pub(crate) coords: Option<Numbers>,
    pub(crate) projected: bool,
    pub(crate) operands: Box<[(ImageOperand, Numbers)]>,
    /// The bits of a component of the result, and whether it is a floating-point number.
    pub(crate) result: (u32, bool),
    pub(crate) implicit: bool,
    pub(crate) quality: Quality,
}

/// An operation of a ray query.
#[derive(Clone)]
pub(crate) struct QueryCode {
    pub(crate) op: QueryOp,
    /// The pointer to the query.
    pub(crate) query: Slot,
    pub(crate) scene: Option<Slot>,
    /// The cells of a ray in the order of its operands, or of the distance of an intersection.
    pub(crate) operands: Box<[Slot]>,
    /// True if the committed intersection is meant.
    pub(crate) committed: bool,
    pub(crate) dst: Slot,
    pub(crate) count: u32,
    pub(crate) nonuniform: bool,
}

/// Numbers in a row of cells.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Numbers {
    pub(crate) slot: Slot,
    pub(crate) count: u32,
    pub(crate) bits: u32,
    pub(crate) float: bool,
}

/// The factors of a sum of products.
pub(crate) type Terms = Box<[(Slot, Slot)]>;

/// The target of a branch, and the cells that are copied on that edge.
#[derive(Clone, Debug)]
pub(crate) struct Edge {
    pub(crate) target: Pc,
    pub(crate) moves: Arc<[(Slot, Slot)]>,
}

/// An instruction. Each part of the machine runs an enum of its own, so that rustc names the one that lacks a new case.
#[derive(Clone)]
pub(crate) enum Code {
    Compute(ComputeCode),
    Memory(MemoryCode),
    Wave(WaveCode),
    Image(Box<ImageCall>),
    Query(Box<QueryCode>),
    Print {
        format: u32,
        values: Box<[(Numbers, bool, Option<u32>)]>,
    },
    Clock {
        dst: Slot,
        count: u32,
    },
    WaveBarrier(Fence),
    MemoryBarrier(Fence),
    /// A critical section of a pixel begins, or ends.
    Section {
        begins: bool,
    },
    /// Lanes become helpers; those that are have no result of what others of the wave do now.
    Demote,
    Flow(FlowCode),
}

impl Code {
    /// The number of edges of an instruction that parts lanes.
    pub(crate) fn ways(&self) -> Option<u32> {
        match self {
            Code::Flow(FlowCode::Branch { .. }) => Some(2),
            Code::Flow(FlowCode::Switch { cases, .. }) => Some(cases.len() as u32 + 1),
            Code::Flow(
                FlowCode::Jump(_)
                | FlowCode::Enter { .. }
                | FlowCode::Return { .. }
                | FlowCode::End
                | FlowCode::Unreachable
                | FlowCode::Barrier(_),
            )
            | Code::Compute(_)
            | Code::Memory(_)
            | Code::Wave(_)
            | Code::Image(_)
            | Code::Query(_)
            | Code::Print { .. }
            | Code::Clock { .. }
            | Code::WaveBarrier(_)
            | Code::MemoryBarrier(_)
            | Code::Section { .. }
            | Code::Demote => None,
        }
    }
}

macro_rules! parts {
    ($($part:ident($of:ty),)*) => { $(
        impl From<$of> for Code {
            fn from(code: $of) -> Self {
                Code::$part(code)
            }
        }
    )* };
}

parts! {
    Compute(ComputeCode),
    Memory(MemoryCode),
    Wave(WaveCode),
    Flow(FlowCode),
}

/// Instructions that compute cells of cells.
#[derive(Clone)]
pub(crate) enum ComputeCode {
    /// An op on each component.
    Each(EachCode),
    /// An elementary function of each component.
    Call {
        function: Function,
        bits: u32,
        count: u32,
        dst: Slot,
        args: [Slot; 2],
        arity: u32,
        /// The function as the module names it, where it is not defined for all numbers.
        domain: Option<GlslStd450Op>,
    },
    /// Sums of products.
    Products {
        bits: u32,
        dst: Slot,
        sums: Box<[Terms]>,
    },
    /// A function of all components of its operands.
    Special(SpecialCode),
    Moves(Box<[(Slot, Slot)]>),
    Repack {
        from: u32,
        count: u32,
        to: u32,
        results: u32,
        src: Slot,
        dst: Slot,
    },
    ExtractDynamic {
        dst: Slot,
        src: Slot,
        count: u32,
        index: Slot,
        bits: u32,
    },
    InsertDynamic {
        dst: Slot,
        src: Slot,
        count: u32,
        value: Slot,
        index: Slot,
        bits: u32,
    },
}

/// An op on each component of its operands.
#[derive(Clone, Copy)]
pub(crate) struct EachCode {
    pub(crate) op: RowOp,
    pub(crate) count: u32,
    pub(crate) dst: Slot,
    pub(crate) args: [Arg; 4],
    pub(crate) watch: Watch,
}

/// A function of all components of its operands.
#[derive(Clone)]
pub(crate) struct SpecialCode {
    pub(crate) special: Special,
    pub(crate) bits: u32,
    pub(crate) dst: Slot,
    pub(crate) results: u32,
    pub(crate) args: Box<[(Slot, u32)]>,
}

/// Instructions on memory and addresses.
#[derive(Clone)]
pub(crate) enum MemoryCode {
    Chain {
        dst: Slot,
        base: Slot,
        offset: u64,
        steps: Box<[Step]>,
    },
    /// Chooses a descriptor of an array.
    Choose(ChooseCode),
    Load {
        dst: Slot,
        pointer: Slot,
        /// The place in the lanes' memory, where it is always the same.
        local: Option<u64>,
        layout: Arc<Layout>,
        quality: Quality,
    },
    /// Loads a handle from a descriptor.
    LoadHandle {
        dst: Slot,
        pointer: Slot,
        cells: u32,
        quality: Quality,
    },
    Store {
        src: Slot,
        pointer: Slot,
        local: Option<u64>,
        layout: Arc<Layout>,
        quality: Quality,
    },
    /// Loads where the variable lives in cells.
    LoadCells {
        dst: Slot,
        src: Slot,
        cells: Cells,
    },
    StoreCells {
        dst: Slot,
        src: Slot,
        cells: Cells,
    },
    DeclareCells {
        dst: Slot,
        cells: Cells,
    },
    Declare {
        offset: u32,
        bytes: u32,
        init: Option<(Slot, Arc<Layout>)>,
    },
    ArrayLength {
        dst: Slot,
        pointer: Slot,
        offset: u64,
        stride: u64,
    },
    TexelPointer(TexelPointer),
    Atomic(AtomicCode),
    PtrToInt {
        dst: Slot,
        src: Slot,
    },
    IntToPtr {
        dst: Slot,
        src: Slot,
    },
    PtrEqual {
        dst: Slot,
        a: Slot,
        b: Slot,
        negated: bool,
    },
}

/// Cells of a variable of a lane.
#[derive(Clone)]
pub(crate) struct Cells {
    /// The place that messages know it by.
    pub(crate) offset: u64,
    pub(crate) layout: Arc<Layout>,
}

/// The choice of a descriptor of an array, whose element is a buffer or a handle.
#[derive(Clone)]
pub(crate) struct ChooseCode {
    pub(crate) dst: Slot,
    pub(crate) base: Slot,
    pub(crate) index: Slot,
    pub(crate) bits: u32,
    /// The number of descriptors.
    pub(crate) count: u32,
    pub(crate) is_buffer: bool,
    /// The array, as messages name it.
    pub(crate) what: Arc<str>,
}

/// The address of a texel.
#[derive(Clone)]
pub(crate) struct TexelPointer {
    pub(crate) dst: Slot,
    pub(crate) image: Slot,
    pub(crate) coords: Numbers,
    pub(crate) shape: u32,
}

/// An atomic operation.
#[derive(Clone)]
pub(crate) struct AtomicCode {
    pub(crate) op: AtomicOp,
    pub(crate) bits: u32,
    pub(crate) dst: Option<Slot>,
    pub(crate) pointer: Slot,
    pub(crate) value: Option<Slot>,
    pub(crate) compare: Option<Slot>,
    pub(crate) flags: u32,
    /// The order that it makes, and for a comparison that fails the order then.
    pub(crate) sync: [races::Atomic; 2],
}

/// An operation of the lanes of a wave.
#[derive(Clone)]
pub(crate) struct WaveCode {
    pub(crate) op: WaveOp,
    pub(crate) dst: Slot,
    pub(crate) count: u32,
    pub(crate) bits: u32,
    pub(crate) src: Slot,
    pub(crate) other: Option<(Slot, u32)>,
    pub(crate) cluster: u32,
}

/// Instructions that decide where lanes go on.
#[derive(Clone)]
pub(crate) enum FlowCode {
    Jump(Edge),
    Branch {
        condition: Slot,
        yes: Edge,
        no: Edge,
    },
    Switch {
        selector: Slot,
        cases: Box<[(u64, Edge)]>,
        default: Edge,
    },
    Enter {
        target: Pc,
        moves: Box<[(Slot, Slot)]>,
    },
    Return {
        moves: Box<[(Slot, Slot)]>,
    },
    End,
    Unreachable,
    /// A barrier of the group, with the memory that it orders.
    Barrier(Fence),
}

/// Functions of whole vectors and matrices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Special {
    Length,
    Distance,
    Normalize,
    Cross,
    FaceForward,
    Reflect,
    Refract,
    Determinant,
    Inverse,
    Modf,
    Frexp,
    Pack { bits: u32, signed: bool },
    Unpack { bits: u32, signed: bool },
    PackHalf,
    UnpackHalf,
    Any,
    All,
    Dot { signs: [bool; 2], from: u32, saturate: bool },
}

/// Where an instruction comes from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Site {
    pub(crate) place: Option<Place>,
    /// The number of its function's name.
    pub(crate) function: u32,
}

/// A variable that messages name by its memory.
#[derive(Clone, Debug)]
pub(crate) struct Named {
    pub(crate) object: u32,
    pub(crate) start: u64,
    pub(crate) end: u64,
    pub(crate) name: Arc<str>,
    pub(crate) ty: u32,
}

/// A builtin that an entry point reads, and where it lies in a lane's memory.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Builtin {
    pub(crate) builtin: spirv::BuiltIn,
    pub(crate) offset: u32,
    /// The number of components, and the bytes of each.
    pub(crate) count: u32,
    pub(crate) bytes: u32,
}

/// Range of code in which a loop goes round.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Loop {
    pub(crate) header: Pc,
    pub(crate) end: Pc,
}

/// The objects that pointers lead to; those above are buffers, by their descriptor.
pub(crate) const NOWHERE: u64 = 0;
pub(crate) const LOCAL: u64 = 1;
pub(crate) const SHARED: u64 = 2;
pub(crate) const PUSH: u64 = 3;
pub(crate) const ADDRESS: u64 = 4;
pub(crate) const DESCRIPTORS: u64 = 5;
/// A texel: the offset is its number in the image, the object the image's descriptor above.
pub(crate) const TEXELS: u64 = 1 << 32;
pub(crate) const BUFFERS: u64 = 16;

/// The kind of memory of an object, where threads share it.
pub(crate) fn class(object: u64) -> Option<Class> {
    match object {
        SHARED => Some(Class::Group),
        _ if object >= TEXELS => Some(Class::Image),
        ADDRESS => Some(Class::Buffer),
        _ if object >= BUFFERS => Some(Class::Buffer),
        _ => None,
    }
}

/// An entry point that is ready to run.
#[derive(Default)]
pub(crate) struct Program {
    pub(crate) code: Vec<Code>,
    pub(crate) sites: Vec<Site>,
    /// The loops, by their headers.
    pub(crate) loops: Vec<Loop>,
    pub(crate) start: Pc,
    pub(crate) slots: u32,
    /// Cells with the same value in all lanes.
    pub(crate) constants: Vec<(Slot, u64)>,
    /// Cells without a value.
    pub(crate) undefined: Vec<Slot>,
    /// Cells of variables.
    pub(crate) variables: std::ops::Range<Slot>,
    /// Bytes of the memory of a lane, and of a group.
    pub(crate) local_bytes: u32,
    pub(crate) shared_bytes: u32,
    pub(crate) builtins: Vec<Builtin>,
    pub(crate) named: Vec<Named>,
    pub(crate) functions: Vec<Arc<str>>,
    pub(crate) files: Vec<String>,
    pub(crate) formats: Vec<Format>,
    /// True if the code reads how large waves are.
    pub(crate) reads_wave: bool,
    pub(crate) wave_size: Option<u32>,
    /// True if barriers or atomic operations concern fewer than all threads, in memory that others have too.
    pub(crate) has_scopes: bool,
    /// True if what atomic operations have seen may be passed on: by barriers for memory that groups share, or by
    /// themselves.
    pub(crate) has_fences: bool,
    /// True if it is written for Vulkan's memory model.
    pub(crate) has_memory_model: bool,
    /// True if all that passes on order makes writes available.
    pub(crate) makes_available: bool,
    /// True if all that takes order makes writes visible.
    pub(crate) makes_visible: bool,
    pub(crate) has_quads: bool,
}
