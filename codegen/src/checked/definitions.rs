//! Types and constants.

use super::error::BuildError;
use super::id::{Id, Operand};
use super::operands::check_operands;
use super::state::ModuleBuilder;
use crate::builder::context::Decorations;
use crate::builder::types::StructType;
use base::half;
use spirv::{Decoration, Op, StorageClass, Word};

/// A member of a struct.
#[derive(Clone, Copy, Debug)]
pub struct Member<'a> {
    /// Its name, which may be empty.
    pub name: &'a str,
    /// Its type.
    pub ty: Id,
    /// Its offset in bytes, where the struct is in memory that the host sees.
    pub offset: Option<u32>,
    /// Other decorations, each with its literals.
    pub decorations: &'a [(Decoration, &'a [Word])],
}

/// Types. Equal ones have one id.
impl ModuleBuilder {
    /// `OpTypeVoid`
    pub fn void_type(&mut self) -> Id {
        let ty = self.spv.void();
        self.id(ty)
    }

    /// `OpTypeBool`
    pub fn bool_type(&mut self) -> Id {
        let ty = self.spv.bool();
        self.id(ty)
    }

    /// `OpTypeInt`
    ///
    /// # Errors
    /// When integers of this width do not exist.
    pub fn int_type(&mut self, width: u32, signed: bool) -> Result<Id, BuildError> {
        if !matches!(width, 8 | 16 | 32 | 64) {
            return Err(invalid(format!("integers have 8, 16, 32 or 64 bits, not {width}")));
        }
        let ty = self.spv.int_type(width, signed);
        Ok(self.id(ty))
    }

    /// `OpTypeFloat`
    ///
    /// # Errors
    /// When floating-point numbers of this width do not exist.
    pub fn float_type(&mut self, width: u32) -> Result<Id, BuildError> {
        if !matches!(width, 16 | 32 | 64) {
            return Err(invalid(format!("floating-point numbers have 16, 32 or 64 bits, not {width}")));
        }
        let ty = self.spv.float_type(width);
        Ok(self.id(ty))
    }

    /// `OpTypeVector`
    ///
    /// # Errors
    /// When the component is not a scalar type, or the number of components is not 2, 3 or 4.
    pub fn vector_type(&mut self, component: Id, count: u32) -> Result<Id, BuildError> {
        let number = self.type_number(component)?;
        if !matches!(self.spv.ctx.type_of(number), Some((Op::TypeBool | Op::TypeInt | Op::TypeFloat, _))) {
            return Err(BuildError::WrongKind { id: component, expected: "a scalar type" });
        }
        if !(2..=4).contains(&count) {
            return Err(invalid(format!("vectors have 2, 3 or 4 components, not {count}")));
        }
        let ty = self.spv.vector(number, count);
        Ok(self.id(ty))
    }

    /// `OpTypeMatrix`
    ///
    /// # Errors
    /// When the column is not a vector of floating-point numbers, or the number of columns is not 2, 3 or 4.
    pub fn matrix_type(&mut self, column: Id, count: u32) -> Result<Id, BuildError> {
        let number = self.type_number(column)?;
        let component = match self.spv.ctx.type_of(number) {
            Some((Op::TypeVector, operands)) => self.spv.ctx.type_of(operands[0]),
            _ => None,
        };
        if !matches!(component, Some((Op::TypeFloat, _))) {
            return Err(BuildError::WrongKind { id: column, expected: "a vector of floating-point numbers" });
        }
        if !(2..=4).contains(&count) {
            return Err(invalid(format!("matrices have 2, 3 or 4 columns, not {count}")));
        }
        let ty = self.spv.matrix(number, count);
        Ok(self.id(ty))
    }

    /// `OpTypeArray`, with a stride in bytes where it is in memory that the host sees.
    ///
    /// # Errors
    /// When the element is not a type, or the length is 0.
    pub fn array_type(&mut self, element: Id, length: u32, stride: Option<u32>) -> Result<Id, BuildError> {
        let element = self.type_number(element)?;
        if length == 0 {
            return Err(invalid("arrays have at least one element".to_owned()));
        }
        let ty = self.spv.array(element, length, stride);
        Ok(self.id(ty))
    }

    /// `OpTypeRuntimeArray`, with a stride in bytes where it is in memory that the host sees.
    ///
    /// # Errors
    /// When the element is not a type.
    pub fn runtime_array_type(&mut self, element: Id, stride: Option<u32>) -> Result<Id, BuildError> {
        let element = self.type_number(element)?;
        let ty = self.spv.runtime_array(element, stride);
        Ok(self.id(ty))
    }

