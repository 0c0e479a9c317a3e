//! Requirements of a module on its consumer: capabilities, extensions, a version.
//!
//! Every finished instruction passes [`Availability::check`] once. What an opcode or an enumerant needs is read from
//! the published grammar ([`super::grammar`]); what depends on the operands of types is said here. An instruction's needs are
//! looked at when it is met for the first time.

use super::context::SpirvContext;
use super::grammar::{Shape, shape};
use crate::options::Options;
use base::ids::Set;
use base::source::Span;
use base::target::{TARGETS, VULKAN_MEMORY_MODEL};
use isa::Class;
use isa::capabilities::{self, SmallStorage};
use rustc_hash::FxHashSet;
use spirv::grammar::{OperandKind, enumerant};
use spirv::{Capability, Op, StorageClass, Word};
use std::borrow::Cow;

/// Capabilities that are declared before it is known whether they are needed, with their extensions.
///
/// DXC's list has `QuadControlKHR` and the derivatives of compute shaders too. Here these are declared where they are
/// needed: validators from before 2024 do not know them, or not with these extensions, and refuse every module that
/// declares them.
const UNTRIMMED: &[(Capability, &str)] = &[
    (Capability::MinLod, ""),
    (Capability::StorageImageWriteWithoutFormat, ""),
    (Capability::StorageImageReadWithoutFormat, ""),
    (Capability::FragmentShaderSampleInterlockEXT, "SPV_EXT_fragment_shader_interlock"),
    (Capability::FragmentShaderPixelInterlockEXT, "SPV_EXT_fragment_shader_interlock"),
    (Capability::FragmentShaderShadingRateInterlockEXT, "SPV_EXT_fragment_shader_interlock"),
    (Capability::RayQueryKHR, "SPV_KHR_ray_query"),
    (Capability::GroupNonUniformPartitionedEXT, "SPV_NV_shader_subgroup_partitioned"),
    (Capability::InterpolationFunction, ""),
];

/// Something that the target does not have.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Missing {
    /// Where it is needed.
    pub(crate) span: Span,
    /// The requirement in words: `capability GroupNonUniformVote`.
    pub(crate) what: String,
    /// Why it is not there, in words: `needs SPIR-V 1.3`.
    pub(crate) why: String,
}

/// Declares capabilities and extensions as instructions ask for them.
#[derive(Debug)]
pub(crate) struct Availability<'a> {
    options: Cow<'a, Options>,
    capabilities: Set<Capability>,
    /// The number of capabilities that stages declared, and the number declared before types.
    first: (usize, usize),
    extensions: Set<String>,
    /// Declared capabilities and all that they imply.
    implied: FxHashSet<Capability>,
    seen_ops: Vec<u64>,
    seen_enumerants: FxHashSet<(OperandKind, Word)>,
    missing: Vec<Missing>,
}

impl<'a> Availability<'a> {
    /// Nothing is declared yet.
    pub(crate) fn new(options: &'a Options) -> Self {
        Self::with(Cow::Borrowed(options))
    }

    /// Nothing is declared yet, with options of its own.
    pub(crate) fn owned(options: Options) -> Self {
        Self::with(Cow::Owned(options))
    }

    fn with(options: Cow<'a, Options>) -> Self {
        Availability {
            options,
            capabilities: Set::default(),
            first: (0, 0),
            extensions: Set::default(),
            implied: FxHashSet::default(),
            seen_ops: Vec::new(),
            seen_enumerants: FxHashSet::default(),
            missing: Vec::new(),
        }
    }

    /// Counts requirements from here on as those of types and variables of the module.
    pub(crate) fn begin_types(&mut self) {
        self.first.1 = self.capabilities.len();
    }

