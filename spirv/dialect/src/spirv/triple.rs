//! The triple of a module, its version, capabilities and extensions, as MLIR's `update-vce` derives it: the least that
//! the ops, the enumerants and the types need, chosen among what the target allows.
//!
//! The rows about requirements are elsewhere; this is the walk, the choice, and what a type needs by its storage class.

use super::attrs;
use super::availability::{self, since};
use super::enums::{self, Kind};
use super::facts;
use super::ops::{self, Code, OpRow};
use super::types::{Image, SpirvType};
use crate::ir::types::FloatKind;
use crate::ir::{Attr, AttrId, Module, OpId, Type, TypeId, walk};
use base::ids::Set;
use base::target::{CAPABILITIES_SINCE, EXTENSIONS_NEED, EXTENSIONS_WRITTEN_FOR};
use isa::capabilities::{self, SmallStorage};
use spirv::{Capability, Dim, Op, StorageClass};

/// The minor version of a module whose text names neither a version nor a target: the first that has storage buffers
/// and subgroups.
pub(super) const DEFAULT_MINOR: u32 = 3;
/// The first minor version with two accesses of a copy, and with selections of composites by one condition.
const MINOR_OF_COPIES: u32 = 4;

/// What a module needs.
pub(super) struct Triple {
    /// The minor version.
    pub(super) minor: u32,
    /// The capabilities, in the order in which they were found.
    pub(super) capabilities: Vec<Capability>,
    /// The extensions.
    pub(super) extensions: Vec<&'static str>,
}

/// The target that a module names.
struct Target {
    minor: u32,
    /// The capabilities that it lists.
    listed: Set<u32>,
    /// The capabilities that it lists, with those that they imply.
    all: Set<u32>,
    extensions: Vec<Box<str>>,
}

impl Target {
    fn of(module: &Module) -> Option<Target> {
        let Attr::Array(parts) = &module.ctx[module.attr(module.root, attrs::TARGET_ENV)?] else { return None };
        let items = |at: usize| match parts.get(at).map(|attr| &module.ctx[*attr]) {
            Some(Attr::Array(items)) => items.to_vec(),
            _ => Vec::new(),
        };
        let minor = parts.first().and_then(|version| minor_of(module, *version))?;
        let listed = items(1).into_iter().filter_map(|attr| facts::number(module, attr)).map(|n| n as u32);
        let listed: Set<u32> = listed.collect();
        let mut all = Set::default();
        listed.iter().for_each(|capability| add_implied(&mut all, *capability));
        let text = |attr: AttrId| match &module.ctx[attr] {
            Attr::Str(text) => Some(text.clone()),
            _ => None,
        };
        Some(Target { minor, listed, all, extensions: items(2).into_iter().filter_map(text).collect() })
    }

    fn names(&self, extension: &str) -> bool {
        self.extensions.iter().any(|known| **known == *extension)
    }
}

/// The minor version in an attribute such as `v1.3`.
pub(super) fn minor_of(module: &Module, version: AttrId) -> Option<u32> {
    match &module.ctx[version] {
        Attr::Str(text) => text.strip_prefix("v1.")?.parse().ok(),
        _ => None,
    }
}

/// Adds a capability and those that it implies.
fn add_implied(known: &mut Set<u32>, capability: u32) {
    let mut stack = vec![capability];
    while let Some(capability) = stack.pop() {
        if known.insert(capability) {
            stack.extend(Kind::Capability.capabilities(capability).into_iter().map(|implied| implied as u32));
        }
    }
}

/// The triple of a module; `base` are capabilities that a module without a target declares in any case.
pub(super) fn derive(module: &Module, base: &[Capability]) -> Triple {
    let target = Target::of(module);
    let minor = if target.is_some() { 0 } else { DEFAULT_MINOR };
    let mut walk = Walk {
        module,
        target,
        minor,
        chosen: Vec::new(),
        known: Set::default(),
        extensions: Vec::new(),
        types: Set::default(),
    };
    if walk.target.is_none() {
        base.iter().for_each(|one| walk.choose(*one));
    }
    walk.module_needs();
    for op in walk::ops_in(module, module.root).into_iter().filter(|op| *op != module.root) {
        walk.op(op);
    }
    walk.finish()
}

/// An extension of which a module may have need, and the minor version that has it in its core.
struct Wanted {
    name: &'static str,
    since: Option<u32>,
}

struct Walk<'m> {
    module: &'m Module,
    target: Option<Target>,
    minor: u32,
    chosen: Vec<Capability>,
    /// The chosen capabilities with those that they imply.
    known: Set<u32>,
    extensions: Vec<Wanted>,
    types: Set<(TypeId, Option<StorageClass>)>,
}

