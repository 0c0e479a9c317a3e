//! `OpType*` instructions to uniqued types.

use super::error::error;
use super::reader::{Entity, Reader};
use crate::diagnostics::{Code, Result};
use crate::ir::types::{FloatKind, MAX_VECTOR, Sign};
use crate::ir::{Attr, Declared, NamedAttr, Type, TypeId};
use crate::spirv::decode::{Inst, Operand};
use crate::spirv::enums::Kind;
use crate::spirv::types::{Image, Length, Member, SpirvType};
use spirv::{Decoration, Op};

/// The limit of nesting, as in universal validation.
const MAX_DEPTH: u32 = 255;

impl<'i> Reader<'i> {
    pub(super) fn type_inst(&mut self, inst: &'i Inst) -> Result<()> {
        if inst.op == Op::TypeForwardPointer {
            return Ok(());
        }
        let id = inst.result.unwrap_or(0);
        let (ty, depth) = match inst.op {
            Op::TypeStruct => self.struct_type(inst, id)?,
            Op::TypeFunction => self.function_type(inst)?,
            _ => {
                let depth = self.operand_depth(inst);
                (self.simple_type(inst, id)?, depth)
            }
        };
        if depth > MAX_DEPTH {
            return error(Code::Type, inst, format!("types are nested more than {MAX_DEPTH} deep"));
        }
        let ty = self.module.ctx.ty(ty);
        self.types.depth.insert(ty, depth);
        self.entities.insert(id, Entity::Type(ty));
        self.note_places(Declared::Type(ty), id, inst);
        self.note_type_name(ty, id);
        Ok(())
    }

    /// Records a type's name beside the module, if the type has no place for it or another name.
    fn note_type_name(&mut self, ty: TypeId, id: u32) {
        let ctx = &mut self.module.ctx;
        let own = match &ctx[ty] {
            Type::Spirv(SpirvType::Struct { name, .. }) => name.map(|name| ctx.str(name)),
            _ => None,
        };
        if let Some((name, _)) = self.annotations.names.get(id)
            && own != Some(name)
            && self.types.with_names.insert(ty)
        {
            let pair = [ctx.attr(Attr::Type(ty)), ctx.str_attr(name)];
            self.types.names.push(ctx.attr(Attr::Array(pair.into())));
        }
        let Type::Spirv(SpirvType::Struct { members: types, .. }) = &ctx[ty] else { return };
        let count = types.len() as u32;
        if let Some(members) = self.annotations.member_names.get(&id) {
            let mut items = vec![ctx.attr(Attr::Type(ty))];
            items.extend((0..count).map(|member| ctx.str_attr(members.get(&member).copied().unwrap_or(""))));
            // Equal structs are one type: the first names of its members count.
            if self.types.with_member_names.insert(ty) {
                self.types.member_names.push(ctx.attr(Attr::Array(items.into())));
            }
        }
    }

    fn depth_of(&self, ty: TypeId) -> u32 {
        self.types.depth.get(&ty).copied().unwrap_or(0)
    }

    fn operand_depth(&self, inst: &Inst) -> u32 {
        let ids = inst.operands.iter().filter_map(|operand| match operand {
            Operand::Id(id) => self.entities.get(*id),
            _ => None,
        });
        let depths = ids.map(|entity| match entity {
            Entity::Type(ty) => self.depth_of(*ty) + 1,
            _ => 0,
        });
        depths.max().unwrap_or(0)
    }

