//! Instructions of blocks.

use super::error::BuildError;
use super::id::{Id, Operand};
use super::operands::check_operands;
use super::state::ModuleBuilder;
use crate::builder::shape;
use isa::Class;
use spirv::{GlslStd450Op, Op, StorageClass, Word};

/// Any instruction.
impl ModuleBuilder {
    /// An instruction with a result of type `ty`. The operands are those behind the result in the specification.
    ///
    /// # Errors
    /// When no block is begun, when the instruction has no result or a method of its own, or when the operands or their
    /// types are not what it takes.
    pub fn inst(&mut self, op: Op, ty: Id, operands: &[Operand]) -> Result<Id, BuildError> {
        if !is_code(isa::class(op)) || shape(op as u16).result_at() != Some(2) {
            return Err(BuildError::WrongMethod { op, expected: "an instruction of a block with a result" });
        }
        let words = self.words(operands)?;
        let ty = self.type_number(ty)?;
        self.require_block()?;
        check_operands(op, operands)?;
        self.check_types(op, ty, operands)?;
        let value = self.spv.op(op, ty, &words);
        Ok(self.define(value, ty))
    }

    /// An instruction without result.
    ///
    /// # Errors
    /// As for [`Self::inst`].
    pub fn effect(&mut self, op: Op, operands: &[Operand]) -> Result<(), BuildError> {
        if !is_code(isa::class(op)) || shape(op as u16).result_at().is_some() {
            return Err(BuildError::WrongMethod { op, expected: "an instruction of a block without result" });
        }
        let words = self.words(operands)?;
        self.require_block()?;
        check_operands(op, operands)?;
        if let (Op::Store, &[Operand::Id(pointer), Operand::Id(value), ..]) = (op, operands) {
            let (_, pointee) = self.check_pointer(op, pointer)?;
            let (_, ty) = self.value(value)?;
            self.expect_type(|| "operand 2 of OpStore".to_owned(), ty, pointee)?;
        }
        self.spv.effect(op, &words);
        Ok(())
    }

    /// An instruction of two operands. The type of its result follows: booleans for comparisons, else the type of `a`.
    ///
    /// # Errors
    /// As for [`Self::inst`].
    pub fn binary(&mut self, op: Op, a: Id, b: Id) -> Result<Id, BuildError> {
        let (_, ty) = self.value(a)?;
        let ty = if matches!(isa::class(op), Class::Comparison(_)) { self.booleans(ty) } else { ty };
        let ty = self.id(ty);
        self.inst(op, ty, &[a.into(), b.into()])
    }

    /// The type of a comparison of such values.
    fn booleans(&mut self, ty: Word) -> Word {
        let count = match self.spv.ctx.type_of(ty) {
            Some((Op::TypeVector, operands)) => operands[1],
            _ => 1,
        };
        let bool = self.spv.bool();
        self.spv.vector(bool, count)
    }

    /// An instruction of `GLSL.std.450`.
    ///
    /// # Errors
    /// When no block is begun, or an operand is not a value or is one too many.
    pub fn glsl(&mut self, op: GlslStd450Op, ty: Id, operands: &[Id]) -> Result<Id, BuildError> {
        let words: Vec<Word> =
            operands.iter().map(|&id| self.value(id).map(|(number, _)| number)).collect::<Result<_, _>>()?;
        let ty = self.type_number(ty)?;
        self.require_block()?;
        if let Some(count) = isa::operand_count_of_gl(op as u32).filter(|it| !it.words.contains(&words.len())) {
            let what = format!("{} takes {} operands, not {}", count.name, count.words.start(), words.len());
            return Err(BuildError::Invalid { what });
        }
        let value = self.spv.glsl(op, ty, &words);
        Ok(self.define(value, ty))
    }