    /// The declared capabilities: those that a pass may trim, then those of stages, of types, of instructions.
    pub(crate) fn declared(&self) -> (Vec<Word>, Vec<&str>) {
        let position = |capability: &Capability| UNTRIMMED.iter().position(|(it, _)| it == capability);
        let (stages, code) = self.first;
        let mut capabilities: Vec<(usize, Capability)> = self.capabilities.iter().copied().enumerate().collect();
        capabilities.sort_by_key(|(at, capability)| {
            let of_code = (stages..code).contains(at);
            (position(capability).unwrap_or(UNTRIMMED.len()), of_code)
        });
        let capabilities = capabilities.into_iter().map(|(_, capability)| capability as Word).collect();
        let position = |extension: &str| UNTRIMMED.iter().position(|&(_, it)| it == extension);
        let mut extensions: Vec<&str> = self.extensions.iter().map(String::as_str).collect();
        extensions.sort_by_key(|extension| position(extension).unwrap_or(UNTRIMMED.len()));
        (capabilities, extensions)
    }

    /// Requirements that the target does not meet.
    pub(crate) fn take_missing(&mut self) -> Vec<Missing> {
        std::mem::take(&mut self.missing)
    }

    /// The number of missing requirements so far.
    pub(crate) fn missing(&self) -> usize {
        self.missing.len()
    }

    /// Gives a place to what is missing since then and has none.
    pub(crate) fn place_missing(&mut self, since: usize, place: impl Fn() -> Span) {
        for missing in self.missing[since..].iter_mut().filter(|missing| missing.span.is_none()) {
            missing.span = place();
        }
    }

    /// Returns whether a capability is declared or implied by one that is.
    pub(crate) fn has(&self, capability: Capability) -> bool {
        self.implied.contains(&capability)
    }

    /// Examines one instruction of a finished function.
    pub(crate) fn check_code(&mut self, ctx: &SpirvContext, shape: &Shape, words: &[Word], span: Span) {
        self.check_shape(shape, words, span);
        let op = words[0] & 0xFFFF;
        if isa::class_of(op) == Class::Atomic
            && let Some((Op::TypeInt, operands)) = ctx.type_of(words[1])
            && operands[0] == 64
        {
            self.require(Capability::Int64Atomics, span);
        }
    }

    /// Returns whether an instruction was met.
    pub(crate) fn has_seen(&self, op: Op) -> bool {
        self.seen_ops.get(op as usize / 64).is_some_and(|bits| bits & 1 << (op as usize % 64) != 0)
    }

    /// Examines one finished instruction.
    pub(crate) fn check(&mut self, words: &[Word], span: Span) {
        self.check_shape(shape((words[0] & 0xFFFF) as u16), words, span);
    }

    fn check_shape(&mut self, shape: &Shape, words: &[Word], span: Span) {
        let op = (words[0] & 0xFFFF) as u16;
        if self.first_visit(op) {
            self.check_op(shape, span);
        }
        for &(at, kind) in &shape.enumerants {
            if let Some(&word) = words.get(at) {
                self.check_enumerant(kind, word, span);
            }
        }
    }

    /// Examines an instruction that the source names itself: what the target lacks is for the validator to say.
    pub(crate) fn check_named(&mut self, words: &[Word]) {
        let missing = self.missing.len();
        self.check(words, Span::NONE);
        self.missing.truncate(missing);
    }

    fn first_visit(&mut self, op: u16) -> bool {
        let (slot, bit) = (op as usize / 64, 1 << (op % 64));
        if slot >= self.seen_ops.len() {
            self.seen_ops.resize(slot + 1, 0);
        }
        let seen = self.seen_ops[slot] & bit != 0;
        self.seen_ops[slot] |= bit;
        !seen
    }

    fn check_op(&mut self, shape: &Shape, span: Span) {
        let first = shape.op.and_then(isa::first_version);
        match (first, shape.op) {
            (Some((major, minor)), _) if self.options.target.has_spirv(major, minor) => {}
            // Those with an extension came with it before the core had them.
            (Some(version), Some(op)) if shape.extensions.is_empty() => {
                self.miss(span, format!("Op{op:?}"), needs_version(version));
            }
            _ if !shape.needs_nothing() => self.satisfy(shape.capabilities, shape.extensions, span),
            _ => {}
        }
    }

