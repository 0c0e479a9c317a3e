//! Conversion to the memory model of Vulkan. In the GLSL450 model variables and members are decorated as coherent or
//! volatile, and groupshared memory is always coherent; in the Vulkan model the operands of each access say so instead.
//!
//! The emitter writes for the GLSL450 model: the need for the Vulkan model may arise, from source or passes, when
//! functions are already finished. This module finds the accesses of finished functions, once, and computes their
//! memory operands. Inline SPIR-V with operands of its own keeps them.

use super::context::SpirvContext;
use super::grammar;
use super::inst::instructions;
use isa::Class;
use rustc_hash::FxHashMap;
use spirv::{Decoration, ImageOperands, MemoryAccess, MemorySemantics, Op, Scope, StorageClass, Word};

/// The qualifiers of memory: coherent, volatile and their like.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Said {
    coherent: bool,
    volatile: bool,
}

impl Said {
    fn by(decoration: Word) -> Said {
        Said {
            coherent: decoration == Decoration::Coherent as u32,
            volatile: decoration == Decoration::Volatile as u32,
        }
    }

    fn or(self, other: Said) -> Said {
        Said { coherent: self.coherent || other.coherent, volatile: self.volatile || other.volatile }
    }
}

/// Returns whether a decoration moves to the accesses in the Vulkan model.
pub(super) fn is_of_accesses(decoration: Word) -> bool {
    Said::by(decoration) != Said::default()
}

/// A word of a rewritten instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    Word(Word),
    /// The id of a constant of type `uint`.
    Uint(u32),
}

/// A rewritten instruction.
#[derive(Debug)]
pub(super) struct Rewritten {
    /// Its offset in the words of the functions.
    pub(super) start: usize,
    /// Its operands.
    pub(super) operands: Vec<Part>,
}

/// A module whose functions are finished.
pub(super) struct Memory<'a> {
    ctx: &'a SpirvContext,
    /// The pointer types of global variables.
    globals: &'a FxHashMap<Word, Word>,
    /// The instructions of all functions by result id.
    results: FxHashMap<Word, &'a [Word]>,
    /// The qualifiers of variables and parameters.
    variables: FxHashMap<Word, Said>,
    /// The qualifiers of members.
    members: FxHashMap<(Word, u32), Said>,
    /// The union of the qualifiers of all members of a type, at any depth.
    inside: FxHashMap<Word, Said>,
    /// The union of all qualifiers in the module.
    anywhere: Said,
    /// True if the module has accesses of device scope.
    has_device: bool,
}

impl<'a> Memory<'a> {
    /// Analyses a module: its functions, and the decorations of its variables.
    pub(super) fn new(
        ctx: &'a SpirvContext,
        globals: &'a FxHashMap<Word, Word>,
        functions: &'a [Word],
        decorations: &[Word],
        has_device: bool,
    ) -> Self {
        let mut memory = Memory {
            ctx,
            globals,
            results: FxHashMap::default(),
            variables: FxHashMap::default(),
            members: FxHashMap::default(),
            inside: FxHashMap::default(),
            anywhere: Said::default(),
            has_device,
        };
        for (op, _, inst) in instructions(functions) {
            if let Some(at) = grammar::shape(op).result_at() {
                memory.results.insert(inst[at], inst);
            }
        }
        for (op, _, inst) in instructions(decorations) {
            if op == Op::Decorate as u16 {
                let said = memory.variables.entry(inst[1]).or_default();
                *said = said.or(Said::by(inst[2]));
                memory.anywhere = memory.anywhere.or(Said::by(inst[2]));
            }
        }
        (1..ctx.bound()).for_each(|id| memory.note_type(id));
        memory
    }

    /// Records the qualifiers inside of a type. Ids grow, so the parts of a type are known, except for pointees, which
    /// are separate memory.
    #[expect(clippy::wildcard_enum_match_arm, reason = "a few cases of an enum of SPIR-V")]
    fn note_type(&mut self, id: Word) {
        let Some((op, operands)) = self.ctx.type_of(id) else { return };
        let Some(definition) = self.ctx.definition(id) else { return };
        let parts = match op {
            Op::TypeStruct => operands,
            Op::TypeArray | Op::TypeRuntimeArray => &operands[..1],
            _ => return,
        };
        let mut inside = parts.iter().filter_map(|part| self.inside.get(part)).fold(Said::default(), |a, b| a.or(*b));
        for decoration in self.ctx.decorations(definition) {
            let said = Said::by(decoration.decoration);
            inside = inside.or(said);
            if let Some(member) = decoration.member {
                let found = self.members.entry((id, member)).or_default();
                *found = found.or(said);
            }
        }
        self.anywhere = self.anywhere.or(inside);
        self.inside.insert(id, inside);
    }

