//! Words of a new module: instructions, types, constants and variables beside those of the library.

use crate::error::Result;
use crate::types::Types;
use crate::words::{self, Ids};
use abi::open_shaders::OpenStart;
use dialect::spirv::access::Access;
use dialect::spirv::decode::{Inst, Operand};
use dialect::spirv::index::Index;
use rustc_hash::FxHashMap;
use spirv::{BuiltIn, Decoration, Op, StorageClass};

/// The new module as far as it is written.
pub(crate) struct Code<'m> {
    pub(crate) index: &'m Index<'m>,
    pub(crate) words: &'m [u32],
    pub(crate) ids: Ids,
    pub(crate) types: Types,
    /// The words of the functions.
    pub(crate) out: Vec<u32>,
    /// Decorations of new types and variables.
    pub(crate) decorations: Vec<u32>,
    /// The new variables of the module.
    pub(crate) variables: Vec<u32>,
    /// The offsets of instructions in the functions and in the library.
    pub(crate) origins: Vec<(u32, u32)>,
    /// The levels of calls: 1 if no shader that a ray or a call starts does so itself.
    pub(crate) levels: u32,
    /// The places from which code belongs to a ray shader, with its number, or 0.
    pub(crate) owners: Vec<(u32, u32)>,
    /// The places at which rays and calls start.
    pub(crate) starts: Vec<OpenStart>,
    machine: FxHashMap<BuiltIn, u32>,
}

/// A variable with a value for each level of calls.
#[derive(Clone, Copy)]
pub(crate) struct Cell {
    pub(crate) ty: u32,
    pub(crate) variable: u32,
}

impl<'m> Code<'m> {
    pub(crate) fn new(index: &'m Index<'m>, words: &'m [u32], levels: u32) -> Self {
        let (ids, types) = (Ids::new(index.header.bound), Types::new(index));
        let (out, decorations, variables, origins) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let (owners, starts, machine) = (Vec::new(), Vec::new(), FxHashMap::default());
        Code { index, words, ids, types, out, decorations, variables, origins, levels, owners, starts, machine }
    }

