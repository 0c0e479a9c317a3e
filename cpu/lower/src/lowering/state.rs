//! The state of lowering a kernel: that of the whole kernel, of the current function, and of the current block.

use super::lockstep::Wide;
use super::place::Place;
use super::prints::Prints;
use super::storage::Storage;
use super::texture_key::Key;
use crate::error::{LowerError, Result, invalid};
use crate::interface::Interface;
use crate::layout::Layouts;
use crate::spmd::plan::Plan;
use crate::spmd::variance::Lanes;
use abi::reason::InTurn;
use dialect::ir::{BlockId, Module, OpId, TypeId, ValueId};
use dialect::llvm::build::{Builder, Masks};
use dialect::llvm::enums::FastMath;
use dialect::spirv::{attrs, facts};
use rustc_hash::FxHashMap;

/// The limit of the parts of all values that are split, together.
const MAX_PARTS: u64 = 1 << 17;

/// Arrangement of a workgroup's invocations.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Workgroup {
    /// The size along each axis.
    pub(crate) local_size: [u32; 3],
    /// The number of lanes in a wave.
    pub(crate) wave: u32,
    /// True if four lanes in a row are two by two in the workgroup.
    pub(crate) has_quads: bool,
}

impl Workgroup {
    /// The number of invocations.
    pub(crate) fn lanes(self) -> u32 {
        self.local_size.iter().product()
    }

    /// The lanes of a wave.
    pub(crate) fn in_waves(self) -> Lanes {
        Lanes { local_size: self.local_size, count: self.wave, has_quads: self.has_quads, take_turns: false }
    }
}

/// Needs of a kernel besides descriptors.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Needs {
    /// True if it calls the host's functions.
    pub(crate) runtime: bool,
    /// True if addresses are looked up.
    pub(crate) blocks: bool,
}

/// The types of the module that are known in the LLVM dialect.
#[derive(Debug, Default)]
pub(crate) struct Types {
    pub(crate) known: FxHashMap<TypeId, TypeId>,
    /// The number of members in the structs inside of types.
    pub(crate) weights: FxHashMap<TypeId, u64>,
}

/// The values that a function for one lane starts from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Env {
    pub(crate) ctx: ValueId,
    pub(crate) scratch: ValueId,
    /// The number of the workgroup along each axis.
    pub(crate) group: [ValueId; 3],
    /// The number of the lane in its workgroup.
    pub(crate) lane: ValueId,
    /// The block at the start of the function, for values that are computed once.
    pub(crate) setup: BlockId,
}

/// The current function.
#[derive(Debug, Default)]
pub(crate) struct Function {
    pub(crate) env: Option<Env>,
    pub(crate) is_first_region: bool,
    pub(crate) blocks: FxHashMap<BlockId, BlockId>,
    pub(crate) values: FxHashMap<ValueId, ValueId>,
    pub(crate) variables: FxHashMap<OpId, ValueId>,
    pub(crate) addresses: FxHashMap<OpId, Place>,
    /// The addresses that a function outside of a kernel gets as parameters.
    pub(crate) parameters: FxHashMap<ValueId, ValueId>,
    /// Memory for the operands and the result of an image operation.
    pub(crate) image_memory: Option<(ValueId, ValueId)>,
    /// Memory for the operands and the answer of an operation of a ray query.
    pub(crate) query_memory: Option<ValueId>,
    /// Memory for the operands and the answer of an operation of a ray query for the lanes of a wave.
    pub(crate) wave_query_memory: Option<ValueId>,
    /// State of a function that runs a wave as vectors.
    pub(crate) wide: Option<Box<Wide>>,
}

impl Function {
    pub(crate) fn new(env: Env, is_first_region: bool) -> Self {
        Function { env: Some(env), is_first_region, ..Function::default() }
    }
}

/// The current block.
#[derive(Debug, Default)]
pub(crate) struct Block {
    /// The block of the module; none where lanes do something together.
    pub(crate) of: Option<BlockId>,
    /// LLVM values in the current block, those included that are made anew or come from the frame.
    pub(crate) values: FxHashMap<ValueId, ValueId>,
    pub(crate) places: FxHashMap<ValueId, Place>,
    /// The words that are loaded together with another one, where lanes run together.
    pub(crate) neighbours: Neighbours,
}

/// By the first read of a row of words: the others, with how many words after it.
pub(crate) type Neighbours = FxHashMap<OpId, Vec<(OpId, u64)>>;

impl Block {
    pub(crate) fn new(of: BlockId) -> Self {
        Block { of: Some(of), ..Block::default() }
    }
}