impl Walk<'_> {
    fn raise(&mut self, minor: u32) {
        self.minor = self.minor.max(minor);
    }

    /// Declares a capability and the extension that brings it.
    fn choose(&mut self, capability: Capability) {
        if self.chosen.contains(&capability) {
            return;
        }
        self.chosen.push(capability);
        add_implied(&mut self.known, capability as u32);
        let since = CAPABILITIES_SINCE.iter().find(|row| row.what == capability).map(|row| row.version.1);
        let since = since.or_else(|| availability::since(Kind::Capability, capability as u32)).map(u32::from);
        let extensions = Kind::Capability.extensions(capability as u32);
        if extensions.is_empty() {
            self.raise(since.unwrap_or(0));
        }
        self.extension(&extensions, since);
    }

    /// Declares one of some extensions: the one that the target names, or the first.
    fn extension(&mut self, any_of: &[&'static str], since: Option<u32>) {
        let named = any_of.iter().find(|name| self.target.as_ref().is_some_and(|target| target.names(name)));
        let Some(name) = named.or(any_of.first()).copied() else { return };
        if self.extensions.iter().all(|known| known.name != name) {
            let mut rows = EXTENSIONS_NEED.iter().chain(EXTENSIONS_WRITTEN_FOR);
            self.raise(rows.find(|row| row.what == name).map_or(0, |row| u32::from(row.version.1)));
            self.extensions.push(Wanted { name, since });
        }
    }

    /// Declares one of some capabilities: one that the target lists, one that those imply, or one that fits.
    fn one_of(&mut self, any_of: &[Capability]) -> Option<Capability> {
        let first = *any_of.first()?;
        let listed = |known: &Set<u32>| any_of.iter().copied().find(|one| known.contains(&(*one as u32)));
        let allowed = self.target.as_ref().and_then(|target| listed(&target.listed).or_else(|| listed(&target.all)));
        let chosen = allowed.or_else(|| listed(&self.known)).unwrap_or(first);
        if allowed.is_some() || !self.known.contains(&(chosen as u32)) {
            self.choose(chosen);
        }
        Some(chosen)
    }

    /// An enumerant: its capability, and the version or the extension that brings it.
    fn enumerant(&mut self, kind: Kind, value: u32) {
        self.one_of(&kind.capabilities(value));
        let (since, extensions) = (since(kind, value).map(u32::from), kind.extensions(value));
        let is_named = extensions.iter().any(|name| self.target.as_ref().is_some_and(|target| target.names(name)));
        // Without a target an extension leaves the version as it is.
        let is_named = is_named || self.target.is_none() && !extensions.is_empty();
        if !is_named {
            self.raise(since.unwrap_or(0));
        }
        // What a version has in its core needs no extension beside it, but for the models, of which MLIR names both.
        let is_model = matches!(kind, Kind::MemoryModel | Kind::AddressingModel);
        if is_named || is_model || since.is_none() {
            self.extension(&extensions, since);
        }
    }

    /// The models of the module.
    fn module_needs(&mut self) {
        for kind in [Kind::AddressingModel, Kind::MemoryModel] {
            if let Some(value) = facts::number_of(self.module, self.module.root, kind.table().snake) {
                self.enumerant(kind, value as u32);
            }
        }
    }

    fn op(&mut self, op: OpId) {
        if let Some(row) = ops::row(self.module[op].info) {
            self.instruction(op, row);
        }
        for at in 0..self.module[op].attrs.len() {
            let (name, attr) = self.module[op].attrs[at];
            if let Some(decoration) = enums::decoration(name) {
                self.enumerant(Kind::Decoration, decoration);
            }
            self.attr(attr);
        }
        for at in 0..self.module[op].results.len() {
            let result = self.module[op].results[at];
            self.ty(self.module.type_of(result), None);
        }
    }

    /// Adds the requirements of an instruction itself; those of its enumerants are added separately.
    fn instruction(&mut self, op: OpId, row: &'static OpRow) {
        let version = row.code.core().and_then(isa::first_version).map(|(_, minor)| u32::from(minor));
        self.raise(version.unwrap_or(0));
        if row.capabilities.is_empty() && version.is_none() {
            self.extension(row.extensions, None);
        }
        let chosen = match row.code {
            Code::Core(core) => self.one_of(&fitting(self.module, op, core, row.capabilities)),
            Code::Gl(_) | Code::Cl(_) | Code::Mlir(_) => self.one_of(row.capabilities),
        };
        // MLIR states the version of such instructions beside their extension.
        let since = chosen.and_then(|one| availability::since(Kind::Capability, one as u32)).map_or(0, u32::from);
        let highest = self.target.as_ref().map_or(DEFAULT_MINOR, |target| target.minor);
        self.raise(since.min(highest));
        if let Code::Core(core) = row.code {
            self.raise(if is_newer(self.module, op, core) { MINOR_OF_COPIES } else { 0 });
            self.one_of(&special(self.module, op, core));
        }
    }

    fn attr(&mut self, attr: AttrId) {
        match &self.module.ctx[attr] {
            Attr::Enum { kind, value, .. } => {
                let Some(kind) = Kind::from_snake(enums::table(*kind).snake) else { return };
                for part in kind.table().parts(*value).unwrap_or_default() {
                    self.enumerant(kind, part.value);
                }
            }
            Attr::Type(ty) => self.ty(*ty, None),
            _ => {}
        }
    }

    /// A type, and where its values are if a pointer leads to them.
    fn ty(&mut self, ty: TypeId, storage: Option<StorageClass>) {
        let mut stack = vec![(ty, storage)];
        while let Some((ty, storage)) = stack.pop() {
            if !self.types.insert((ty, storage)) {
                continue;
            }
            let module = self.module;
            match &module.ctx[ty] {
                Type::None | Type::Llvm(_) => {}
                Type::Int { width, .. } => self.int(*width, storage),
                Type::Float { width, kind } => self.float(*width, *kind, storage),
                Type::Vector { elem, len } => {
                    if *len > 4 {
                        self.one_of(&[Capability::Vector16]);
                    }
                    stack.push((*elem, storage));
                }
                Type::Function { params, result } => {
                    stack.extend(params.iter().chain([result]).map(|ty| (*ty, None)));
                }
                Type::Spirv(ty) => self.spirv(ty, storage, &mut stack),
            }
        }
    }

    fn int(&mut self, width: u32, storage: Option<StorageClass>) {
        let of_storage = storage.and_then(|storage| small(storage, width));
        self.one_of(of_storage.or_else(|| capabilities::of_int(width)).as_slice());
    }

    fn float(&mut self, width: u32, kind: FloatKind, storage: Option<StorageClass>) {
        let of_storage = storage.and_then(|storage| small(storage, width));
        self.one_of(of_storage.as_slice());
        let of_kind = match kind {
            FloatKind::Ieee => capabilities::of_float(width).filter(|_| of_storage.is_none()),
            FloatKind::Bf16 => Some(Capability::BFloat16TypeKHR),
            FloatKind::E4M3 | FloatKind::E5M2 => Some(Capability::Float8EXT),
        };
        self.one_of(of_kind.as_slice());
    }

    fn spirv(&mut self, ty: &SpirvType, within: Option<StorageClass>, stack: &mut Vec<(TypeId, Option<StorageClass>)>) {
        match ty {
            SpirvType::Pointer { pointee, storage, .. } => {
                self.one_of(&Kind::StorageClass.capabilities(*storage as u32));
                let since = since(Kind::StorageClass, *storage as u32).map(u32::from);
                self.extension(&Kind::StorageClass.extensions(*storage as u32), since);
                stack.push((*pointee, Some(*storage)));
            }
            SpirvType::Array { elem, .. } => stack.push((*elem, within)),
            SpirvType::RuntimeArray { elem, .. } => {
                self.one_of(&[Capability::Shader]);
                stack.push((*elem, within));
            }
            SpirvType::Struct { members, .. } => stack.extend(members.iter().map(|member| (member.ty, within))),
            SpirvType::Matrix { column, .. } => {
                self.one_of(&[Capability::Matrix]);
                stack.push((*column, within));
            }
            SpirvType::Image(image) => {
                self.one_of(&dimension(image));
                self.one_of(&Kind::ImageFormat.capabilities(image.format as u32));
                stack.push((image.sampled, None));
            }
            SpirvType::SampledImage(image) => stack.push((*image, None)),
            SpirvType::Other { op, params, .. } => {
                if let Some(row) = ops::by_opcode(*op as u32) {
                    self.one_of(row.capabilities);
                }
                let module = self.module;
                stack.extend(params.iter().filter_map(|param| match module.ctx[*param] {
                    Attr::Type(ty) => Some((ty, None)),
                    _ => None,
                }));
            }
            // A pointer to a struct within itself is declared before the struct.
            SpirvType::StructRef(_) => {
                self.one_of(&[Capability::Addresses, Capability::PhysicalStorageBufferAddresses]);
            }
            SpirvType::Sampler => {}
        }
    }

    fn finish(self) -> Triple {
        let minor = self.target.as_ref().map_or(self.minor, |target| self.minor.min(target.minor));
        // With a target MLIR lists what it found to be needed, in the core or not, and what that implies.
        let is_wanted = |one: &Wanted| self.target.is_some() || one.since.is_none_or(|since| since > minor);
        let extensions = self.extensions.iter().filter(|one| is_wanted(one)).map(|one| one.name).collect();
        let mut capabilities = self.chosen;
        if self.target.is_some() {
            let implied = self.known.iter().filter_map(|one| Capability::from_u32(*one));
            let mut implied: Vec<Capability> = implied.filter(|one| !capabilities.contains(one)).collect();
            implied.sort_by_key(|one| *one as u32);
            capabilities.extend(implied);
        }
        Triple { minor, capabilities, extensions }
    }
}

