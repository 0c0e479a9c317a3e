//! Rewrites of the instructions of a shader: kept, replaced by a sequence, or refused.

use crate::error::{Result, refuse};
use crate::place::Place;
use crate::state::Rewriter;
use base::intern::Symbol;
use dialect::ir::{OpId, RegionId, Type, ValueId};
use dialect::spirv::enums::{self, Kind};
use dialect::spirv::ops::{self, Code, Mlir};
use dialect::spirv::types::SpirvType;
use dialect::spirv::{attrs, facts};
use isa::{Class, Family, GroupKind, ProductKind};
use spirv::{Op, StorageClass};

/// Instructions that kernels have too.
#[rustfmt::skip]
const KEPT: &[Op] = &[
    Op::Undef, Op::CopyObject, Op::CopyLogical, Op::VectorExtractDynamic, Op::VectorInsertDynamic, Op::VectorShuffle, Op::CompositeConstruct,
    Op::CompositeExtract, Op::CompositeInsert, Op::SNegate, Op::FNegate, Op::IAdd, Op::FAdd, Op::ISub, Op::FSub,
    Op::IMul, Op::FMul, Op::UDiv, Op::SDiv, Op::FDiv, Op::UMod, Op::SRem, Op::SMod, Op::FRem, Op::FMod,
    Op::VectorTimesScalar, Op::Dot, Op::Any, Op::All, Op::IsNan, Op::IsInf, Op::LogicalEqual, Op::LogicalNotEqual,
    Op::LogicalOr, Op::LogicalAnd, Op::LogicalNot, Op::IEqual, Op::INotEqual, Op::UGreaterThan, Op::SGreaterThan,
    Op::UGreaterThanEqual, Op::SGreaterThanEqual, Op::ULessThan, Op::SLessThan, Op::ULessThanEqual,
    Op::SLessThanEqual, Op::FOrdEqual, Op::FUnordEqual, Op::FOrdNotEqual, Op::FUnordNotEqual, Op::FOrdLessThan,
    Op::FUnordLessThan, Op::FOrdGreaterThan, Op::FUnordGreaterThan, Op::FOrdLessThanEqual, Op::FUnordLessThanEqual,
    Op::FOrdGreaterThanEqual, Op::FUnordGreaterThanEqual, Op::BitwiseOr, Op::BitwiseXor,
    Op::BitwiseAnd, Op::Not, Op::ConvertFToU, Op::ConvertFToS, Op::ConvertSToF, Op::ConvertUToF, Op::UConvert, Op::SConvert, Op::FConvert, Op::Bitcast, Op::Branch,
    Op::BranchConditional, Op::Switch, Op::Return, Op::Unreachable, Op::SelectionMerge, Op::LoopMerge,
];

/// Instructions that no kernel has, by what HLSL calls them.
#[rustfmt::skip]
const REFUSED: &[(&str, &[Op])] = &[
    ("derivatives (ddx, ddy, fwidth)", &[
        Op::DPdx, Op::DPdy, Op::Fwidth, Op::DPdxFine, Op::DPdyFine, Op::FwidthFine, Op::DPdxCoarse, Op::DPdyCoarse,
        Op::FwidthCoarse,
    ]),
    ("discard and clip", &[Op::Kill, Op::TerminateInvocation, Op::DemoteToHelperInvocation, Op::IsHelperInvocationEXT]),
    ("sampling without a level (Sample, SampleBias, SampleCmp)", &[
        Op::ImageSampleImplicitLod, Op::ImageSampleProjImplicitLod, Op::ImageSparseSampleImplicitLod,
        Op::ImageSampleDrefImplicitLod, Op::ImageSampleProjDrefImplicitLod, Op::ImageQueryLod,
        Op::ImageSparseSampleDrefImplicitLod,
    ]),
    ("comparison sampling (SampleCmpLevelZero)", &[
        Op::ImageSampleDrefExplicitLod, Op::ImageSampleProjDrefExplicitLod, Op::ImageSparseSampleDrefExplicitLod,
    ]),
    ("Gather", &[
        Op::ImageGather, Op::ImageDrefGather, Op::ImageSparseGather, Op::ImageSparseDrefGather,
    ]),
    ("the residency of texels", &[
        Op::ImageSparseFetch, Op::ImageSparseRead, Op::ImageSparseTexelsResident, Op::ImageSparseSampleExplicitLod,
    ]),
    ("the number of levels or samples of an image", &[Op::ImageQueryLevels, Op::ImageQuerySamples]),
    ("calls of functions that are not inlined", &[Op::FunctionCall, Op::ReturnValue]),
    ("ray queries", &[
        Op::RayQueryInitializeKHR, Op::RayQueryProceedKHR, Op::RayQueryTerminateKHR, Op::RayQueryConfirmIntersectionKHR,
    ]),
    ("the clock", &[Op::ReadClockKHR]),
    ("abort", &[Op::AbortKHR]),
];

