//! Capabilities that a module does without: every capability of a module of the corpus must be needed, which is to say
//! that the module without it is invalid, or that it has what only the specification ties to the capability.

use dialect::spirv::access::Access;
use dialect::spirv::decode::{self, Inst};
use dialect::spirv::enums::Kind;
use driver::Compiler;
use spirv::{BuiltIn, Capability, Decoration, Dim, GroupOperation, Op, StorageClass};
use std::collections::BTreeSet;

/// What a module must have for a capability that validators do not ask for.
#[derive(Clone, Copy)]
enum Use {
    /// A result that is not uniform: a resource of this kind, or a pointer to one.
    NonUniform(Resource),
    /// A variable in one of these storage classes with numbers of this width.
    Small(&'static [StorageClass], u32),
    /// A variable of this meaning.
    BuiltIn(BuiltIn),
    /// An array of resources without a length.
    RuntimeDescriptors,
    /// An image with this dimension, as an array or not, that is sampled (1) or not (2).
    Image(Dim, u32, u32),
    /// A constant of this value.
    Constant(u64),
    /// A reduction or scan of all active invocations.
    Reduction,
    /// A type of numbers of this width: floats or integers.
    Float(u32),
    /// Integers of this width.
    Int(u32),
}

/// A kind of resource.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Resource {
    UniformBuffer,
    StorageBuffer,
    SampledImage,
    StorageImage,
    InputAttachment,
    UniformTexelBuffer,
    StorageTexelBuffer,
}

#[rustfmt::skip]
const USES: &[(Capability, Use)] = &[
    (Capability::UniformBufferArrayNonUniformIndexing, Use::NonUniform(Resource::UniformBuffer)),
    (Capability::StorageBufferArrayNonUniformIndexing, Use::NonUniform(Resource::StorageBuffer)),
    (Capability::SampledImageArrayNonUniformIndexing, Use::NonUniform(Resource::SampledImage)),
    (Capability::StorageImageArrayNonUniformIndexing, Use::NonUniform(Resource::StorageImage)),
    (Capability::InputAttachmentArrayNonUniformIndexing, Use::NonUniform(Resource::InputAttachment)),
    (Capability::UniformTexelBufferArrayNonUniformIndexing, Use::NonUniform(Resource::UniformTexelBuffer)),
    (Capability::StorageTexelBufferArrayNonUniformIndexing, Use::NonUniform(Resource::StorageTexelBuffer)),
    (Capability::StorageBuffer16BitAccess, Use::Small(&[StorageClass::StorageBuffer, StorageClass::Uniform], 16)),
    (Capability::UniformAndStorageBuffer16BitAccess, Use::Small(&[StorageClass::Uniform], 16)),
    (Capability::StoragePushConstant16, Use::Small(&[StorageClass::PushConstant], 16)),
    (Capability::StorageInputOutput16, Use::Small(&[StorageClass::Input, StorageClass::Output], 16)),
    (Capability::StorageBuffer8BitAccess, Use::Small(&[StorageClass::StorageBuffer, StorageClass::Uniform, StorageClass::PhysicalStorageBuffer], 8)),
    (Capability::UniformAndStorageBuffer8BitAccess, Use::Small(&[StorageClass::Uniform], 8)),
    (Capability::StoragePushConstant8, Use::Small(&[StorageClass::PushConstant], 8)),
    (Capability::ClipDistance, Use::BuiltIn(BuiltIn::ClipDistance)),
    (Capability::CullDistance, Use::BuiltIn(BuiltIn::CullDistance)),
    (Capability::RuntimeDescriptorArray, Use::RuntimeDescriptors),
    (Capability::SampledCubeArray, Use::Image(Dim::DimCube, 1, 1)),
    (Capability::ImageCubeArray, Use::Image(Dim::DimCube, 1, 2)),
    (Capability::ImageBuffer, Use::Image(Dim::DimBuffer, 0, 2)),
    (Capability::Image1D, Use::Image(Dim::Dim1D, 0, 2)),
    // A flag of rays, which may be combined with others at run time.
    (Capability::RayTracingOpacityMicromapEXT, Use::Constant(0x400)),
    // The grammar lets other capabilities of groups replace it.
    (Capability::GroupNonUniformArithmetic, Use::Reduction),
    // Numbers of 8 and 16 bits that are only stored and converted could do without; the language computes with them.
    (Capability::Float16, Use::Float(16)),
    (Capability::Int16, Use::Int(16)),
    (Capability::Int8, Use::Int(8)),
];