    fn check_enumerant(&mut self, kind: OperandKind, word: Word, span: Span) {
        if !self.seen_enumerants.insert((kind, word)) {
            return;
        }
        if matches!(kind, OperandKind::ImageOperands | OperandKind::MemoryAccess) {
            return self.check_mask(kind, word, span);
        }
        if let Some(row) = enumerant(kind, word) {
            self.satisfy(row.capabilities, row.extensions, span);
        }
    }

    /// Of a mask, every bit's needs count.
    fn check_mask(&mut self, kind: OperandKind, word: Word, span: Span) {
        let bits = (0..Word::BITS).map(|bit| word & 1 << bit).filter(|bit| *bit != 0);
        for capability in bits.filter_map(|bit| enumerant(kind, bit)).flat_map(|row| row.capabilities) {
            self.require(*capability, span);
        }
    }

    /// Sees to it that one of `capabilities` and one of `extensions` is there; an empty list requires nothing.
    fn satisfy(&mut self, capabilities: &[Capability], extensions: &[&str], span: Span) {
        // Its extension is written against this version, which the grammar does not say.
        if let [capability @ Capability::GroupNonUniformPartitionedEXT] = capabilities {
            self.require_version((1, 3), &format!("capability {capability:?}"), span);
        }
        if !capabilities.is_empty() && !capabilities.iter().any(|&capability| self.has(capability)) {
            let usable = |&&capability: &&Capability| self.obstacle(capability).is_none();
            let of_shaders = || capabilities.iter().filter(|capability| !is_kernel(**capability));
            let of_all = || of_shaders().find(|capability| !is_of_vendor(**capability));
            let chosen = of_shaders().find(usable).or_else(of_all).or_else(|| of_shaders().next());
            self.require(*chosen.unwrap_or(&capabilities[0]), span);
        }
        // An extension is requested where no capability of its own brings it.
        let common = capabilities.iter().all(|&capability| capability == Capability::Shader);
        let there = |name: &&str| self.extensions.contains(*name) || self.options.target.has_in_core(name);
        if !extensions.is_empty() && !extensions.iter().any(there) && common {
            self.require_any_extension(extensions, span);
        }
    }

    /// Why a capability cannot be declared.
    fn obstacle(&self, capability: Capability) -> Option<String> {
        if self.options.target.row().vulkan.is_some() && (is_kernel(capability) || capability == Capability::Linkage) {
            return Some("Vulkan does not support it".to_owned());
        }
        if let Some(version) = self.options.target.version_missing_for_capability(capability) {
            return Some(needs_version(version));
        }
        let extensions = capability.extensions();
        if extensions.is_empty() || extensions.iter().any(|name| self.extension_obstacle(name).is_none()) {
            return None;
        }
        self.extension_obstacle(extensions[0])
    }

    fn extension_obstacle(&self, name: &str) -> Option<String> {
        if self.options.target.has_in_core(name) {
            return None;
        }
        if let Some(version) = self.options.target.version_missing_for_extension(name) {
            return Some(needs_version(version));
        }
        (!self.options.allows_extension(name)).then(|| format!("extension {name} is not allowed"))
    }

    /// Declares a capability, its extension included.
    pub(crate) fn require(&mut self, capability: Capability, span: Span) {
        if self.has(capability) {
            return;
        }
        if let Some(why) = self.obstacle(capability) {
            return self.miss(span, format!("capability {capability:?}"), why);
        }
        self.capabilities.insert(capability);
        self.imply(capability);
        let extensions = capability.extensions();
        if !extensions.is_empty() {
            self.require_any_extension(extensions, span);
        }
    }

    /// Declares a capability if the target has it. Returns whether it does.
    pub(crate) fn declare_if_there(&mut self, capability: Capability, span: Span) -> bool {
        let is_there = self.is_there(capability);
        if is_there {
            self.require(capability, span);
        }
        is_there
    }

