//! The finished functions of a module, indexed: results, parameters, and what pointers lead to.

use super::part::Part;
use crate::builder::context::SpirvContext;
use crate::builder::grammar;
use crate::builder::inst::instructions;
use isa::Class;
use rustc_hash::{FxHashMap, FxHashSet};
use spirv::{Decoration, Op, StorageClass, Word};

/// Where a pointer leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    /// The variable or parameter, or the result that the pointer is computed from.
    pub(super) root: Word,
    /// The part of it, unless it is all of it.
    pub(super) part: Option<Part>,
}

/// The finished functions of a module.
pub(super) struct Program<'a> {
    pub(super) ctx: &'a SpirvContext,
    /// The pointer types of the module's variables.
    globals: &'a FxHashMap<Word, Word>,
    /// The words of the functions.
    pub(super) words: &'a [Word],
    /// By id: the place behind the start of the instruction with that result, or 0.
    results: Vec<u32>,
    /// The places of access chains.
    places: FxHashMap<Word, Place>,
    /// The parameters of each function.
    parameters: FxHashMap<Word, Vec<Word>>,
    /// Structs that hold resources.
    holders: FxHashSet<Word>,
}

impl<'a> Program<'a> {
    pub(super) fn new(ctx: &'a SpirvContext, globals: &'a FxHashMap<Word, Word>, words: &'a [Word]) -> Self {
        let mut program = Program {
            ctx,
            globals,
            words,
            results: vec![0; ctx.bound() as usize],
            places: FxHashMap::default(),
            parameters: FxHashMap::default(),
            holders: FxHashSet::default(),
        };
        let mut function = 0;
        for (op, start, inst) in instructions(words) {
            let Some(at) = grammar::shape(op).result_at() else { continue };
            program.add_result(inst[at], start);
            if op == Op::Function as u16 {
                function = inst[2];
            } else if op == Op::FunctionParameter as u16 {
                program.parameters.entry(function).or_default().push(inst[2]);
            } else if program.is_chain(inst[0]) {
                let place = program.place_of_chain(inst);
                program.places.insert(inst[2], place);
            }
        }
        program.find_holders();
        program
    }

    fn add_result(&mut self, id: Word, start: usize) {
        let id = id as usize;
        if id >= self.results.len() {
            self.results.resize(id + 1, 0);
        }
        self.results[id] = start as u32 + 1;
    }

    /// Finds the structs that hold resources. Ids grow, so the parts of a type are known.
    fn find_holders(&mut self) {
        for id in 1..self.ctx.bound() {
            if let Some((Op::TypeStruct, members)) = self.ctx.type_of(id)
                && members.iter().any(|&member| self.is_resource(self.element_of(member)))
            {
                self.holders.insert(id);
            }
        }
    }