/// The capabilities that a module does not need; the text is its source.
pub(crate) fn superfluous(options: &[String], text: &str, words: &[u32]) -> Result<(), String> {
    // The source may ask for what it does not use.
    let names_them = ["ext_capability", "ext_instruction", "ext_extension"].iter().any(|name| text.contains(name));
    if words.is_empty() || names_them {
        return Ok(());
    }
    let Ok(compiler) = Compiler::from_args(options) else { return Ok(()) };
    let chosen = compiler.options();
    // Before passes capabilities are declared that may be needed.
    if chosen.optimise.front_end_only || chosen.optimise.skip_validation || chosen.takes_kernels() {
        return Ok(());
    }
    let (_, insts) = decode::decode(words).map_err(|error| error.to_string())?;
    let module = Module { insts: &insts };
    let mut rules = valid::Options::new(chosen.environment().unwrap_or_default().into());
    rules.layout = valid::BlockLayout::Any;
    rules.allow_any_alignment = true;
    let declared: Vec<&Inst> = insts.iter().filter(|inst| inst.op == Op::Capability).collect();
    let all: Vec<u32> = declared.iter().map(|inst| inst.value(0)).collect();
    let unneeded = declared.iter().filter(|inst| {
        let number = inst.value(0);
        let others: Vec<u32> = all.iter().copied().filter(|other| *other != number).collect();
        !implied(&others).contains(&number) && !module.uses(number) && is_valid_without(words, inst, &rules)
    });
    let names: Vec<String> = unneeded.map(|inst| Kind::Capability.table().text(inst.value(0))).collect();
    match names.is_empty() {
        true => Ok(()),
        false => Err(format!("{}: the module does without {}", options.join(" "), names.join(", "))),
    }
}

/// Capabilities, with those that they imply.
fn implied(capabilities: &[u32]) -> BTreeSet<u32> {
    let mut stack = capabilities.to_vec();
    let mut found = BTreeSet::new();
    while let Some(one) = stack.pop() {
        if found.insert(one) {
            stack.extend(Kind::Capability.capabilities(one).into_iter().map(|implied| implied as u32));
        }
    }
    found
}

fn is_valid_without(words: &[u32], inst: &Inst, rules: &valid::Options) -> bool {
    let at = inst.offset as usize;
    let rest = [&words[..at], &words[at + 2..]].concat();
    valid::validate(&rest, rules).is_ok()
}

/// The instructions of a module.
struct Module<'m> {
    insts: &'m [Inst],
}