    /// Returns whether the target has a capability, and the options allow its extension.
    pub(crate) fn is_there(&self, capability: Capability) -> bool {
        self.obstacle(capability).is_none()
    }

    /// Declares an extension if the target has it, unless another one is declared that brings the same.
    pub(crate) fn prefer_extension(&mut self, name: &str, other: &str) {
        if !self.extensions.contains(other) && self.extension_obstacle(name).is_none() {
            self.extensions.insert(name.to_owned());
        }
    }

    /// Declares a capability that the source names, whatever the target has: the validator has the last word.
    pub(crate) fn declare(&mut self, capability: Capability) {
        if self.has(capability) {
            return;
        }
        self.capabilities.insert(capability);
        self.imply(capability);
        let extensions = capability.extensions();
        let there = |name: &&str| self.extensions.contains(*name) || self.options.target.has_in_core(name);
        if !extensions.is_empty() && !extensions.iter().any(there) {
            self.extensions.insert(extensions[0].to_owned());
        }
    }

    /// Declares the capability of a stage.
    pub(crate) fn require_stage(&mut self, capability: Capability, span: Span) {
        self.require_by_name(capability, span);
        self.first.0 = self.capabilities.len();
    }

    /// Declares a capability even where others imply it.
    fn require_by_name(&mut self, capability: Capability, span: Span) {
        self.require(capability, span);
        if self.obstacle(capability).is_none() {
            self.capabilities.insert(capability);
        }
    }

    /// Declares what a trimming pass is expected to take away again, as far as the target allows it.
    pub(crate) fn declare_untrimmed(&mut self) {
        for &(capability, extension) in UNTRIMMED {
            if !extension.is_empty() && self.extension_obstacle(extension).is_some() {
                continue;
            }
            self.capabilities.insert(capability);
            self.imply(capability);
            if !extension.is_empty() && !self.options.target.has_in_core(extension) {
                self.extensions.insert(extension.to_owned());
            }
        }
    }

    fn imply(&mut self, capability: Capability) {
        if self.implied.insert(capability) {
            // Where the grammar names several, any one of them is implied by the others' users; all of ours name one.
            for implied in capability.implied() {
                self.imply(*implied);
            }
        }
    }

    /// Makes loads volatile that must be: before SPIR-V 1.6, only the memory model of Vulkan has a place for that.
    pub(crate) fn require_volatile_loads(&mut self, span: Span) {
        let there = self.options.target.has_spirv(1, 5) || self.options.allows_extension(VULKAN_MEMORY_MODEL);
        if there && !self.options.target.has_spirv(1, 6) {
            self.require(Capability::VulkanMemoryModel, span);
        }
    }

    /// Sees to it that the target has a version of SPIR-V, for what the grammar does not tie to one.
    pub(crate) fn require_version(&mut self, version: (u8, u8), what: &str, span: Span) {
        if !self.options.target.has_spirv(version.0, version.1) {
            self.miss(span, what.to_owned(), needs_version(version));
        }
    }

    fn require_any_extension(&mut self, names: &[&str], span: Span) {
        let there = |name: &&&str| self.extensions.contains(**name) || self.options.target.has_in_core(name);
        if names.iter().any(|name| there(&name)) {
            return;
        }
        // An extension of the Khronos group is known more widely than one of several vendors.
        let usable = |name: &&&str| self.extension_obstacle(name).is_none();
        let khronos = names.iter().filter(usable).find(|name| name.starts_with("SPV_KHR_"));
        let chosen = khronos.or_else(|| names.iter().find(usable));
        self.require_extension(chosen.unwrap_or(&names[0]), span);
    }

    /// Declares an extension, unless the target's core has its content.
    pub(crate) fn require_extension(&mut self, name: &str, span: Span) {
        if self.options.target.has_in_core(name) || self.extensions.contains(name) {
            return;
        }
        match self.extension_obstacle(name) {
            Some(why) => self.miss(span, format!("extension {name}"), why),
            None => {
                self.extensions.insert(name.to_owned());
            }
        }
    }