/// Demands of the module, the host and the processor on all code.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Demands {
    /// True if products and sums must not be contracted to an fma, and nothing is estimated.
    pub(crate) is_exact: bool,
    /// True if each access to memory is checked with the host.
    pub(crate) is_checked: bool,
    /// True if the processor has an estimate of the reciprocal square root.
    pub(crate) estimates: bool,
    /// The width in bytes of the processor's compare-and-exchange.
    pub(crate) step_bytes: u64,
    /// The form of masks.
    pub(crate) masks: Masks,
}

/// Facts about a kernel before it is lowered.
pub(crate) struct Known<'m> {
    /// The module, with the entry point normalised.
    pub(crate) source: &'m Module,
    pub(crate) layouts: &'m Layouts<'m>,
    pub(crate) plan: &'m Plan,
    pub(crate) interface: &'m Interface,
    pub(crate) storage: &'m Storage,
    pub(crate) workgroup: Workgroup,
    pub(crate) demands: Demands,
}

/// The state.
pub(crate) struct Lowering<'m> {
    /// The facts that the lowering starts with.
    pub(crate) known: Known<'m>,
    /// Module that is built.
    pub(crate) b: Builder,
    pub(crate) needs: Needs,
    pub(crate) prints: Prints,
    pub(crate) types: Types,
    /// The functions for textures that the code calls.
    pub(crate) textures: Vec<Key>,
    /// Math functions that the code calls: the host's names, and the types.
    pub(crate) functions: Vec<(&'static str, TypeId)>,
    /// Operations at which lanes that run together take turns.
    pub(crate) in_turn: Vec<InTurn>,
    /// Those of them that are atomic operations on memory.
    pub(crate) atomics_in_turn: Vec<OpId>,
    /// The variables that hold ray queries, with the number of queries in those before each.
    pub(crate) queries: Vec<(OpId, u32)>,
    /// The number of queries in all of them.
    pub(crate) query_count: u32,
    parts: u64,
    pub(crate) function: Function,
    pub(crate) block: Block,
}

impl<'m> Lowering<'m> {
    pub(crate) fn new(known: Known<'m>) -> Self {
        let mut b = Builder::new();
        b.set_masks(known.demands.masks);
        Lowering {
            known,
            b,
            needs: Needs::default(),
            prints: Prints::default(),
            types: Types::default(),
            textures: Vec::new(),
            functions: Vec::new(),
            in_turn: Vec::new(),
            atomics_in_turn: Vec::new(),
            queries: Vec::new(),
            query_count: 0,
            parts: 0,
            function: Function::default(),
            block: Block::default(),
        }
    }

    pub(crate) fn env(&self) -> Result<Env> {
        self.function.env.map_or_else(|| invalid("code is outside of a function"), Ok)
    }

    /// Runs `make` at the start of the function, where its results reach everything.
    pub(crate) fn in_setup<T>(&mut self, make: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        let setup = self.env()?.setup;
        let block = std::mem::replace(&mut self.b.block, setup);
        let made = make(self);
        self.b.block = block;
        made
    }

    /// Counts the parts of aggregates that are split, so that no module grows without bounds.
    pub(crate) fn count_part(&mut self) -> Result<()> {
        self.parts += 1;
        match self.parts > MAX_PARTS {
            true => Err(LowerError::TooLarge("values are too large".to_owned())),
            false => Ok(()),
        }
    }

    // Ops of the module.

    /// From here on a product and a sum may become an fma, unless the module says that each is rounded by itself.
    pub(crate) fn set_fast_math(&mut self, op: OpId) {
        self.b.set_fastmath(self.allows_contraction(op).then_some(FastMath::Contract));
    }

    /// Returns whether the result of an op may be contracted.
    pub(crate) fn allows_contraction(&self, op: OpId) -> bool {
        !self.known.demands.is_exact && self.known.source.attr(op, "no_contraction").is_none()
    }

    /// The number in an op's attribute.
    pub(crate) fn number(&self, op: OpId, name: &str) -> Option<u64> {
        facts::number_of(self.known.source, op, name)
    }

    /// Literal indices.
    pub(crate) fn indices(&self, op: OpId) -> Vec<u32> {
        let indices = facts::array_of(self.known.source, op, attrs::INDICES);
        indices.iter().filter_map(|attr| facts::number(self.known.source, *attr)).map(|index| index as u32).collect()
    }

    pub(crate) fn name(&self, op: OpId) -> &'static str {
        self.known.source[op].info.name
    }
}