    /// The instruction with a result, if it is in a function.
    fn result(&self, id: Word) -> Option<&'a [Word]> {
        let start = self.results.get(id as usize)?.checked_sub(1)? as usize;
        let length = self.words[start] >> 16;
        Some(&self.words[start..start + length as usize])
    }

    /// The type of a pointer: its storage class and pointee.
    pub(super) fn pointer(&self, id: Word) -> Option<(StorageClass, Word)> {
        let ty = self.result(id).map(|inst| inst[1]).or_else(|| self.globals.get(&id).copied())?;
        self.pointer_type(ty)
    }

    /// The storage class and pointee of a pointer type.
    fn pointer_type(&self, ty: Word) -> Option<(StorageClass, Word)> {
        match self.ctx.type_of(ty)? {
            (Op::TypePointer, operands) => Some((StorageClass::from_u32(operands[0])?, operands[1])),
            _ => None,
        }
    }

    /// The parameters of a function.
    pub(super) fn parameters(&self, function: Word) -> &[Word] {
        self.parameters.get(&function).map_or(&[], |parameters| parameters)
    }

    pub(super) fn is_parameter(&self, id: Word) -> bool {
        self.result(id).is_some_and(|inst| inst[0] & 0xFFFF == Op::FunctionParameter as u32)
    }

    /// Returns whether the opcode in an instruction's first word is that of an access chain.
    pub(super) fn is_chain(&self, first: Word) -> bool {
        matches!(isa::class_of(first & 0xFFFF), Class::Chain | Class::UntypedChain)
    }

    /// The pointer that an access chain starts at.
    pub(super) fn base_of(&self, chain: &[Word]) -> Word {
        chain[base_at(chain)]
    }

    /// Where a pointer leads to.
    pub(super) fn place(&self, pointer: Word) -> Place {
        self.places.get(&pointer).copied().unwrap_or(Place { root: pointer, part: None })
    }

    fn place_of_chain(&self, chain: &[Word]) -> Place {
        let base = self.place(self.base_of(chain));
        let first = chain.get(base_at(chain) + 1);
        let part = || first.map(|&index| self.number(index).map_or(Part::WHOLE, Part::number));
        Place { root: base.root, part: base.part.or_else(part) }
    }

    /// The value of a constant index.
    pub(super) fn number(&self, index: Word) -> Option<u32> {
        match self.ctx.constant_of(index)? {
            (Op::Constant, value) => Some(value[1]),
            _ => None,
        }
    }

    /// The number of parts of a vector; nothing for other types.
    pub(super) fn parts_of(&self, ty: Word) -> Option<u32> {
        match self.ctx.type_of(ty)? {
            (Op::TypeVector, operands) => Some(operands[1]),
            _ => None,
        }
    }

    /// Returns whether what is stored in a variable is what is loaded from it, as far as an invocation knows.
    pub(super) fn is_remembered(&self, root: Word) -> bool {
        let Some((storage, _)) = self.pointer(root) else { return false };
        !matches!(
            storage,
            StorageClass::UniformConstant
                | StorageClass::Uniform
                | StorageClass::StorageBuffer
                | StorageClass::PushConstant
                | StorageClass::PhysicalStorageBuffer
                | StorageClass::Image
        )
    }

    /// The access chain that a pointer comes from.
    pub(super) fn chain(&self, pointer: Word) -> Option<&'a [Word]> {
        self.result(pointer).filter(|inst| self.is_chain(inst[0]))
    }

    /// The steps of an access chain: the type that is entered, and the index. Chains of untyped pointers have none.
    #[expect(clippy::wildcard_enum_match_arm, reason = "a few cases of an enum of SPIR-V")]
    fn steps(&self, chain: &[Word]) -> Vec<(Word, Word)> {
        let (base, indices) = (chain[base_at(chain)], &chain[base_at(chain) + 1..]);
        let mut steps = Vec::with_capacity(indices.len());
        let mut ty = self.pointer(base).map(|(_, pointee)| pointee);
        for &index in indices {
            let Some((entered, (op, operands))) = ty.and_then(|ty| Some((ty, self.ctx.type_of(ty)?))) else { break };
            steps.push((entered, index));
            ty = match op {
                Op::TypeStruct => self.number(index).and_then(|member| operands.get(member as usize).copied()),
                _ => operands.first().copied(),
            };
        }
        steps
    }

    /// The members of structs that an access chain passes.
    pub(super) fn members_of(&self, chain: &[Word]) -> Vec<(Word, u32)> {
        let steps = self.steps(chain).into_iter();
        let of_structs = steps.filter(|(ty, _)| matches!(self.ctx.type_of(*ty), Some((Op::TypeStruct, _))));
        of_structs.filter_map(|(ty, index)| Some((ty, self.number(index)?))).collect()
    }

    /// The indices of an access chain, each with whether it selects a resource.
    pub(super) fn indices_of(&self, chain: &[Word]) -> Vec<(Word, bool)> {
        let indices = &chain[base_at(chain) + 1..];
        let steps = self.steps(chain);
        let selects = |at: usize| steps.get(at).is_none_or(|(ty, _)| self.is_resource(self.element_of(*ty)));
        indices.iter().enumerate().map(|(at, &index)| (index, selects(at))).collect()
    }

    /// The innermost element type of arrays of arrays.
    fn element_of(&self, mut ty: Word) -> Word {
        while let Some((Op::TypeArray | Op::TypeRuntimeArray, operands)) = self.ctx.type_of(ty) {
            ty = operands[0];
        }
        ty
    }

    /// Returns whether values of a type are handles of resources or pointers into them.
    pub(super) fn is_handle(&self, ty: Word) -> bool {
        match self.ctx.type_of(ty) {
            Some((Op::TypePointer, _)) => {
                self.pointer_type(ty).is_some_and(|(storage, _)| storage != StorageClass::PhysicalStorageBuffer)
            }
            Some((op, _)) => matches!(
                op,
                Op::TypeImage
                    | Op::TypeSampler
                    | Op::TypeSampledImage
                    | Op::TypeAccelerationStructureKHR
                    | Op::TypeUntypedPointerKHR
            ),
            None => false,
        }
    }

    /// Returns whether an element of this type is a resource, or holds some.
    fn is_resource(&self, ty: Word) -> bool {
        self.is_handle(ty) || self.holders.contains(&ty) || self.is_block(ty)
    }

    fn is_block(&self, ty: Word) -> bool {
        let blocks = [Decoration::Block as Word, Decoration::BufferBlock as Word];
        let definition = self.ctx.definition(ty);
        definition.is_some_and(|it| self.ctx.decorations(it).any(|it| blocks.contains(&it.decoration)))
    }
}

/// The position of the pointer that an access chain starts at.
fn base_at(chain: &[Word]) -> usize {
    if matches!(isa::class_of(chain[0] & 0xFFFF), Class::UntypedChain) { 4 } else { 3 }
}