    fn miss(&mut self, span: Span, what: String, why: String) {
        let missing = Missing { span, what, why };
        if !self.missing.iter().any(|other| other.what == missing.what) {
            self.missing.push(missing);
        }
    }
}

/// Returns whether a capability is a vendor's, which a message names only where there is no other one.
fn is_of_vendor(capability: Capability) -> bool {
    let name = format!("{capability:?}");
    ["NV", "AMD", "AMDX", "INTEL", "QCOM", "ARM", "HUAWEI", "NVX"].iter().any(|vendor| name.ends_with(vendor))
}

fn is_kernel(capability: Capability) -> bool {
    matches!(capability, Capability::Kernel | Capability::Addresses) || capability.implied() == [Capability::Kernel]
}

fn needs_version(version: (u8, u8)) -> String {
    let (major, minor) = version;
    let first = TARGETS.iter().find(|row| row.vulkan.is_some() && row.spirv >= version);
    match first {
        Some(row) => format!("it requires SPIR-V {major}.{minor}, which -fspv-target-env={} has", row.name),
        None => format!("it requires SPIR-V {major}.{minor}"),
    }
}

/// The requirements of types.
impl Availability<'_> {
    /// Examines a type: its words as they are in the module.
    pub(crate) fn check_type(&mut self, ctx: &SpirvContext, words: &[Word]) {
        let op = words[0] & 0xFFFF;
        if op == Op::TypeInt as u32 {
            self.require_number(capabilities::of_int(words[2]));
        } else if op == Op::TypeFloat as u32 {
            self.require_number(capabilities::of_float(words[2]));
        } else if op == Op::TypeImage as u32 {
            self.check_image(ctx, words);
        } else if op == Op::TypePointer as u32
            && words[2] == spirv::StorageClass::PhysicalStorageBuffer as u32
            && holds_width(ctx, words[3], 8)
        {
            self.require(Capability::StorageBuffer8BitAccess, Span::NONE);
        } else if op == Op::TypeRuntimeArray as u32 && is_opaque(ctx, words[2]) {
            self.require(Capability::RuntimeDescriptorArray, Span::NONE);
        }
    }

    fn require_number(&mut self, capability: Option<Capability>) {
        if let Some(capability) = capability {
            self.require_by_name(capability, Span::NONE);
        }
    }

    /// The requirements of a result of a type after an index that is not uniform.
    pub(crate) fn require_non_uniform(&mut self, ctx: &SpirvContext, mut ty: Word) {
        self.require(Capability::ShaderNonUniform, Span::NONE);
        if let Some((Op::TypePointer, [storage, pointee])) = ctx.type_of(ty)
            && *storage == spirv::StorageClass::UniformConstant as u32
        {
            ty = *pointee;
        }
        while let Some((Op::TypeArray | Op::TypeRuntimeArray | Op::TypeSampledImage, operands)) = ctx.type_of(ty) {
            ty = operands[0];
        }
        let is = |dim: spirv::Dim, operands: &[Word]| operands[1] == dim as u32;
        let capability = match ctx.type_of(ty) {
            Some((Op::TypeSampler, _)) => Capability::SampledImageArrayNonUniformIndexing,
            Some((Op::TypeImage, image)) => match image[5] {
                2 if is(spirv::Dim::DimSubpassData, image) => Capability::InputAttachmentArrayNonUniformIndexing,
                2 if is(spirv::Dim::DimBuffer, image) => Capability::StorageTexelBufferArrayNonUniformIndexing,
                2 => Capability::StorageImageArrayNonUniformIndexing,
                _ if is(spirv::Dim::DimBuffer, image) => Capability::UniformTexelBufferArrayNonUniformIndexing,
                _ => Capability::SampledImageArrayNonUniformIndexing,
            },
            Some((Op::TypePointer, pointer)) => match block_kind(ctx, pointer) {
                Some(BlockKind::Uniform) => Capability::UniformBufferArrayNonUniformIndexing,
                Some(BlockKind::Storage) => Capability::StorageBufferArrayNonUniformIndexing,
                None => return,
            },
            _ => return,
        };
        self.require(capability, Span::NONE);
    }

    /// The requirements of a variable of the module by the types in it.
    pub(crate) fn check_variable(&mut self, ctx: &SpirvContext, words: &[Word]) {
        let Some((Op::TypePointer, pointer)) = ctx.type_of(words[1]) else { return };
        for row in SmallStorage::all() {
            if holds_width(ctx, pointer[1], row.bits)
                && let Some(capability) = of_memory(row, ctx, pointer)
            {
                self.require(capability, Span::NONE);
            }
        }
    }

    /// The requirements of a builtin in a stage, where the grammar leaves the choice.
    #[expect(clippy::wildcard_enum_match_arm, reason = "a few cases of an enum of SPIR-V")]
    pub(crate) fn require_builtin(&mut self, builtin: spirv::BuiltIn, before_geometry: bool, span: Span) {
        let new = match builtin {
            spirv::BuiltIn::Layer => Capability::ShaderLayer,
            spirv::BuiltIn::ViewportIndex => Capability::ShaderViewportIndex,
            _ => return self.check_enumerant(OperandKind::BuiltIn, builtin as u32, span),
        };
        if !before_geometry {
            return self.check_enumerant(OperandKind::BuiltIn, builtin as u32, span);
        }
        match self.options.target.version_missing_for_capability(new) {
            None => self.require(new, span),
            Some(_) => self.require(Capability::ShaderViewportIndexLayerEXT, span),
        }
    }

    fn check_image(&mut self, ctx: &SpirvContext, words: &[Word]) {
        let [dim, _, arrayed, multisampled, sampled] = [words[3], words[4], words[5], words[6], words[7]];
        let is = |wanted: spirv::Dim| dim == wanted as u32;
        let storage = sampled == 2;
        // Texel buffers for storage are declared with both.
        if is(spirv::Dim::DimBuffer) {
            self.require(Capability::SampledBuffer, Span::NONE);
        }
        let of_dimension = spirv::Dim::from_u32(dim).and_then(|dim| capabilities::of_dimension(dim, arrayed == 1));
        let needed = match of_dimension {
            Some([of_storage, _]) if storage => Some(of_storage),
            Some([_, of_sampled]) => Some(of_sampled),
            None if is(spirv::Dim::DimSubpassData) => Some(Capability::InputAttachment),
            None => (storage && multisampled == 1 && arrayed == 1).then_some(Capability::ImageMSArray),
        };
        if let Some(capability) = needed {
            self.require(capability, Span::NONE);
        }
        // An input attachment is not a storage image.
        if storage && multisampled == 1 && !is(spirv::Dim::DimSubpassData) {
            self.require(Capability::StorageImageMultisample, Span::NONE);
        }
        if storage && words[8] == spirv::ImageFormat::Unknown as u32 && !is(spirv::Dim::DimSubpassData) {
            for (op, capability) in [
                (Op::ImageRead, Capability::StorageImageReadWithoutFormat),
                (Op::ImageSparseRead, Capability::StorageImageReadWithoutFormat),
                (Op::ImageWrite, Capability::StorageImageWriteWithoutFormat),
            ] {
                if self.has_seen(op) {
                    self.require(capability, Span::NONE);
                }
            }
        }
        if ctx.type_of(words[2]).is_some_and(|(op, operands)| op == Op::TypeInt && operands[0] == 64) {
            self.require(Capability::Int64ImageEXT, Span::NONE);
        }
    }
}