/// The capabilities for the dimension of an image, which differ with and without a sampler.
fn dimension(image: &Image) -> Vec<Capability> {
    let Some(pair) = capabilities::of_dimension(image.dim, image.arrayed == 1) else {
        return if image.dim == Dim::Dim2D { Vec::new() } else { Kind::Dim.capabilities(image.dim as u32) };
    };
    match image.sampler_use {
        1 => vec![pair[1]],
        2 => vec![pair[0]],
        _ => pair.to_vec(),
    }
}

/// The capability for numbers of few bits in memory that the host sees.
fn small(storage: StorageClass, width: u32) -> Option<Capability> {
    use StorageClass::{Input, Output, PushConstant, StorageBuffer, Uniform};
    let is_of_host = matches!(storage, StorageBuffer | Uniform | PushConstant | Input | Output);
    SmallStorage::of(width).filter(|_| is_of_host)?.capability(storage, false)
}

/// The scalar type of the components of an operand.
fn scalar(module: &Module, op: OpId, at: usize) -> Option<(TypeId, bool)> {
    let ty = module.type_of(*module[op].operands.get(at)?);
    match module.ctx[ty] {
        Type::Vector { elem, .. } => Some((elem, true)),
        _ => Some((ty, false)),
    }
}

/// The capabilities of an instruction that fit the type of its result, of those that allow it for some type.
fn fitting(module: &Module, op: OpId, core: Op, any_of: &'static [Capability]) -> Vec<Capability> {
    use Capability as C;
    let width = match module[op].results.first().map(|value| &module.ctx[module.type_of(*value)]) {
        Some(Type::Float { width, .. }) => *width,
        _ => return any_of.to_vec(),
    };
    let one = match (core, width) {
        (Op::AtomicFAddEXT, 16) => C::AtomicFloat16AddEXT,
        (Op::AtomicFAddEXT, 32) => C::AtomicFloat32AddEXT,
        (Op::AtomicFAddEXT, 64) => C::AtomicFloat64AddEXT,
        (Op::AtomicFMinEXT | Op::AtomicFMaxEXT, 16) => C::AtomicFloat16MinMaxEXT,
        (Op::AtomicFMinEXT | Op::AtomicFMaxEXT, 32) => C::AtomicFloat32MinMaxEXT,
        (Op::AtomicFMinEXT | Op::AtomicFMaxEXT, 64) => C::AtomicFloat64MinMaxEXT,
        _ => return any_of.to_vec(),
    };
    vec![one]
}