    /// `OpFunctionCall`
    ///
    /// # Errors
    /// When no block is begun, when `function` is not a function, or when the arguments have not the types of its
    /// parameters.
    pub fn call(&mut self, function: Id, args: &[Id]) -> Result<Id, BuildError> {
        let number = self.number(function)?;
        let Some(&ty) = self.functions.get(&number) else {
            return Err(BuildError::WrongKind { id: function, expected: "a function" });
        };
        self.require_block()?;
        let signature = self.spv.ctx.type_of(ty).map_or(Vec::new(), |(_, operands)| operands.to_vec());
        let [result, params @ ..] = signature.as_slice() else {
            return Err(BuildError::WrongKind { id: function, expected: "a function" });
        };
        if params.len() != args.len() {
            let what = format!("function {function} takes {} arguments, not {}", params.len(), args.len());
            return Err(BuildError::Invalid { what });
        }
        let mut operands = vec![number];
        for (position, (&arg, &param)) in (1..).zip(args.iter().zip(params)) {
            let (value, ty) = self.value(arg)?;
            self.expect_type(|| format!("argument {position} of {function}"), ty, param)?;
            operands.push(value);
        }
        let value = self.spv.op(Op::FunctionCall, *result, &operands);
        Ok(self.define(value, *result))
    }
}

/// Memory.
impl ModuleBuilder {
    /// `OpLoad`
    ///
    /// # Errors
    /// When no block is begun, or the operand is not a pointer.
    pub fn load(&mut self, pointer: Id) -> Result<Id, BuildError> {
        let (_, pointee) = self.check_pointer(Op::Load, pointer)?;
        let ty = self.id(pointee);
        self.inst(Op::Load, ty, &[pointer.into()])
    }

    /// `OpStore`
    ///
    /// # Errors
    /// When no block is begun, when the first operand is not a pointer, or when the value has not the type that it points
    /// to.
    pub fn store(&mut self, pointer: Id, value: Id) -> Result<(), BuildError> {
        self.effect(Op::Store, &[pointer.into(), value.into()])
    }

    /// `OpAccessChain`: a pointer to a part of what `base` points to. The type follows from the indices.
    ///
    /// # Errors
    /// When no block is begun, when `base` is not a pointer, when an index is not an integer, or when it leads nowhere. An
    /// index of a struct must be a constant.
    pub fn access_chain(&mut self, base: Id, indices: &[Id]) -> Result<Id, BuildError> {
        self.require_block()?;
        let (storage, mut ty) = self.check_pointer(Op::AccessChain, base)?;
        let mut words = Vec::with_capacity(indices.len());
        for (position, &index) in (2..).zip(indices) {
            let number = self.check_integer(Op::AccessChain, position, index)?;
            let constant = match self.spv.ctx.constant_of(number) {
                Some((Op::Constant, value)) => Some(value[1]),
                _ => None,
            };
            ty = self.part(ty, constant)?;
            words.push(number);
        }
        let Some(storage) = StorageClass::from_u32(storage) else {
            return Err(BuildError::WrongKind { id: base, expected: "a pointer" });
        };
        let value = self.spv.chain_word(storage, ty, base.number(), &words);
        let pointer = self.spv.pointer(storage, ty);
        Ok(self.define(value, pointer))
    }
}

/// Composites.
impl ModuleBuilder {
    /// `OpCompositeExtract`. The type follows from the indices.
    ///
    /// # Errors
    /// When no block is begun, or an index leads nowhere.
    pub fn extract(&mut self, composite: Id, indices: &[u32]) -> Result<Id, BuildError> {
        self.require_block()?;
        let (number, mut ty) = self.value(composite)?;
        for &index in indices {
            ty = self.part(ty, Some(index))?;
        }
        let value = self.spv.extract(ty, number, indices);
        Ok(self.define(value, ty))
    }

    /// `OpCompositeConstruct`
    ///
    /// # Errors
    /// When no block is begun, or the type is not made of such parts.
    pub fn construct(&mut self, ty: Id, parts: &[Id]) -> Result<Id, BuildError> {
        let number = self.type_number(ty)?;
        self.require_block()?;
        self.check_parts(Op::CompositeConstruct, ty, parts)?;
        let words = self.numbers(parts)?;
        let value = self.spv.construct(number, &words);
        Ok(self.define(value, number))
    }