    fn simple_type(&mut self, inst: &Inst, id: u32) -> Result<Type> {
        let spirv = match (inst.op, inst.operands.as_slice()) {
            (Op::TypeVoid, []) => return Ok(Type::None),
            (Op::TypeBool, []) => return Ok(Type::Int { width: 1, sign: Sign::Signless }),
            (Op::TypeInt, [Operand::Literal(width), Operand::Literal(sign)]) => return int(inst, *width, *sign),
            (Op::TypeFloat, [Operand::Literal(width), encoding @ ..]) => return float(inst, *width, encoding),
            (Op::TypeVector, [Operand::Id(elem), Operand::Literal(len)]) => {
                let elem = self.ty(inst, *elem)?;
                let is_scalar = matches!(self.module.ctx[elem], Type::Int { .. } | Type::Float { .. });
                if !is_scalar || !(2..=MAX_VECTOR).contains(len) {
                    return error(Code::Type, inst, "a vector has between 2 and 1024 scalars");
                }
                return Ok(Type::Vector { elem, len: *len });
            }
            (Op::TypeMatrix, [Operand::Id(column), Operand::Literal(columns)]) => {
                let column = self.ty(inst, *column)?;
                if !matches!(self.module.ctx[column], Type::Vector { .. }) {
                    return error(Code::Type, inst, "the columns of a matrix are vectors");
                }
                SpirvType::Matrix { column, columns: *columns }
            }
            (Op::TypeImage, operands) => SpirvType::Image(self.image(inst, operands)?),
            (Op::TypeSampler, []) => SpirvType::Sampler,
            (Op::TypeSampledImage, [Operand::Id(image)]) => SpirvType::SampledImage(self.ty(inst, *image)?),
            (Op::TypeArray, [Operand::Id(elem), Operand::Id(len)]) => {
                let len = self.length(inst, *len)?;
                SpirvType::Array { elem: self.ty(inst, *elem)?, len, stride: self.stride(id) }
            }
            (Op::TypeRuntimeArray, [Operand::Id(elem)]) if !self.has_stride_of_constant(id) => {
                SpirvType::RuntimeArray { elem: self.ty(inst, *elem)?, stride: self.stride(id) }
            }
            (Op::TypePointer, [Operand::Enum(_, storage, _), Operand::Id(pointee)]) => {
                let storage = spirv::StorageClass::from_u32(*storage).unwrap_or(spirv::StorageClass::Generic);
                SpirvType::Pointer { pointee: self.ty(inst, *pointee)?, storage, stride: self.stride(id) }
            }
            (op, operands) => {
                let params = operands.iter().map(|operand| self.static_operand(inst, operand));
                let params = params.collect::<Result<Vec<_>>>()?.into();
                SpirvType::Other { op, params, decorations: self.decorations_of(id, inst)? }
            }
        };
        Ok(Type::Spirv(spirv))
    }

    fn function_type(&mut self, inst: &Inst) -> Result<(Type, u32)> {
        let mut types = Vec::new();
        for operand in &inst.operands {
            if let Operand::Id(id) = operand {
                types.push(self.ty(inst, *id)?);
            }
        }
        let depth = self.operand_depth(inst);
        let Some((result, params)) = types.split_first() else {
            return error(Code::Operand, inst, "a function type has no result type");
        };
        Ok((Type::Function { params: params.into(), result: *result }, depth))
    }

    fn length(&self, inst: &Inst, id: u32) -> Result<Length> {
        match self.entities.get(id) {
            Some(Entity::Constant { attr, .. }) => match self.module.ctx[*attr] {
                Attr::Int { bits, .. } if bits > 0 => Ok(Length::Const(bits)),
                _ => error(Code::Type, inst, "the length of an array is not a positive integer"),
            },
            Some(Entity::SpecConstant { name, .. }) => Ok(Length::Symbol(*name)),
            _ => error(Code::Operand, inst, format!("%{id} is not a constant that is defined before")),
        }
    }

    fn stride(&self, id: u32) -> Option<u32> {
        let decorations = self.annotations.decorations.get(id)?;
        decorations.iter().find_map(|(decoration, _)| match decoration {
            Operand::Enum(_, value, params) if *value == Decoration::ArrayStride as u32 => literal(params),
            _ => None,
        })
    }

    /// Returns whether the array stride is given by id, as in descriptor heaps.
    fn has_stride_of_constant(&self, id: u32) -> bool {
        let is_stride = |(decoration, _): &(&Operand, u32)| matches!(decoration, Operand::Enum(_, value, _) if *value == Decoration::ArrayStrideIdEXT as u32);
        self.annotations.decorations.get(id).is_some_and(|all| all.iter().any(is_stride))
    }

    fn image(&mut self, inst: &Inst, operands: &[Operand]) -> Result<Image> {
        let [Operand::Id(sampled), Operand::Enum(_, dim, _), rest @ ..] = operands else {
            return error(Code::Operand, inst, "the operands are not those of an image");
        };
        let [depth, arrayed, multisampled, sampler_use, Operand::Enum(_, format, _), access @ ..] = rest else {
            return error(Code::Operand, inst, "the operands are not those of an image");
        };
        let small = |operand: &Operand, limit: u32| match operand {
            Operand::Literal(value) if *value < limit => Ok(*value as u8),
            _ => error(Code::UnknownValue, inst, "an operand of the image has an unknown value"),
        };
        let access = match access {
            [Operand::Enum(_, value, _)] => spirv::AccessQualifier::from_u32(*value),
            _ => None,
        };
        Ok(Image {
            sampled: self.ty(inst, *sampled)?,
            dim: spirv::Dim::from_u32(*dim).unwrap_or(spirv::Dim::Dim2D),
            depth: small(depth, 3)?,
            arrayed: small(arrayed, 2)?,
            multisampled: small(multisampled, 2)?,
            sampler_use: small(sampler_use, 3)?,
            format: spirv::ImageFormat::from_u32(*format).unwrap_or(spirv::ImageFormat::Unknown),
            access,
        })
    }

