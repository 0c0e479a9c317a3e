//! Requirements of the kernels of a module beyond the common ones: capabilities, extensions and variables of builtins.

use base::ids::{Map, Set};
use base::intern::Symbol;
use dialect::ir::{Attr, AttrId, Context, Module, OpId, TypeId};
use dialect::spirv::attrs;
use dialect::spirv::enums::Kind;
use dialect::spirv::ops::{self, Mlir};
use spirv::{BuiltIn, Capability, LinkageType};

/// The requirements of the kernels of a module.
#[derive(Debug, Default)]
pub(crate) struct Needs {
    /// Capabilities.
    pub(crate) capabilities: Set<u32>,
    /// Extensions.
    pub(crate) extensions: Set<&'static str>,
    /// The variables of builtins, in the order in which they were requested.
    pub(crate) builtins: Map<u32, (Symbol, OpId)>,
}

impl Needs {
    /// A capability is needed.
    pub(crate) fn capability(&mut self, capability: Capability) {
        self.capabilities.insert(capability as u32);
    }

    /// The name of the variable of a builtin, which is of the type of this pointer.
    pub(crate) fn builtin(&mut self, module: &mut Module, builtin: BuiltIn, pointer: TypeId) -> Symbol {
        if let Some((name, _)) = self.builtins.get(&(builtin as u32)) {
            return *name;
        }
        let text = format!("__spirv_BuiltIn{}", Kind::BuiltIn.table().text(builtin as u32));
        let op = module.add_op(ops::mlir(Mlir::GlobalVariable));
        let ctx = &mut module.ctx;
        let name = ctx.name(&text);
        let linkage = linkage(ctx, &text, LinkageType::Import);
        let unit = ctx.attr(Attr::Unit);
        module[op].attrs = [
            (attrs::SYM_NAME, module.ctx.symbol_attr(name)),
            (attrs::TYPE, module.ctx.attr(Attr::Type(pointer))),
            (Kind::BuiltIn.table().snake, module.ctx.enum_attr(Kind::BuiltIn.id(), builtin as u32)),
            ("constant", unit),
            ("linkage_attributes", linkage),
        ]
        .into();
        self.builtins.insert(builtin as u32, (name, op));
        name
    }
}

/// The operands of the decoration for what is linked.
fn linkage(ctx: &mut Context, name: &str, kind: LinkageType) -> AttrId {
    let name = ctx.str_attr(name);
    let kind = ctx.enum_attr(Kind::LinkageType.id(), kind as u32);
    ctx.attr(Attr::Array([name, kind].into()))
}
