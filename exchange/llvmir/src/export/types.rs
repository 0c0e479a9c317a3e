//! Types of kernels as types of the LLVM dialect, and as the names of functions show them.

use super::state::{Export, Spelling, number};
use crate::error::{Result, refuse};
use crate::mangle::Param;
use dialect::ir::{Type, TypeId};
use dialect::llvm::types::{self, LlvmType};
use dialect::spirv::access::id_of;
use dialect::spirv::decode::Inst;
use spirv::{Op, StorageClass};

impl Export<'_> {
    /// The address space of a storage class.
    pub(super) fn space(class: u64) -> Result<u32> {
        match StorageClass::from_u32(class as u32) {
            Some(StorageClass::Function) => Ok(0),
            Some(StorageClass::CrossWorkgroup) => Ok(1),
            Some(StorageClass::UniformConstant | StorageClass::Input) => Ok(2),
            Some(StorageClass::Workgroup) => Ok(3),
            Some(StorageClass::Generic) => Ok(4),
            Some(StorageClass::DeviceOnlyINTEL) => Ok(5),
            Some(StorageClass::HostOnlyINTEL) => Ok(6),
            _ => refuse("a storage class has no address space"),
        }
    }

    /// A type.
    pub(super) fn ty(&mut self, ty: u32) -> Result<TypeId> {
        if let Some(known) = self.types.get(&ty) {
            return Ok(*known);
        }
        let made = self.make_type(self.def(ty)?)?;
        self.types.insert(ty, made);
        Ok(made)
    }

    fn make_type(&mut self, inst: &Inst) -> Result<TypeId> {
        let (first, size) = (id_of(inst.operands.first()), number(inst.operands.first()) as u32);
        if let Some((name, space)) = plain(inst.op) {
            return self.known_to_targets(name, space, None);
        }
        Ok(match inst.op {
            Op::TypeVoid => self.builder.module.ctx.none(),
            Op::TypeBool => self.builder.int(1),
            Op::TypeInt => self.builder.int(size),
            Op::TypeFloat => self.builder.float(size),
            Op::TypeVector => {
                let elem = self.ty(first)?;
                self.builder.module.ctx.vector(elem, number(inst.operands.get(1)) as u32)
            }
            Op::TypeArray => {
                let length = self.def(id_of(inst.operands.get(1)))?;
                let elem = self.ty(first)?;
                types::array(&mut self.builder.module.ctx, elem, number(length.operands.first()))
            }
            Op::TypeStruct => {
                let members: Vec<TypeId> =
                    inst.operands.iter().map(|member| self.ty(id_of(Some(member)))).collect::<Result<_>>()?;
                types::structure(&mut self.builder.module.ctx, &members)
            }
            Op::TypePointer => {
                let space = Self::space(number(inst.operands.first()))?;
                match self.spelling {
                    Spelling::Opaque => types::ptr_in(&mut self.builder.module.ctx, space),
                    Spelling::Typed => {
                        let pointee = self.ty(id_of(inst.operands.get(1)))?;
                        self.llvm(LlvmType::PtrTo { pointee, space })
                    }
                }
            }
            Op::TypeImage => self.known_to_targets("Image", 1, Some(inst))?,
            Op::TypeSampledImage => {
                let image = self.def(first)?;
                self.known_to_targets("SampledImage", 1, Some(image))?
            }
            Op::TypePipe => self.pipe(size),
            op => return refuse(format!("Op{op:?} cannot be exported to LLVM IR")),
        })
    }

    fn llvm(&mut self, ty: LlvmType) -> TypeId {
        self.builder.module.ctx.ty(Type::Llvm(ty))
    }

    /// The structs without members that represent types which LLVM does not have, where these are spelled so.
    pub(super) fn opaque_types(&mut self) -> Result<()> {
        let is_it = |op: Op| plain(op).is_some() || matches!(op, Op::TypeImage | Op::TypeSampledImage | Op::TypePipe);
        for inst in self.index.insts.iter().filter(|inst| is_it(inst.op)) {
            self.ty(inst.result.unwrap_or(0))?;
        }
        Ok(())
    }

    /// A type that only targets know: as such, or as a pointer to a struct of that name.
    fn known_to_targets(&mut self, name: &str, space: u32, image: Option<&Inst>) -> Result<TypeId> {
        if self.spelling == Spelling::Typed {
            let name = match image {
                Some(image) => self.image_name(&format!("spirv.{name}."), image)?,
                None => format!("spirv.{name}"),
            };
            let pointee = self.llvm(LlvmType::Opaque(name.into()));
            return Ok(self.llvm(LlvmType::PtrTo { pointee, space }));
        }
        let (mut types, mut numbers) = (Vec::new(), Vec::new());
        if let Some(inst) = image {
            types.push(self.ty(id_of(inst.operands.first()))?);
            numbers = image_numbers(inst);
        }
        let name = format!("spirv.{name}").into();
        Ok(self.llvm(LlvmType::Target { name, types: types.into(), numbers: numbers.into() }))
    }

    /// A pipe that is read (0) or written (1).
    fn pipe(&mut self, access: u32) -> TypeId {
        if self.spelling == Spelling::Typed {
            let pointee = self.llvm(LlvmType::Opaque(format!("spirv.Pipe._{access}").into()));
            return self.llvm(LlvmType::PtrTo { pointee, space: 1 });
        }
        self.llvm(LlvmType::Target { name: "spirv.Pipe".into(), types: [].into(), numbers: [access].into() })
    }

    /// The name of what an image's texels are made of.
    fn sampled(&self, image: &Inst) -> Result<String> {
        let inst = self.def(id_of(image.operands.first()))?;
        Ok(match (inst.op, number(inst.operands.first())) {
            (Op::TypeVoid, _) => "void".to_owned(),
            (Op::TypeInt, width) => format!("i{width}"),
            (Op::TypeFloat, 16) => "half".to_owned(),
            (Op::TypeFloat, 32) => "float".to_owned(),
            (Op::TypeFloat, _) => "double".to_owned(),
            (op, _) => return refuse(format!("an image of Op{op:?} cannot be exported to LLVM IR")),
        })
    }

    /// A type as names show it.
    pub(super) fn param(&self, ty: u32) -> Result<Param> {
        let inst = self.def(ty)?;
        let first = || id_of(inst.operands.first());
        if let Some((name, space)) = plain(inst.op) {
            return Ok(self.named(format!("__spirv_{name}"), space));
        }
        Ok(match inst.op {
            Op::TypePointer => {
                let space = Self::space(number(inst.operands.first()))?;
                Param::Pointer(space, Box::new(self.param(id_of(inst.operands.get(1)))?))
            }
            Op::TypeVector => Param::Vector(number(inst.operands.get(1)) as u32, self.letter(first())?),
            Op::TypeImage => self.named(self.image_name("__spirv_Image_", inst)?, 1),
            Op::TypeSampledImage => {
                let image = self.def(first())?;
                self.named(self.image_name("__spirv_SampledImage_", image)?, 1)
            }
            Op::TypePipe => self.named(format!("__spirv_Pipe__{}", number(inst.operands.first())), 1),
            _ => Param::Scalar(self.letter(ty)?),
        })
    }

    /// A type by its name: where types are opaque structs, a pointer to one.
    fn named(&self, name: String, space: u32) -> Param {
        match self.spelling {
            Spelling::Opaque => Param::Named(name),
            Spelling::Typed => Param::Pointer(space, Box::new(Param::Named(name))),
        }
    }

    fn image_name(&self, name: &str, inst: &Inst) -> Result<String> {
        let sampled = self.sampled(inst)?;
        let numbers: String = image_numbers(inst).iter().map(|one| format!("_{one}")).collect();
        Ok(format!("{name}_{sampled}{numbers}"))
    }

    fn letter(&self, ty: u32) -> Result<&'static str> {
        let inst = self.def(ty)?;
        Ok(match (inst.op, number(inst.operands.first())) {
            (Op::TypeBool, _) => "b",
            (Op::TypeInt, 8) => "c",
            (Op::TypeInt, 16) => "s",
            (Op::TypeInt, 32) => "i",
            (Op::TypeInt, _) => "l",
            (Op::TypeFloat, 16) => "Dh",
            (Op::TypeFloat, 32) => "f",
            (Op::TypeFloat, _) => "d",
            (op, _) => return refuse(format!("Op{op:?} is not a parameter of a function")),
        })
    }

    /// A type as a suffix of names, where functions differ by their results alone.
    pub(super) fn suffix(&self, ty: u32) -> Result<String> {
        let inst = self.def(ty)?;
        let width = number(inst.operands.first());
        Ok(match inst.op {
            Op::TypeVector => format!("{}{}", self.suffix(id_of(inst.operands.first()))?, number(inst.operands.get(1))),
            Op::TypeBool => "bool".to_owned(),
            Op::TypeInt => ["char", "short", "int", "long"][(width.max(8).ilog2() as usize - 3).min(3)].to_owned(),
            Op::TypeFloat => ["half", "float", "double"][(width.max(16).ilog2() as usize - 4).min(2)].to_owned(),
            op => return refuse(format!("Op{op:?} is not supported as a result of overloaded functions")),
        })
    }

    /// The alignment of a value in memory: a vector of three components has that of four.
    pub(super) fn align(&self, ty: u32) -> Result<u64> {
        let inst = self.def(ty)?;
        let first = id_of(inst.operands.first());
        Ok(match inst.op {
            Op::TypeInt | Op::TypeFloat => (number(inst.operands.first()) / 8).max(1),
            Op::TypeVector => (self.align(first)? * number(inst.operands.get(1))).next_power_of_two(),
            Op::TypeArray => self.align(first)?,
            Op::TypeStruct => {
                let members = inst.operands.iter().map(|member| self.align(id_of(Some(member))));
                members.collect::<Result<Vec<u64>>>()?.into_iter().max().unwrap_or(1)
            }
            Op::TypePointer => {
                if self.is_32 {
                    4
                } else {
                    8
                }
            }
            _ => 1,
        })
    }

    /// The pointee of a pointer type.
    pub(super) fn pointee(&self, pointer: u32) -> Result<u32> {
        Ok(id_of(self.def(pointer)?.operands.get(1)))
    }
}

/// The names of types that have no operands, and the address spaces of pointers that represent them.
fn plain(op: Op) -> Option<(&'static str, u32)> {
    Some(match op {
        Op::TypeSampler => ("Sampler", 2),
        Op::TypeEvent => ("Event", 0),
        Op::TypeDeviceEvent => ("DeviceEvent", 0),
        Op::TypeReserveId => ("ReserveId", 0),
        Op::TypeQueue => ("Queue", 0),
        Op::TypePipeStorage => ("PipeStorage", 1),
        _ => return None,
    })
}

/// The numbers of an image type; one that does not say how it is accessed is read.
fn image_numbers(inst: &Inst) -> Vec<u32> {
    let access = (inst.operands.len() < 8).then_some(0);
    inst.operands[1..].iter().map(|one| number(Some(one)) as u32).chain(access).collect()
}