    /// The words of an instruction of the library.
    pub(crate) fn raw(&self, inst: &Inst) -> &'m [u32] {
        let start = inst.offset as usize;
        &self.words[start..start + (self.words[start] >> 16) as usize]
    }

    pub(crate) fn push(&mut self, op: Op, operands: &[u32]) {
        words::push(&mut self.out, op, operands);
    }

    pub(crate) fn value(&mut self, op: Op, ty: u32, operands: &[u32]) -> u32 {
        words::value(&mut self.out, &mut self.ids, op, ty, operands)
    }

    pub(crate) fn fresh(&mut self) -> u32 {
        self.ids.fresh()
    }

    pub(crate) fn uint(&mut self) -> u32 {
        self.types.uint(&mut self.ids)
    }

    pub(crate) fn float(&mut self) -> u32 {
        self.types.float(&mut self.ids)
    }

    pub(crate) fn bool(&mut self) -> u32 {
        self.types.bool(&mut self.ids)
    }

    pub(crate) fn void(&mut self) -> u32 {
        self.types.void(&mut self.ids)
    }

    pub(crate) fn vector(&mut self, ty: u32, count: u32) -> u32 {
        self.types.vector(&mut self.ids, ty, count)
    }

    pub(crate) fn number(&mut self, number: u32) -> u32 {
        self.types.number(&mut self.ids, number)
    }

    pub(crate) fn truth(&mut self, is_true: bool) -> u32 {
        let ty = self.bool();
        let op = if is_true { Op::ConstantTrue } else { Op::ConstantFalse };
        self.types.constant(&mut self.ids, op, ty, &[])
    }

    pub(crate) fn null(&mut self, ty: u32) -> u32 {
        self.types.constant(&mut self.ids, Op::ConstantNull, ty, &[])
    }

    pub(crate) fn undefined(&mut self, ty: u32) -> u32 {
        self.types.constant(&mut self.ids, Op::Undef, ty, &[])
    }

    pub(crate) fn pointer(&mut self, class: StorageClass, ty: u32) -> u32 {
        self.types.pointer(&mut self.ids, class, ty)
    }

    pub(crate) fn load(&mut self, ty: u32, pointer: u32) -> u32 {
        self.value(Op::Load, ty, &[pointer])
    }

    pub(crate) fn store(&mut self, pointer: u32, value: u32) {
        self.push(Op::Store, &[pointer, value]);
    }

    /// Stores a number.
    pub(crate) fn set(&mut self, pointer: u32, number: u32) {
        let number = self.number(number);
        self.store(pointer, number);
    }

    /// Loads an unsigned integer.
    pub(crate) fn get(&mut self, pointer: u32) -> u32 {
        let uint = self.uint();
        self.load(uint, pointer)
    }

    /// The sum of an unsigned integer and a number.
    pub(crate) fn plus(&mut self, value: u32, number: u32) -> u32 {
        let (uint, number) = (self.uint(), self.number(number));
        self.value(Op::IAdd, uint, &[value, number])
    }

    pub(crate) fn label(&mut self, label: u32) {
        self.push(Op::Label, &[label]);
    }

    pub(crate) fn branch(&mut self, label: u32) {
        self.push(Op::Branch, &[label]);
    }

    /// A branch to one of two labels, which meet in a third.
    pub(crate) fn branch_if(&mut self, condition: u32, [yes, no, merge]: [u32; 3]) {
        self.push(Op::SelectionMerge, &[merge, 0]);
        self.push(Op::BranchConditional, &[condition, yes, no]);
    }

    /// Runs code under a condition.
    pub(crate) fn when(&mut self, condition: u32, body: impl FnOnce(&mut Self)) {
        let [yes, merge] = [(); 2].map(|()| self.fresh());
        self.branch_if(condition, [yes, merge, merge]);
        self.label(yes);
        body(self);
        self.branch(merge);
        self.label(merge);
    }

    /// A private variable of the module.
    pub(crate) fn private(&mut self, ty: u32) -> u32 {
        let variable = self.types.private(&mut self.ids, ty);
        self.variables.push(variable);
        variable
    }

    /// A variable with a value for each level.
    pub(crate) fn cell(&mut self, ty: u32) -> Cell {
        let own = match self.levels {
            1 => ty,
            levels => {
                // A call that is too deep has a place as well, which keeps conditions away.
                let length = self.number(levels + 2);
                self.types.declare(&mut self.ids, Op::TypeArray, &[ty, length])
            }
        };
        Cell { ty, variable: self.private(own) }
    }

    /// The pointer to the value of a level.
    pub(crate) fn at(&mut self, cell: Cell, level: u32) -> u32 {
        if self.levels == 1 {
            return cell.variable;
        }
        let pointer = self.pointer(StorageClass::Private, cell.ty);
        self.value(Op::AccessChain, pointer, &[cell.variable, level])
    }

    pub(crate) fn load_at(&mut self, cell: Cell, level: u32) -> u32 {
        let pointer = self.at(cell, level);
        self.load(cell.ty, pointer)
    }

    pub(crate) fn store_at(&mut self, cell: Cell, level: u32, value: u32) {
        let pointer = self.at(cell, level);
        self.store(pointer, value);
    }

    /// Begins a function; returns its id and those of its parameters.
    pub(crate) fn function(&mut self, result: u32, parameters: &[u32]) -> (u32, Vec<u32>) {
        let ty = self.types.get(&mut self.ids, Op::TypeFunction, &[&[result], parameters].concat());
        let function = self.value(Op::Function, result, &[0, ty]);
        let parameters = parameters.iter().map(|ty| self.value(Op::FunctionParameter, *ty, &[])).collect();
        let first = self.fresh();
        self.label(first);
        (function, parameters)
    }

    /// Ends a function without a result.
    pub(crate) fn end(&mut self) {
        self.push(Op::Return, &[]);
        self.push(Op::FunctionEnd, &[]);
    }

    pub(crate) fn call(&mut self, function: u32) {
        let void = self.void();
        self.value(Op::FunctionCall, void, &[function]);
    }

    /// A buffer of a structure with a runtime array of a type, at a binding of ours.
    pub(crate) fn buffer(&mut self, element: u32, stride: u32, binding: u32) -> u32 {
        self.buffer_in(crate::ROWS_SET, element, stride, binding)
    }

    /// Likewise, in a descriptor set.
    pub(crate) fn buffer_in(&mut self, set: u32, element: u32, stride: u32, binding: u32) -> u32 {
        let array = self.types.declare(&mut self.ids, Op::TypeRuntimeArray, &[element]);
        let block = self.types.declare(&mut self.ids, Op::TypeStruct, &[array]);
        let variable = self.types.variable(&mut self.ids, StorageClass::StorageBuffer, block);
        self.variables.push(variable);
        let out = &mut self.decorations;
        words::push(out, Op::Decorate, &[array, Decoration::ArrayStride as u32, stride]);
        words::push(out, Op::Decorate, &[block, Decoration::Block as u32]);
        words::push(out, Op::MemberDecorate, &[block, 0, Decoration::Offset as u32, 0]);
        words::push(out, Op::Decorate, &[variable, Decoration::DescriptorSet as u32, set]);
        words::push(out, Op::Decorate, &[variable, Decoration::Binding as u32, binding]);
        variable
    }

    /// The pointer to a word of a buffer of words.
    pub(crate) fn word(&mut self, buffer: u32, at: u32) -> u32 {
        let (uint, zero) = (self.uint(), self.number(0));
        let pointer = self.pointer(StorageClass::StorageBuffer, uint);
        self.value(Op::AccessChain, pointer, &[buffer, zero, at])
    }

    /// Says that a variable of the module is a built-in one of compute shaders.
    pub(crate) fn keep_machine(&mut self, builtin: BuiltIn, variable: u32) {
        self.machine.insert(builtin, variable);
    }

    /// The value of a built-in variable of compute shaders.
    pub(crate) fn machine(&mut self, builtin: BuiltIn, ty: u32) -> u32 {
        let variable = match self.machine.get(&builtin) {
            Some(variable) => *variable,
            None => {
                let variable = self.types.variable(&mut self.ids, StorageClass::Input, ty);
                self.variables.push(variable);
                let decoration = [variable, Decoration::BuiltIn as u32, builtin as u32];
                words::push(&mut self.decorations, Op::Decorate, &decoration);
                self.machine.insert(builtin, variable);
                variable
            }
        };
        self.load(ty, variable)
    }

    /// Notes that what follows comes from an instruction. Returns its place.
    pub(crate) fn note_origin(&mut self, inst: &Inst) -> u32 {
        let place = self.out.len() as u32;
        self.origins.push((place, inst.offset));
        place
    }

    /// Says that what follows belongs to a ray shader, or to none.
    pub(crate) fn own(&mut self, shader: u32) {
        self.owners.push((self.out.len() as u32, shader));
    }

    /// The type that a variable or a pointer leads to.
    ///
    /// # Errors
    /// When it has no pointer type.
    pub(crate) fn pointee(&self, inst: &Inst) -> Result<u32> {
        match self.index.def(inst.type_id()).filter(|ty| ty.op == Op::TypePointer) {
            Some(ty) => Ok(ty.id(1)),
            None => crate::error::invalid(inst, "variable has no pointer type"),
        }
    }
}

/// The positions of the ids among the words of an instruction, those of the result and its type excepted.
pub(crate) fn id_places(inst: &Inst, words: usize) -> Vec<usize> {
    fn walk(operands: &[Operand], at: &mut usize, wide: usize, places: &mut Vec<usize>) {
        for operand in operands {
            match operand {
                Operand::Id(_) | Operand::ConstantId(..) => {
                    places.push(*at);
                    *at += 1;
                }
                Operand::Literal(_) => *at += 1,
                Operand::Number(_) => *at += wide,
                Operand::Text(text) => *at += text.len() / 4 + 1,
                Operand::Enum(_, _, own) => {
                    *at += 1;
                    walk(own, at, wide, places);
                }
            }
        }
    }
    let mut at = 1 + usize::from(inst.ty.is_some()) + usize::from(inst.result.is_some());
    // The literals of a switch are as wide as its selector.
    let targets = inst.operands.len().saturating_sub(2) / 2;
    let wide = if inst.op == Op::Switch && targets > 0 { (words - 3) / targets - 1 } else { 1 };
    let mut places = Vec::new();
    walk(&inst.operands, &mut at, wide, &mut places);
    places.retain(|place| *place < words);
    places
}
