//! Rules of MLIR's dialect besides those of types: operands of masks, scopes of groups, constants, pointers into
//! physical storage buffers, and what is where.

use super::Verifier;
use crate::ir::{Attr, AttrId, BlockId, Module, NamedAttr, OpId, Type, TypeId};
use crate::spirv::attrs;
use crate::spirv::enums::{self, Kind};
use crate::spirv::facts;
use crate::spirv::ops::{self, Code, Mlir, OpRow};
use crate::spirv::types::{Length, SpirvType};
use isa::Class;
use spirv::{Capability, Dim, Op, Scope, StorageClass};

/// The attributes of variables that only those of the module have.
const OF_GLOBALS: [&str; 3] = ["descriptor_set", "binding", "built_in"];

/// The decorations of pointers into physical storage buffers, and of variables that hold such pointers.
const POINTERS: [&str; 2] = ["aliased", "restrict"];
const HOLDERS: [&str; 2] = ["aliased_pointer", "restrict_pointer"];

impl Verifier<'_> {
    /// Everything else of an op.
    pub(super) fn text(&mut self, op: OpId, row: &OpRow) {
        self.enumerants(op);
        self.masks(op);
        self.group_scope(op, row);
        self.sampled_buffers(op);
        match row.code {
            Code::Mlir(Mlir::Func) => self.parameters(op),
            Code::Mlir(Mlir::Merge) => self.merge(op),
            Code::Mlir(Mlir::GlobalVariable) => self.global(op),
            Code::Mlir(Mlir::SpecConstantComposite) => self.constituents(op),
            Code::Mlir(Mlir::SpecConstantOperation) => self.wrapped(op),
            Code::Core(Op::Variable) => self.variable(op),
            Code::Core(Op::Bitcast) => self.bitcast(op),
            Code::Core(_) | Code::Gl(_) | Code::Cl(_) | Code::Mlir(_) => {}
        }
    }

    /// Enumerants are written by name: not every number is one.
    fn enumerants(&mut self, op: OpId) {
        let module = self.module;
        let number = |attr: &AttrId| matches!(module.ctx[*attr], Attr::Int { .. });
        for (name, _) in module[op].attrs.iter().filter(|(_, attr)| number(attr)) {
            if let Some(kind) = Kind::from_snake(name) {
                self.report(op, format!("'{name}' is a number instead of a {}", kind.table().name));
            }
        }
    }

    /// Each bit of a mask has its operands, and nothing else is there.
    fn masks(&mut self, op: OpId) {
        let module = self.module;
        for (_, attr) in &module[op].attrs {
            let Attr::Enum { kind, value, params } = &module.ctx[*attr] else { continue };
            let kind = Kind::from_snake(enums::table(*kind).snake);
            let Some(kind @ (Kind::MemoryAccess | Kind::ImageOperands | Kind::ExecutionMode)) = kind else { continue };
            let Some(parts) = kind.table().parts(*value) else { continue };
            let wanted: usize = parts.iter().map(|part| part.params.len()).sum();
            if params.len() != wanted {
                let message = format!("'{}' has {wanted} operands, not {}", kind.table().text(*value), params.len());
                return self.report(op, message);
            }
        }
    }

    /// Buffers are not sampled, which they could be before version 1.6.
    fn sampled_buffers(&mut self, op: OpId) {
        let module = self.module;
        let is_early = module.attr(module.root, attrs::VERSION).is_some() && !facts::is_version_from(module, "v1.6");
        let is_sampled = |ty: &TypeId| match module.ctx[*ty] {
            Type::Spirv(SpirvType::SampledImage(image)) => {
                matches!(&module.ctx[image], Type::Spirv(SpirvType::Image(image)) if image.dim == Dim::DimBuffer)
            }
            _ => false,
        };
        let declared = facts::type_of(module, op, attrs::TYPE);
        let declared = match declared.map(|ty| &module.ctx[ty]) {
            Some(Type::Function { params, .. }) => params.to_vec(),
            Some(Type::Spirv(SpirvType::Pointer { pointee, .. })) => vec![*pointee],
            _ => Vec::new(),
        };
        let results = module[op].results.iter().map(|result| module.type_of(*result));
        if !is_early && results.chain(declared).any(|ty| is_sampled(&ty)) {
            self.report(op, "a sampled image is made of a buffer");
        }
    }

    /// The invocations that compute together are those of a workgroup or of a subgroup.
    fn group_scope(&mut self, op: OpId, row: &OpRow) {
        let is_group = matches!(row.code, Code::Core(core) if matches!(isa::class(core), Class::Group(..)));
        let scope = self.module.attr(op, attrs::SCOPE).map(|attr| &self.module.ctx[attr]);
        if let (true, Some(Attr::Enum { value, .. })) = (is_group, scope)
            && ![Scope::Workgroup as u32, Scope::Subgroup as u32].contains(value)
        {
            self.report(op, "the scope of a group is the workgroup or the subgroup");
        }
    }

    /// A merge is in a selection or in a loop.
    fn merge(&mut self, op: OpId) {
        let around = self.module[op].block.and_then(|block| op_around(self.module, block));
        let around = around.and_then(|around| ops::code(self.module, around));
        if !matches!(around, Some(Code::Mlir(Mlir::Selection | Mlir::Loop))) {
            self.report(op, "it is in no selection and no loop");
        }
    }

    fn global(&mut self, op: OpId) {
        let module = self.module;
        let ty = facts::type_of(module, op, attrs::TYPE);
        if let Some(storage @ (StorageClass::Function | StorageClass::Generic)) =
            ty.and_then(|ty| facts::storage_of(module, ty))
        {
            self.report(op, format!("a variable of the module is not of the storage class {storage:?}"));
        }
        if let Some(name) = facts::symbol_of(module, op, attrs::INITIALIZER)
            && !self.symbols.contains_key(&name)
        {
            self.report(op, format!("unknown name '{}'", module.ctx.str(name)));
        }
    }

    fn variable(&mut self, op: OpId) {
        let module = self.module;
        if let Some(name) = OF_GLOBALS.iter().find(|name| module.attr(op, name).is_some()) {
            return self.report(op, format!("a variable of a function has no '{name}'"));
        }
        let ty = module[op].results.first().map(|result| module.type_of(*result));
        let held = ty.and_then(|ty| facts::pointer(module, ty)).map(|(held, _)| held);
        if held.is_some_and(|held| self.is_physical(held)) {
            self.one_of(
                op,
                &HOLDERS,
                &module[op].attrs,
                "a variable that holds pointers into physical storage buffers",
            );
        }
    }

    fn parameters(&mut self, op: OpId) {
        let module = self.module;
        let entry = module[op].regions.first().and_then(|region| module[*region].blocks.first());
        let Some(entry) = entry else { return };
        for arg in &module[*entry].args {
            let (ty, found) = (module.type_of(*arg), module.arg_attrs(*arg));
            let points_to = facts::pointer(module, ty).map(|(pointee, _)| pointee);
            if self.is_physical(ty) {
                self.one_of(op, &POINTERS, found, "a pointer into physical storage buffers");
            } else if points_to.is_some_and(|pointee| self.is_physical(pointee)) {
                self.one_of(op, &HOLDERS, found, "a pointer to pointers into physical storage buffers");
            }
        }
    }

    fn one_of(&mut self, op: OpId, names: &[&str; 2], found: &[NamedAttr], what: &str) {
        let count = found.iter().filter(|(name, _)| names.contains(name)).count();
        if count != 1 {
            self.report(op, format!("{what} has one of the decorations '{}' and '{}'", names[0], names[1]));
        }
    }

    /// Returns whether a type is a pointer into a physical storage buffer, or an array of them.
    fn is_physical(&self, mut ty: TypeId) -> bool {
        let module = self.module;
        while let Type::Spirv(SpirvType::Array { elem, .. } | SpirvType::RuntimeArray { elem, .. }) = module.ctx[ty] {
            ty = elem;
        }
        facts::pointer(module, ty).is_some_and(|(_, storage)| storage == StorageClass::PhysicalStorageBuffer)
    }

    /// Pointers are cast to pointers, and to and from integers where they have addresses.
    fn bitcast(&mut self, op: OpId) {
        let module = self.module;
        let types = module[op].operands.first().zip(module[op].results.first());
        let Some((from, to)) = types.map(|(from, to)| (module.type_of(*from), module.type_of(*to))) else { return };
        if from == to {
            return self.report(op, "the result has the type of the operand");
        }
        let [of_from, of_to] = [from, to].map(|ty| facts::pointer(module, ty).is_some());
        let other = if of_from { to } else { from };
        let is_integer = matches!(module.ctx[module.ctx.scalar_of(other)], Type::Int { width, .. } if width != 1);
        let has_addresses = self.has(Capability::Addresses) || self.has(Capability::PhysicalStorageBufferAddresses);
        if of_from != of_to && !(is_integer && has_addresses) {
            self.report(op, "a pointer is cast from or to what is none");
        }
    }

    /// The constituents of a composite of specialisation constants are its parts.
    fn constituents(&mut self, op: OpId) {
        let module = self.module;
        let Some(ty) = facts::type_of(module, op, attrs::TYPE) else { return };
        let count = match &module.ctx[ty] {
            Type::Vector { len, .. } => Some(u64::from(*len)),
            Type::Spirv(SpirvType::Array { len: Length::Const(len), .. }) => Some(*len),
            Type::Spirv(SpirvType::Array { .. } | SpirvType::Other { .. }) => None,
            Type::Spirv(SpirvType::Matrix { columns, .. }) => Some(u64::from(*columns)),
            Type::Spirv(SpirvType::Struct { members, .. }) => Some(members.len() as u64),
            _ => return self.report(op, "the type of a composite is none of a composite"),
        };
        let parts = facts::array_of(module, op, attrs::ARGS);
        let is_replicated = module.attr(op, attrs::REPLICATE).is_some();
        if !is_replicated && count.is_some_and(|count| count != parts.len() as u64) {
            return self.report(op, format!("the composite has {} parts, not {}", count.unwrap_or(0), parts.len()));
        }
        for (at, part) in parts.iter().enumerate() {
            let Attr::Symbol(name) = module.ctx[*part] else { continue };
            let declared = self.symbols.get(&name).and_then(|op| facts::type_of(module, *op, attrs::TYPE));
            let wanted = facts::part_type(&module.ctx, ty, if is_replicated { 0 } else { at });
            if declared.is_none() || declared != wanted {
                return self.report(op, format!("part {at} is not a constant of the part's type"));
            }
        }
    }

    /// An operation on constants in a function: of an op that constants have, on constants.
    fn wrapped(&mut self, op: OpId) {
        let module = self.module;
        if facts::name_of(module, op).is_some() {
            return;
        }
        let Some(Attr::Str(name)) = module.attr(op, attrs::OP).map(|attr| &module.ctx[attr]) else { return };
        let core = ops::by_name(name).and_then(|row| row.code.core());
        if !core.map(isa::class).is_some_and(is_of_constants) {
            return self.report(op, format!("constants have no op '{name}'"));
        }
        let is_constant = |code| {
            matches!(
                code,
                Code::Mlir(Mlir::Constant | Mlir::ReferenceOf | Mlir::SpecConstantOperation) | Code::Core(Op::Undef)
            )
        };
        for operand in &module[op].operands {
            let code = module.defining_op(*operand).and_then(|op| ops::code(module, op));
            if !code.is_some_and(is_constant) {
                return self.report(op, "it is applied to a value that is not a constant");
            }
        }
    }
}

/// Returns whether constants are computed by instructions of a class.
fn is_of_constants(class: Class) -> bool {
    matches!(
        class,
        Class::Chain
            | Class::Conversion(_)
            | Class::Composite
            | Class::Select
            | Class::Arithmetic(_)
            | Class::Comparison(_)
            | Class::Logic(_)
            | Class::Bits(_)
    )
}

/// The op in whose region a block stands.
fn op_around(module: &Module, block: BlockId) -> Option<OpId> {
    module[block].region.and_then(|region| module[region].op)
}