/// The kinds of blocks that a pointer can lead to.
enum BlockKind {
    Uniform,
    Storage,
}

/// The kind of block behind a pointer: uniforms or storage buffers.
fn block_kind(ctx: &SpirvContext, pointer: &[Word]) -> Option<BlockKind> {
    if pointer[0] == spirv::StorageClass::StorageBuffer as u32 {
        return Some(BlockKind::Storage);
    }
    if pointer[0] != spirv::StorageClass::Uniform as u32 {
        return None;
    }
    let mut ty = pointer[1];
    while let Some((Op::TypeArray | Op::TypeRuntimeArray, operands)) = ctx.type_of(ty) {
        ty = operands[0];
    }
    let definition = ctx.definition(ty)?;
    let storage = ctx.decorations(definition).any(|it| it.decoration == spirv::Decoration::BufferBlock as u32);
    Some(if storage { BlockKind::Storage } else { BlockKind::Uniform })
}

/// The capability for numbers of few bits in what a pointer leads to, if they need one.
#[expect(clippy::wildcard_enum_match_arm, reason = "a few cases of an enum of SPIR-V")]
fn of_memory(row: &SmallStorage, ctx: &SpirvContext, pointer: &[Word]) -> Option<Capability> {
    let class = StorageClass::from_u32(pointer[0])?;
    match class {
        StorageClass::Input | StorageClass::Output | StorageClass::PushConstant => row.capability(class, false),
        _ => row.capability(class, matches!(block_kind(ctx, pointer)?, BlockKind::Storage)),
    }
}