    fn struct_type(&mut self, inst: &Inst, id: u32) -> Result<(Type, u32)> {
        let name = self.name_of(id).map(|name| self.struct_name(id, name));
        let mut members = Vec::new();
        let mut depth = 0;
        for operand in &inst.operands {
            let Operand::Id(member) = operand else { continue };
            let ty = self.member_type(inst, *member)?;
            depth = depth.max(self.depth_of(ty) + 1);
            members.push(Member { ty, offset: None, decorations: Vec::new() });
        }
        let decorated = self.annotations.member_decorations.get(&id).map(|(members, _)| members.clone());
        for (member, decoration) in decorated.unwrap_or_default() {
            let Some(member) = members.get_mut(member as usize) else {
                return error(Code::Operand, inst, format!("decoration of unknown member {member}"));
            };
            match decoration {
                Operand::Enum(_, value, params) if *value == Decoration::Offset as u32 => {
                    member.offset = literal(params)
                }
                _ => member.decorations.push(self.decoration(decoration, inst)?),
            }
        }
        let decorations: Vec<NamedAttr> = self.decorations_of(id, inst)?;
        Ok((Type::Spirv(SpirvType::Struct { name, members, decorations }), depth))
    }

    /// The unique name of a struct.
    fn struct_name(&mut self, id: u32, name: &str) -> base::intern::Symbol {
        if let Some(symbol) = self.symbols.get(id) {
            return *symbol;
        }
        let symbol = self.types.used_struct_names.unique(&mut self.module.ctx, name);
        self.symbols.insert(id, symbol);
        symbol
    }

    /// The type of a member, which may be a forward-declared pointer.
    fn member_type(&mut self, inst: &Inst, id: u32) -> Result<TypeId> {
        if self.entities.get(id).is_some() {
            return self.ty(inst, id);
        }
        let pointer = self.annotations.announced.get(&id).copied().filter(|(offset, _)| *offset < inst.offset);
        let (Some((announced, storage)), Some(pointee)) = (pointer, self.annotations.pointees.get(&id).copied()) else {
            return error(Code::Id, inst, format!("%{id} is not a type that is defined before"));
        };
        if !self.annotations.structs.contains(&pointee) {
            return error(Code::Type, inst, format!("the announced pointer %{id} does not point to a struct"));
        }
        let name = self.name_of(pointee).unwrap_or("recursive");
        let name = self.struct_name(pointee, name);
        self.annotations.names.get_or_insert(pointee, ("recursive", inst.offset));
        let pointee = self.module.ctx.ty(Type::Spirv(SpirvType::StructRef(name)));
        let storage = spirv::StorageClass::from_u32(storage).unwrap_or(spirv::StorageClass::Generic);
        let stride = self.stride(id);
        let ty = self.module.ctx.ty(Type::Spirv(SpirvType::Pointer { pointee, storage, stride }));
        self.module.places.declared.entry(Declared::Announced(ty)).or_insert(announced);
        Ok(ty)
    }
}

fn literal(params: &[Operand]) -> Option<u32> {
    match params {
        [Operand::Literal(value)] => Some(*value),
        _ => None,
    }
}

fn int(inst: &Inst, width: u32, sign: u32) -> Result<Type> {
    let sign = match sign {
        0 => Sign::Signless,
        1 => Sign::Signed,
        _ => return error(Code::UnknownValue, inst, "the signedness of an integer is neither 0 nor 1"),
    };
    if ![8, 16, 32, 64].contains(&width) {
        return error(Code::Type, inst, format!("integers of {width} bits are not known"));
    }
    Ok(Type::Int { width, sign })
}

fn float(inst: &Inst, width: u32, encoding: &[Operand]) -> Result<Type> {
    let kind = match (width, encoding) {
        (16 | 32 | 64, []) => FloatKind::Ieee,
        (16, [Operand::Enum(Kind::FPEncoding, 0, _)]) => FloatKind::Bf16,
        (8, [Operand::Enum(Kind::FPEncoding, 4214, _)]) => FloatKind::E4M3,
        (8, [Operand::Enum(Kind::FPEncoding, 4215, _)]) => FloatKind::E5M2,
        _ => return error(Code::Type, inst, format!("this encoding of numbers of {width} bits is not known")),
    };
    Ok(Type::Float { width, kind })
}