    /// The instructions that change for the Vulkan model, in order.
    pub(super) fn rewritten(&self, functions: &[Word]) -> Vec<Rewritten> {
        let rewritten = instructions(functions).filter_map(|(op, start, inst)| {
            let op = Op::from_u32(op.into())?;
            Some(Rewritten { start, operands: self.operands(op, inst)? })
        });
        rewritten.collect()
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "a few cases of an enum of SPIR-V")]
    fn operands(&self, op: Op, inst: &[Word]) -> Option<Vec<Part>> {
        match op {
            Op::Load => self.access(inst, 3, 4, MemoryAccess::MAKE_POINTER_VISIBLE),
            Op::Store => self.access(inst, 1, 3, MemoryAccess::MAKE_POINTER_AVAILABLE),
            Op::ImageRead | Op::ImageSparseRead => self.texel(inst, 3, 5, ImageOperands::MAKE_TEXEL_VISIBLE),
            Op::ImageWrite => self.texel(inst, 1, 4, ImageOperands::MAKE_TEXEL_AVAILABLE),
            Op::ControlBarrier => Self::hull_barrier(self.ctx, inst).or_else(|| self.in_scope(inst, 2)),
            Op::MemoryBarrier => self.in_scope(inst, 1),
            _ if isa::class(op) == Class::Atomic => self.atomic(inst),
            _ => None,
        }
    }

    /// A load or store through the operand at `pointer`, with its memory operands at `flags`.
    #[expect(clippy::wildcard_enum_match_arm, reason = "a few cases of an enum of SPIR-V")]
    fn access(&self, inst: &[Word], pointer: usize, flags: usize, moved: MemoryAccess) -> Option<Vec<Part>> {
        let (said, scope) = match self.storage(inst[pointer])? {
            StorageClass::Function | StorageClass::Private => return None,
            StorageClass::Workgroup => (Said { coherent: true, volatile: false }, Scope::Workgroup),
            StorageClass::Uniform | StorageClass::StorageBuffer | StorageClass::PhysicalStorageBuffer => {
                (self.said_of(inst[pointer]), Scope::QueueFamily)
            }
            // No other invocation writes there. For variables that hold coherent images, the texel accesses are
            // coherent.
            _ => (Said { coherent: false, ..self.said_of(inst[pointer]) }, Scope::QueueFamily),
        };
        let own = MemoryAccess::from_bits_retain(inst.get(flags).copied().unwrap_or(0));
        let mut bits = own;
        let is_moved = said.coherent && !own.contains(MemoryAccess::NON_PRIVATE_POINTER);
        if is_moved {
            bits |= moved | MemoryAccess::NON_PRIVATE_POINTER;
        }
        if said.volatile {
            bits |= MemoryAccess::VOLATILE;
        }
        (bits != own).then(|| flagged(inst, flags, bits.bits(), is_moved.then_some(scope)))
    }

    /// A read or write of the image at `image`, with its image operands at `flags`.
    fn texel(&self, inst: &[Word], image: usize, flags: usize, moved: ImageOperands) -> Option<Vec<Part>> {
        let said = self.said_of(inst[image]);
        let own = ImageOperands::from_bits_retain(inst.get(flags).copied().unwrap_or(0));
        let mut bits = own;
        let is_moved = said.coherent && !own.contains(ImageOperands::NON_PRIVATE_TEXEL);
        if is_moved {
            bits |= moved | ImageOperands::NON_PRIVATE_TEXEL;
        }
        if said.volatile {
            bits |= ImageOperands::VOLATILE_TEXEL;
        }
        (bits != own).then(|| flagged(inst, flags, bits.bits(), is_moved.then_some(Scope::QueueFamily)))
    }

    /// An atomic operation: its pointer, scope and semantics.
    fn atomic(&self, inst: &[Word]) -> Option<Vec<Part>> {
        let pointer = grammar::shape(inst[0] as u16).result_at().map_or(1, |at| at + 1);
        let in_scope = self.in_scope(inst, pointer + 1);
        if !self.said_of(inst[pointer]).volatile {
            return in_scope;
        }
        let mut operands = in_scope.unwrap_or_else(|| same(inst));
        let is_exchange = inst[0] & 0xFFFF == Op::AtomicCompareExchange as u32;
        for at in pointer + 2..=pointer + 2 + usize::from(is_exchange) {
            let orders = self.uint(inst[at])?;
            operands[at - 1] = Part::Uint(orders | MemorySemantics::VOLATILE.bits());
        }
        Some(operands)
    }

    /// An instruction with a memory scope at `at`. The device scope needs a capability.
    fn in_scope(&self, inst: &[Word], at: usize) -> Option<Vec<Part>> {
        if self.has_device || self.uint(inst[at]) != Some(Scope::Device as u32) {
            return None;
        }
        let mut operands = same(inst);
        operands[at - 1] = Part::Uint(Scope::QueueFamily as u32);
        Some(operands)
    }

    /// The barrier of a hull shader, which orders no memory: control points are exchanged anyway in the GLSL450 model.
    fn hull_barrier(ctx: &SpirvContext, inst: &[Word]) -> Option<Vec<Part>> {
        let is = |at: usize, value: u32| matches!(ctx.constant_of(inst[at]), Some((_, [_, found])) if *found == value);
        if !is(2, Scope::Invocation as u32) || !is(3, MemorySemantics::RELAXED.bits()) {
            return None;
        }
        let orders = MemorySemantics::ACQUIRE_RELEASE | MemorySemantics::OUTPUT_MEMORY;
        Some(vec![Part::Word(inst[1]), Part::Uint(Scope::Workgroup as u32), Part::Uint(orders.bits())])
    }

    /// The value of a 32-bit constant.
    fn uint(&self, id: Word) -> Option<u32> {
        match self.ctx.constant_of(id)? {
            (Op::Constant, [_, value]) => Some(*value),
            _ => None,
        }
    }

    fn type_of_value(&self, id: Word) -> Option<Word> {
        self.results.get(&id).map(|inst| inst[1]).or_else(|| self.globals.get(&id).copied())
    }

    /// The storage class of a pointer.
    fn storage(&self, pointer: Word) -> Option<StorageClass> {
        match self.ctx.type_of(self.type_of_value(pointer)?)? {
            (Op::TypePointer, [storage, _]) => StorageClass::from_u32(*storage),
            _ => None,
        }
    }

    /// The qualifiers of the memory at a pointer or an image: those of its base variable, and of the members in
    /// between.
    fn said_of(&self, id: Word) -> Said {
        let (mut id, mut indices, mut is_loaded) = (id, Vec::new(), false);
        while let Some(inst) = self.results.get(&id) {
            match Op::from_u32(inst[0] & 0xFFFF) {
                Some(Op::AccessChain | Op::InBoundsAccessChain) => indices.extend(inst[4..].iter().rev()),
                Some(Op::Load) => is_loaded = true,
                Some(Op::CopyObject | Op::Image | Op::SampledImage | Op::ImageTexelPointer) => {}
                // Passes will resolve the variable behind a parameter or a local variable.
                Some(Op::Variable | Op::FunctionParameter) if !is_loaded && self.is_own(id) => break,
                _ => return self.anywhere,
            }
            id = inst[3];
        }
        let said = self.variables.get(&id).copied().unwrap_or_default();
        self.type_of_value(id).map_or(said, |ty| said.or(self.said_on_the_way(ty, &indices)))
    }

    /// Returns whether a pointer is to memory of the invocation alone.
    fn is_own(&self, pointer: Word) -> bool {
        matches!(self.storage(pointer), Some(StorageClass::Function | StorageClass::Private))
    }

    /// The qualifiers of members along the indices (the last one first) from a pointer of this type, and of those
    /// inside the result.
    #[expect(clippy::wildcard_enum_match_arm, reason = "a few cases of an enum of SPIR-V")]
    fn said_on_the_way(&self, pointer_type: Word, indices: &[Word]) -> Said {
        let mut said = Said::default();
        let mut ty = pointer_type;
        let mut ahead = indices.iter().rev().peekable();
        loop {
            let Some((op, operands)) = self.ctx.type_of(ty) else { return said };
            if op == Op::TypePointer {
                ty = operands[1];
                continue;
            }
            let Some(index) = ahead.next() else { break };
            ty = match op {
                Op::TypeStruct => {
                    let Some(member) = self.uint(*index) else { return self.anywhere };
                    said = said.or(self.members.get(&(ty, member)).copied().unwrap_or_default());
                    operands[member as usize]
                }
                _ => operands[0],
            };
        }
        said.or(self.inside.get(&ty).copied().unwrap_or_default())
    }
}

fn same(inst: &[Word]) -> Vec<Part> {
    inst[1..].iter().copied().map(Part::Word).collect()
}

/// An instruction with these memory operands, and the scope that they need at its end.
fn flagged(inst: &[Word], flags: usize, bits: u32, scope: Option<Scope>) -> Vec<Part> {
    let mut operands = same(&inst[..flags.min(inst.len())]);
    operands.push(Part::Word(bits));
    operands.extend(inst.get(flags + 1..).unwrap_or_default().iter().copied().map(Part::Word));
    operands.extend(scope.map(|scope| Part::Uint(scope as u32)));
    operands
}