/// Returns whether a number of a width is in values of a type.
fn holds_width(ctx: &SpirvContext, ty: Word, bits: u32) -> bool {
    match ctx.type_of(ty) {
        Some((Op::TypeInt | Op::TypeFloat, operands)) => operands[0] == bits,
        Some((Op::TypeVector | Op::TypeMatrix | Op::TypeArray | Op::TypeRuntimeArray, operands)) => {
            holds_width(ctx, operands[0], bits)
        }
        Some((Op::TypeStruct, members)) => members.iter().any(|&member| holds_width(ctx, member, bits)),
        _ => false,
    }
}

/// Returns whether a type is a resource, or an array of resources, and no data.
fn is_opaque(ctx: &SpirvContext, ty: Word) -> bool {
    match ctx.type_of(ty) {
        Some((Op::TypeArray, operands)) => is_opaque(ctx, operands[0]),
        Some((Op::TypeImage | Op::TypeSampler | Op::TypeSampledImage | Op::TypeAccelerationStructureKHR, _)) => true,
        Some((Op::TypeStruct, _)) => {
            // An array of blocks without length; arrays without length inside a block hold elements with a layout,
            // whose structs are not blocks.
            ctx.definition(ty).is_some_and(|definition| {
                ctx.decorations(definition).any(|it| {
                    it.member.is_none()
                        && (it.decoration == spirv::Decoration::Block as u32
                            || it.decoration == spirv::Decoration::BufferBlock as u32)
                })
            })
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::target::TargetEnv;

    #[test]
    fn wave_operations_need_a_newer_target() {
        let words = [4 << 16 | Op::GroupNonUniformElect as u32, 1, 2, 3];
        let old = Options::default();
        let mut availability = Availability::new(&old);
        availability.check(&words, Span::new(3, 4));
        assert_eq!(availability.take_missing()[0].span, Span::new(3, 4));
        let new = Options { target: TargetEnv::Vulkan1_1, ..Options::default() };
        let mut availability = Availability::new(&new);
        availability.check(&words, Span::NONE);
        assert!(availability.take_missing().is_empty());
        assert_eq!(availability.declared().0.first(), Some(&(Capability::GroupNonUniform as Word)));
    }

    #[test]
    fn extensions_are_declared_with_their_capability_unless_in_the_core() {
        let old = Options::default();
        let mut availability = Availability::new(&old);
        availability.require(Capability::DrawParameters, Span::NONE);
        assert!(availability.declared().1.contains(&"SPV_KHR_shader_draw_parameters"));
        let new = Options { target: TargetEnv::Vulkan1_1, ..Options::default() };
        let mut availability = Availability::new(&new);
        availability.require(Capability::DrawParameters, Span::NONE);
        assert!(availability.declared().1.is_empty());
    }
}