    /// Checks the parts that a composite is made of. A vector may be made of vectors, but for a constant one.
    pub(super) fn check_parts(&self, op: Op, ty: Id, parts: &[Id]) -> Result<(), BuildError> {
        let number = self.type_number(ty)?;
        let types: Vec<Word> =
            parts.iter().map(|&part| self.value(part).map(|(_, ty)| ty)).collect::<Result<_, _>>()?;
        let (count, what) = match self.spv.ctx.type_of(number) {
            Some((Op::TypeStruct, members)) => (members.len(), "members"),
            Some((Op::TypeVector, &[component, count])) if op == Op::CompositeConstruct => {
                return self.check_components(component, count, parts, &types);
            }
            Some((Op::TypeVector | Op::TypeMatrix, operands)) => (operands[1] as usize, "parts"),
            Some((Op::TypeArray, operands)) => (self.array_length(operands[1]).unwrap_or(parts.len()), "elements"),
            _ => return Err(BuildError::WrongKind { id: ty, expected: "the type of a composite" }),
        };
        if count != parts.len() {
            let what = format!("{} has {count} {what}, not {}", self.describe(number), parts.len());
            return Err(BuildError::Invalid { what });
        }
        for (index, (&part, &found)) in (0..).zip(parts.iter().zip(&types)) {
            let expected = self.part(number, Some(index))?;
            self.expect_type(|| format!("part {part}"), found, expected)?;
        }
        Ok(())
    }

    fn check_components(&self, component: Word, count: Word, parts: &[Id], types: &[Word]) -> Result<(), BuildError> {
        let mut found = 0;
        for (&part, &ty) in parts.iter().zip(types) {
            let (scalar, components) = match self.spv.ctx.type_of(ty) {
                Some((Op::TypeVector, &[scalar, components])) => (scalar, components),
                _ => (ty, 1),
            };
            self.expect_type(|| format!("a component of part {part}"), scalar, component)?;
            found += components;
        }
        if found != count {
            return Err(BuildError::Invalid { what: format!("a vector of {count} components is made of {found}") });
        }
        Ok(())
    }

    fn array_length(&self, id: Word) -> Option<usize> {
        match self.spv.ctx.constant_of(id)? {
            (Op::Constant, value) => Some(value[1] as usize),
            _ => None,
        }
    }

    /// The type of a part. An index that is not known selects any part where all have one type.
    fn part(&self, ty: Word, index: Option<u32>) -> Result<Word, BuildError> {
        let invalid = |what: String| Err(BuildError::Invalid { what });
        let (part, count) = match self.spv.ctx.type_of(ty) {
            Some((Op::TypeStruct, members)) => {
                let Some(index) = index else {
                    return invalid(format!("the index of a member of {} must be a constant", self.describe(ty)));
                };
                (members.get(index as usize).copied().unwrap_or_default(), members.len())
            }
            Some((Op::TypeVector | Op::TypeMatrix, operands)) => (operands[0], operands[1] as usize),
            Some((Op::TypeArray, operands)) => (operands[0], self.array_length(operands[1]).unwrap_or(usize::MAX)),
            Some((Op::TypeRuntimeArray, operands)) => (operands[0], usize::MAX),
            _ => return invalid(format!("{} has no parts", self.describe(ty))),
        };
        match index {
            Some(index) if index as usize >= count => {
                invalid(format!("{} has {count} parts, and none with index {index}", self.describe(ty)))
            }
            _ => Ok(part),
        }
    }
}

/// Returns whether an instruction computes or does something in a block, and has no method of its own.
fn is_code(class: Class) -> bool {
    let is_of_module =
        matches!(class, Class::Debug | Class::Annotation | Class::Extension | Class::ExtInst | Class::Mode);
    let is_definition = matches!(class, Class::Type(_) | Class::ForwardPointer | Class::Constant(_));
    let has_method =
        matches!(class, Class::Function | Class::Call | Class::Variable | Class::UntypedVariable | Class::Merge);
    let bounds_block = matches!(class, Class::Label | Class::Terminator);
    !(is_of_module || is_definition || has_method || bounds_block)
}