impl Module<'_> {
    /// Returns whether a module has what only the specification ties to a capability.
    fn uses(&self, capability: u32) -> bool {
        let mut rows = USES.iter().filter(|(one, _)| *one as u32 == capability);
        rows.any(|(_, usage)| self.has(*usage))
    }

    fn has(&self, usage: Use) -> bool {
        let decorated = |kind: Decoration| {
            self.insts.iter().filter(move |inst| inst.op == Op::Decorate && inst.value(1) == kind as u32)
        };
        match usage {
            Use::NonUniform(resource) => decorated(Decoration::NonUniform).any(|inst| self.is(inst.id(0), resource)),
            Use::Small(classes, bits) => self.insts.iter().any(|inst| {
                let is_there = inst.op == Op::TypePointer && classes.iter().any(|class| inst.value(0) == *class as u32);
                is_there && self.holds(inst.id(1), bits)
            }),
            Use::BuiltIn(builtin) => self.insts.iter().any(|inst| {
                let at = if inst.op == Op::MemberDecorate { 2 } else { 1 };
                let names = matches!(inst.op, Op::Decorate | Op::MemberDecorate);
                let is_builtin = names && inst.value(at) == Decoration::BuiltIn as u32;
                is_builtin
                    && inst
                        .params(at)
                        .iter()
                        .any(|param| *param == decode::Operand::Enum(Kind::BuiltIn, builtin as u32, Box::new([])))
            }),
            Use::RuntimeDescriptors => self.insts.iter().any(|inst| {
                inst.op == Op::TypeRuntimeArray && (self.resource(inst.id(0)).is_some() || self.is_opaque(inst.id(0)))
            }),
            Use::Image(dim, arrayed, sampled) => self.insts.iter().any(|inst| {
                let is_image = inst.op == Op::TypeImage && inst.value(1) == dim as u32;
                is_image && inst.literal(3) == arrayed && inst.literal(5) == sampled
            }),
            Use::Constant(value) => self
                .insts
                .iter()
                .any(|inst| inst.op == Op::Constant && inst.operands.first() == Some(&decode::Operand::Number(value))),
            Use::Reduction => self.insts.iter().any(|inst| {
                let is_count = inst.op == Op::GroupNonUniformBallotBitCount;
                let operation = inst.find(Kind::GroupOperation).map(|(value, _)| value);
                !is_count && operation.is_some_and(|value| value <= GroupOperation::ExclusiveScan as u32)
            }),
            Use::Float(bits) => self.insts.iter().any(|inst| inst.op == Op::TypeFloat && inst.literal(0) == bits),
            Use::Int(bits) => self.insts.iter().any(|inst| inst.op == Op::TypeInt && inst.literal(0) == bits),
        }
    }

    fn def(&self, id: u32) -> Option<&Inst> {
        self.insts.iter().find(|inst| inst.result == Some(id))
    }

    /// Returns whether a value, or what a pointer leads to, is a resource of this kind.
    fn is(&self, value: u32, resource: Resource) -> bool {
        let Some(ty) = self.def(value).and_then(|inst| inst.ty) else { return false };
        match self.resource(ty) {
            // A pointer to a member does not say which kind of block it is of.
            Some(Resource::UniformBuffer) => matches!(resource, Resource::UniformBuffer | Resource::StorageBuffer),
            found => found == Some(resource),
        }
    }

    fn is_opaque(&self, ty: u32) -> bool {
        self.def(ty).is_some_and(|ty| matches!(ty.op, Op::TypeAccelerationStructureKHR | Op::TypeBufferEXT))
    }

    /// The kind of resource that a type is, or leads to.
    fn resource(&self, ty: u32) -> Option<Resource> {
        let def = self.def(ty)?;
        match def.op {
            Op::TypePointer => match StorageClass::from_u32(def.value(0))? {
                StorageClass::StorageBuffer => Some(Resource::StorageBuffer),
                StorageClass::Uniform if self.holds_block(def.id(1), Decoration::BufferBlock) => {
                    Some(Resource::StorageBuffer)
                }
                StorageClass::Uniform => Some(Resource::UniformBuffer),
                _ => self.resource(def.id(1)),
            },
            Op::TypeArray | Op::TypeRuntimeArray => self.resource(def.id(0)),
            Op::TypeSampler | Op::TypeSampledImage => Some(Resource::SampledImage),
            Op::TypeStruct if self.holds_block(ty, Decoration::BufferBlock) => Some(Resource::StorageBuffer),
            Op::TypeStruct if self.holds_block(ty, Decoration::Block) => Some(Resource::UniformBuffer),
            Op::TypeImage => {
                let is = |dim: Dim| def.value(1) == dim as u32;
                Some(match def.literal(5) {
                    2 if is(Dim::DimSubpassData) => Resource::InputAttachment,
                    2 if is(Dim::DimBuffer) => Resource::StorageTexelBuffer,
                    2 => Resource::StorageImage,
                    _ if is(Dim::DimBuffer) => Resource::UniformTexelBuffer,
                    _ => Resource::SampledImage,
                })
            }
            _ => None,
        }
    }

    /// Returns whether a type is a struct with this decoration, or an array of such.
    fn holds_block(&self, ty: u32, kind: Decoration) -> bool {
        let Some(def) = self.def(ty) else { return false };
        match def.op {
            Op::TypeArray | Op::TypeRuntimeArray => self.holds_block(def.id(0), kind),
            _ => self
                .insts
                .iter()
                .any(|inst| inst.op == Op::Decorate && inst.id(0) == ty && inst.value(1) == kind as u32),
        }
    }

    /// Returns whether numbers of this width are in a type.
    fn holds(&self, ty: u32, bits: u32) -> bool {
        let Some(def) = self.def(ty) else { return false };
        match def.op {
            Op::TypeInt | Op::TypeFloat => def.literal(0) == bits,
            Op::TypeVector | Op::TypeMatrix | Op::TypeArray | Op::TypeRuntimeArray => self.holds(def.id(0), bits),
            Op::TypeStruct => def.ids_from(0).any(|member| self.holds(member, bits)),
            _ => false,
        }
    }
}