impl Rewriter<'_> {
    /// Rewrites the blocks of a function.
    pub(crate) fn function(&mut self, region: RegionId) -> Result<()> {
        let mut regions = vec![region];
        let entry = self.module[region].blocks[0];
        while let Some(region) = regions.pop() {
            for block in self.module[region].blocks.clone() {
                if block != entry {
                    self.block_arguments(block)?;
                }
                let ops = self.module[block].ops.clone();
                self.begin();
                for op in &ops {
                    self.stand_for(*op);
                    self.op(*op).map_err(|error| error.at(self.module, *op))?;
                    regions.extend(self.module[*op].regions.iter().rev());
                }
                self.end(block);
            }
        }
        self.finish(entry);
        Ok(())
    }

    fn block_arguments(&mut self, block: dialect::ir::BlockId) -> Result<()> {
        for arg in self.module[block].args.clone() {
            self.retype(arg)?;
        }
        Ok(())
    }

    /// Gives a value of the shader the type that it has in a kernel.
    fn retype(&mut self, value: ValueId) -> Result<()> {
        let old = self.old_type(value);
        if let Type::Spirv(SpirvType::Pointer { storage, .. }) = self.module.ctx[old]
            && storage != StorageClass::PhysicalStorageBuffer
        {
            return refuse("pointers selected at run time are not supported in kernels");
        }
        self.module[value].ty = self.types.value(&mut self.module.ctx, old);
        Ok(())
    }

    fn op(&mut self, op: OpId) -> Result<()> {
        match ops::code(self.module, op) {
            Some(Code::Mlir(mlir)) => self.mlir(op, mlir),
            Some(Code::Gl(number)) => self.rewrite_gl(op, number),
            Some(Code::Cl(_)) => self.keep(op),
            Some(Code::Core(core)) => self.core_op(op, core),
            None => refuse("op of another dialect"),
        }
    }

    fn mlir(&mut self, op: OpId, mlir: Mlir) -> Result<()> {
        match mlir {
            Mlir::Constant => {
                if let Some(attr) = self.module.attr(op, attrs::VALUE) {
                    let attr = self.types.constant(&mut self.module.ctx, attr);
                    self.module[op].set_attr(attrs::VALUE, attr);
                }
                self.keep(op)
            }
            Mlir::AddressOf => self.address(op),
            Mlir::ReferenceOf | Mlir::Selection | Mlir::Loop | Mlir::Merge => self.keep(op),
            // What it says is for debuggers.
            Mlir::ExtInst => Ok(()),
            Mlir::VendorInst => refuse("vendor instruction sets are not supported in kernels"),
            Mlir::Module
            | Mlir::Func
            | Mlir::GlobalVariable
            | Mlir::SpecConstant
            | Mlir::SpecConstantComposite
            | Mlir::SpecConstantOperation => refuse("declaration in a function"),
        }
    }

    /// An op stays, with operands and results of the kernel's types, and without what only shaders say of results.
    fn keep(&mut self, op: OpId) -> Result<()> {
        let mut uses: Vec<ValueId> = self.module[op].uses().collect();
        for value in &mut uses {
            *value = self.resolve(*value);
            if self.places.contains_key(value) {
                return refuse("pointers selected at run time are not supported in kernels");
            }
        }
        for (place, value) in self.module[op].uses_mut().zip(uses) {
            *place = value;
        }
        for result in self.module[op].results.clone() {
            self.retype(result)?;
        }
        let is_constant = ops::code(self.module, op) == Some(Code::Mlir(Mlir::Constant));
        let mut kept = std::mem::take(&mut self.module[op].attrs);
        kept.retain(|(name, _)| enums::decoration(name).is_none() || is_constant && *name == attrs::VALUE);
        for (name, attr) in kept.iter_mut() {
            if *name == attrs::CASES {
                *attr = self.types.constant(&mut self.module.ctx, *attr);
            }
        }
        self.module[op].attrs = kept;
        self.push(op);
        Ok(())
    }

    fn core_op(&mut self, op: OpId, core: Op) -> Result<()> {
        match core {
            Op::Variable => self.rewrite_variable(op),
            Op::AccessChain | Op::InBoundsAccessChain => self.rewrite_chain(op),
            Op::PtrAccessChain | Op::InBoundsPtrAccessChain => self.rewrite_pointer_chain(op),
            Op::CopyObject if self.places.contains_key(&self.module[op].operands[0]) => self.rewrite_chain(op),
            Op::Load => self.rewrite_load(op),
            Op::Store => self.rewrite_store(op),
            Op::CopyMemory => self.rewrite_copy(op),
            Op::ArrayLength => self.rewrite_length(op),
            Op::ConvertUToPtr | Op::ConvertPtrToU | Op::Bitcast | Op::CopyLogical | Op::CopyObject => {
                self.rewrite_pointer_cast(op)
            }
            Op::Select => self.rewrite_select(op),
            Op::BitCount => self.rewrite_bit_count(op),
            Op::BitReverse => self.rewrite_reverse(op),
            Op::BitFieldUExtract | Op::BitFieldSExtract => self.rewrite_field(op, core),
            Op::BitFieldInsert => self.rewrite_insert(op),
            Op::IAddCarry | Op::ISubBorrow | Op::UMulExtended | Op::SMulExtended => self.rewrite_extended(op, core),
            Op::SDot | Op::UDot | Op::SUDot | Op::SDotAccSat | Op::UDotAccSat | Op::SUDotAccSat => {
                self.rewrite_int_dot(op, core)
            }
            Op::ShiftLeftLogical | Op::ShiftRightLogical | Op::ShiftRightArithmetic => self.rewrite_shift(op, core),
            Op::QuantizeToF16 => self.rewrite_quantize(op),
            Op::ImageFetch | Op::ImageRead => self.rewrite_read(op),
            Op::ImageWrite => self.rewrite_write(op),
            Op::ImageSampleExplicitLod => self.rewrite_sample(op),
            Op::ImageQuerySize | Op::ImageQuerySizeLod => self.rewrite_query(op),
            Op::SampledImage => self.rewrite_sampled_image(op),
            Op::Image => self.rewrite_image(op),
            Op::ImageTexelPointer => self.rewrite_texel_pointer(op),
            Op::ControlBarrier | Op::MemoryBarrier => self.rewrite_barrier(op, core),
            _ if KEPT.contains(&core) => self.keep(op),
            _ => self.rewrite_class(op, core),
        }
    }

    /// Rewrites an instruction by its class.
    fn rewrite_class(&mut self, op: OpId, core: Op) -> Result<()> {
        match isa::class(core) {
            Class::Product(ProductKind::Matrix) | Class::Transpose => self.rewrite_matrix(op, core),
            Class::Atomic => self.rewrite_atomic(op, core),
            Class::Group(Family::NonUniform, GroupKind::QuadVote | GroupKind::Partition) => {
                refuse(self.why_not(op, core))
            }
            Class::Group(Family::NonUniform, _) if core != Op::GroupNonUniformRotateKHR => self.rewrite_wave(op, core),
            _ => refuse(self.why_not(op, core)),
        }
    }

    fn why_not(&self, op: OpId, core: Op) -> String {
        let known = REFUSED.iter().find(|(_, ops)| ops.contains(&core));
        match known {
            Some((what, _)) => format!("not supported in kernels: {what}"),
            None => format!("'{}' is not supported in kernels", self.module[op].info.name),
        }
    }

    /// The address of a variable of the module.
    fn address(&mut self, op: OpId) -> Result<()> {
        let Some(name) = facts::symbol_of(self.module, op, attrs::SYMBOL) else {
            return refuse("address of an undefined operand");
        };
        if let Some(resource) = self.resources.get(&name).cloned() {
            let place = self.resource(&resource);
            self.lead(op, place);
            return Ok(());
        }
        let old = self.module[op].results.first().map(|value| self.old_type(*value));
        let Some((ty, storage)) = old.and_then(|ty| facts::pointer(self.module, ty)) else {
            return refuse("address of a non-variable");
        };
        let place = match storage {
            StorageClass::Input => self.input(name, ty)?,
            StorageClass::Workgroup => {
                let stored = self.types.stored(&mut self.module.ctx, ty);
                let pointer = self.pointer_type(stored, storage);
                let result = self.module[op].results[0];
                self.module[result].ty = pointer;
                self.push(op);
                Place::Typed { pointer: result, storage, ty }
            }
            StorageClass::Private | StorageClass::PushConstant => match self.privates.get(&name) {
                Some(place) => place.clone(),
                None => self.private(name, ty)?,
            },
            other => return refuse(format!("variables of {other:?} are not supported in kernels")),
        };
        self.lead(op, place);
        Ok(())
    }

    fn input(&mut self, name: Symbol, ty: dialect::ir::TypeId) -> Result<Place> {
        let variable = facts::find_symbol(self.module, name);
        let number = variable.and_then(|op| facts::number_of(self.module, op, Kind::BuiltIn.table().snake));
        match number.and_then(|number| spirv::BuiltIn::from_u32(number as u32)) {
            Some(builtin) => Ok(Place::Builtin { builtin, ty, component: None }),
            None => refuse("non-builtin input"),
        }
    }

    /// A variable of the module that each invocation has for itself: one of the function.
    fn private(&mut self, name: Symbol, ty: dialect::ir::TypeId) -> Result<Place> {
        let stored = self.types.stored(&mut self.module.ctx, ty);
        let pointer = self.variable(stored);
        self.module[pointer].name = Some(name);
        let place = Place::Typed { pointer, storage: StorageClass::Function, ty };
        let variable = facts::find_symbol(self.module, name);
        if let Some(initial) = variable.and_then(|op| crate::arguments::initial(self, op)) {
            let attr = self.types.constant(&mut self.module.ctx, initial);
            let value = self.types.value(&mut self.module.ctx, ty);
            let value = self.constant(attr, value);
            self.at_start(|rewriter| rewriter.store(&place, value))?;
        }
        self.privates.insert(name, place.clone());
        Ok(place)
    }
}