/// Capabilities for operands of some types: dot products and atomic operations.
fn special(module: &Module, op: OpId, core: Op) -> Vec<Capability> {
    if isa::class(core) == isa::Class::IntegerDot {
        let Some((elem, is_vector)) = scalar(module, op, 0) else { return Vec::new() };
        let is_byte = matches!(module.ctx[elem], Type::Int { width: 8, .. });
        return vec![match (is_vector, is_byte) {
            (false, _) => Capability::DotProductInput4x8BitPacked,
            (true, true) => Capability::DotProductInput4x8Bit,
            (true, false) => Capability::DotProductInputAll,
        }];
    }
    let pointee = module[op].operands.first().and_then(|value| facts::pointer(module, module.type_of(*value)));
    let is_long = pointee.is_some_and(|(ty, _)| matches!(module.ctx[ty], Type::Int { width: 64, .. }));
    let is_atomic = matches!(isa::class(core), isa::Class::Atomic);
    if is_long && is_atomic { vec![Capability::Int64Atomics] } else { Vec::new() }
}

/// Returns whether an instruction has a form that came with a later version.
fn is_newer(module: &Module, op: OpId, core: Op) -> bool {
    match core {
        Op::CopyMemory => module.attr(op, Kind::MemoryAccess.table().snake_2).is_some(),
        Op::Select => {
            let is_vector = |ty: TypeId| matches!(module.ctx[ty], Type::Vector { .. });
            let of = |at: usize| module[op].operands.get(at).map(|value| module.type_of(*value));
            let is_number = |ty: TypeId| matches!(module.ctx[ty], Type::Int { .. } | Type::Float { .. });
            let is_pointer = |ty: TypeId| facts::pointer(module, ty).is_some();
            match (of(0), of(1)) {
                (Some(condition), Some(value)) => !is_vector(condition) && !is_number(value) && !is_pointer(value),
                _ => false,
            }
        }
        _ => false,
    }
}