    /// `OpTypeStruct` with its names and decorations. Structs of other names or decorations differ.
    ///
    /// # Errors
    /// When the type of a member is not a type.
    pub fn struct_type(
        &mut self,
        name: &str,
        members: &[Member<'_>],
        decorations: &[Decoration],
    ) -> Result<Id, BuildError> {
        let types: Vec<Word> = members.iter().map(|member| self.type_number(member.ty)).collect::<Result<_, _>>()?;
        let names: Vec<&str> = members.iter().map(|member| member.name).collect();
        let mut all = Decorations::new();
        for &decoration in decorations {
            all.add(decoration, &[]);
        }
        for (index, member) in (0..).zip(members) {
            if let Some(offset) = member.offset {
                all.add_member(index, Decoration::Offset, &[offset]);
            }
            for (decoration, literals) in member.decorations {
                all.add_member(index, *decoration, literals);
            }
        }
        let ty = StructType { name, members: &types, member_names: &names, decorations: &all };
        let ty = self.spv.struct_type(&ty);
        Ok(self.id(ty))
    }

    /// `OpTypePointer`
    ///
    /// # Errors
    /// When the pointee is not a type.
    pub fn pointer_type(&mut self, storage: StorageClass, pointee: Id) -> Result<Id, BuildError> {
        let pointee = self.type_number(pointee)?;
        let ty = self.spv.pointer(storage, pointee);
        Ok(self.id(ty))
    }

    /// Any other type, such as an image, with a name that may be empty.
    ///
    /// # Errors
    /// When the instruction declares no type, or does not take these operands.
    pub fn other_type(&mut self, op: Op, operands: &[Operand], name: &str) -> Result<Id, BuildError> {
        if !isa::class(op).is_type() {
            return Err(BuildError::WrongMethod { op, expected: "the declaration of a type" });
        }
        check_operands(op, operands)?;
        let words = self.words(operands)?;
        let ty = self.spv.other_type(op, &words, name);
        Ok(self.id(ty))
    }
}

/// Constants. Equal ones have one id.
impl ModuleBuilder {
    /// `OpConstantTrue` or `OpConstantFalse`
    pub fn constant_bool(&mut self, value: bool) -> Id {
        let constant = self.spv.constant_bool(value);
        self.id(constant)
    }

    /// `OpConstant` of an integer type.
    ///
    /// # Errors
    /// When the type is not an integer type, or lacks the value.
    pub fn constant_int(&mut self, ty: Id, value: impl Into<i128>) -> Result<Id, BuildError> {
        let number = self.type_number(ty)?;
        let bits = self.integer_bits(ty, number, value.into())?;
        let constant = self.spv.constant_bits(number, &bits);
        Ok(self.id(constant))
    }

    /// `OpConstant` of a floating-point type, rounded to its width.
    ///
    /// # Errors
    /// When the type is not a floating-point type.
    pub fn constant_float(&mut self, ty: Id, value: f64) -> Result<Id, BuildError> {
        let number = self.type_number(ty)?;
        let bits = match self.spv.ctx.type_of(number) {
            Some((Op::TypeFloat, [16])) => vec![u32::from(half::bits(value))],
            Some((Op::TypeFloat, [32])) => vec![(value as f32).to_bits()],
            Some((Op::TypeFloat, [64])) => vec![value.to_bits() as u32, (value.to_bits() >> 32) as u32],
            _ => return Err(BuildError::WrongKind { id: ty, expected: "a floating-point type" }),
        };
        let constant = self.spv.constant_bits(number, &bits);
        Ok(self.id(constant))
    }

    /// `OpConstantComposite`
    ///
    /// # Errors
    /// When a part is not a constant, or the type is not made of such parts.
    pub fn constant_composite(&mut self, ty: Id, parts: &[Id]) -> Result<Id, BuildError> {
        let number = self.type_number(ty)?;
        let constants: Vec<Word> = parts.iter().map(|&part| self.constant_number(part)).collect::<Result<_, _>>()?;
        self.check_parts(Op::ConstantComposite, ty, parts)?;
        let constant = self.spv.constant_composite(number, &constants);
        Ok(self.id(constant))
    }

    /// `OpConstantNull`
    ///
    /// # Errors
    /// When the type is not a type.
    pub fn constant_null(&mut self, ty: Id) -> Result<Id, BuildError> {
        let ty = self.type_number(ty)?;
        let constant = self.spv.constant_null(ty);
        Ok(self.id(constant))
    }

    /// `OpSpecConstant` of an integer type, which the host may set by `spec_id`.
    ///
    /// # Errors
    /// When the type is not an integer type, or lacks the value.
    pub fn spec_constant_int(&mut self, ty: Id, value: impl Into<i128>, spec_id: u32) -> Result<Id, BuildError> {
        let number = self.type_number(ty)?;
        let bits = self.integer_bits(ty, number, value.into())?;
        let constant = self.spv.spec_constant(Op::SpecConstant, number, &bits);
        self.spv.out.decorate(constant, Decoration::SpecId, &[spec_id]);
        Ok(self.id(constant))
    }

    /// The words of an integer. Narrow ones are extended to a word as their type is signed.
    fn integer_bits(&self, id: Id, ty: Word, value: i128) -> Result<Vec<Word>, BuildError> {
        let Some((Op::TypeInt, &[width, signed])) = self.spv.ctx.type_of(ty) else {
            return Err(BuildError::WrongKind { id, expected: "an integer type" });
        };
        let range = match signed {
            0 => 0..1_i128 << width,
            _ => -(1_i128 << (width - 1))..1_i128 << (width - 1),
        };
        if !range.contains(&value) {
            return Err(invalid(format!("{value} is not a value of {}", self.describe(ty))));
        }
        let low = value as u32;
        Ok(if width == 64 { vec![low, (value >> 32) as u32] } else { vec![low] })
    }
}

fn invalid(what: String) -> BuildError {
    BuildError::Invalid { what }
}
