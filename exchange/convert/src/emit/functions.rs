//! Functions, calls, and entry points with their interface as attributes.

use super::Emitter;
use crate::tree::{Fact, Facts, Node, Ty};
use dialect::diagnostics::Result;
use dialect::ir::{Attr, AttrId, NamedAttr, OpId, Type, TypeId, ValueId};
use dialect::spirv::attrs;
use dialect::spirv::enums::Kind;
use dialect::spirv::facts;
use dialect::spirv::ops::{self, Mlir};
use spirv::{FunctionControl, LinkageType, Op, StorageClass};

/// `func.func`.
pub(crate) fn function(emit: &mut Emitter<'_>, node: &Node) -> Result<()> {
    let abi = emit.entry_abi(node)?;
    emit.define(node, abi)
}

/// `gpu.func`.
pub(crate) fn kernel(emit: &mut Emitter<'_>, node: &Node) -> Result<()> {
    let abi = emit.entry_abi(node)?;
    let is_kernel = node.fact("gpu.kernel").is_some() || node.fact("kernel").is_some();
    if is_kernel && abi.is_none() {
        return emit.error(format!("the kernel has no '{}' and no 'known_block_size'", attrs::ENTRY_POINT_ABI));
    }
    emit.define(node, abi)
}

/// `func.return`, `gpu.return`.
pub(crate) fn leave(emit: &mut Emitter<'_>, node: &Node) -> Result<()> {
    let values = emit.operands(node)?;
    match values[..] {
        [] => drop(emit.op(ops::core(Op::Return), &[])),
        [only] => drop(emit.op(ops::core(Op::ReturnValue), &[only])),
        _ => {
            let types: Vec<TypeId> = values.iter().map(|value| emit.type_of(*value)).collect();
            let ty = emit.tuple(&types);
            let tuple = emit.value(Op::CompositeConstruct, &values, ty);
            emit.op(ops::core(Op::ReturnValue), &[tuple]);
        }
    }
    Ok(())
}

/// `func.call`.
pub(crate) fn call(emit: &mut Emitter<'_>, node: &Node) -> Result<()> {
    let Some(callee) = node.word("callee").map(str::to_owned) else { return emit.error("the call has no callee") };
    let operands = emit.operands(node)?;
    let name = emit.module.ctx.name(&callee);
    let symbol = emit.module.ctx.symbol_attr(name);
    let types = (0..node.results.len()).map(|at| emit.result_type(node, at)).collect::<Result<Vec<TypeId>>>()?;
    let op = emit.op(ops::core(Op::FunctionCall), &operands);
    emit.module[op].set_attr(attrs::SYMBOL, symbol);
    match types[..] {
        [] => {}
        [only] => {
            let value = emit.module.add_result(op, only);
            emit.give(node, &[value]);
        }
        _ => {
            let tuple = emit.tuple(&types);
            let value = emit.module.add_result(op, tuple);
            let parts: Vec<ValueId> = (0..).zip(types).map(|(at, ty)| emit.extract(value, at, ty)).collect();
            emit.give(node, &parts);
        }
    }
    Ok(())
}

impl Emitter<'_> {
    /// Keeps the target that a module names.
    pub(super) fn target_env(&mut self, facts: &Facts) -> Result<()> {
        let found = facts.iter().find(|(name, _)| name == attrs::TARGET_ENV);
        let Some((_, Fact::Word(text))) = found else { return Ok(()) };
        let attr = self.parsed(text)?;
        let root = self.module.root;
        self.module[root].set_attr(attrs::TARGET_ENV, attr);
        Ok(())
    }

    /// The attribute of the SPIR-V dialect with this text.
    fn parsed(&mut self, text: &str) -> Result<AttrId> {
        text::parse_attr(&mut self.module, text).or_else(|error| self.error(error.message))
    }

    /// The attributes of a function that make it an entry point.
    fn entry_abi(&mut self, node: &Node) -> Result<Option<AttrId>> {
        let text = match (node.word(attrs::ENTRY_POINT_ABI), node.numbers("known_block_size")) {
            (Some(text), _) => text.to_owned(),
            (None, Some(sizes)) => {
                let sizes: Vec<String> = sizes.iter().map(i64::to_string).collect();
                format!("#spirv.entry_point_abi<workgroup_size = [{}]>", sizes.join(", "))
            }
            (None, None) => return Ok(None),
        };
        self.parsed(&text).map(Some)
    }

    /// The size of the workgroup that an entry point says.
    fn workgroup_of(&self, abi: AttrId) -> Option<[u32; 3]> {
        let Attr::Array(facts) = &self.module.ctx[abi] else { return None };
        let sizes = facts.iter().find_map(|fact| match &self.module.ctx[*fact] {
            Attr::Array(pair) => match (&self.module.ctx[pair[0]], &self.module.ctx[*pair.get(1)?]) {
                (Attr::Str(key), Attr::Array(sizes)) if &**key == "workgroup_size" => Some(sizes),
                _ => None,
            },
            _ => None,
        })?;
        let mut out = [1; 3];
        for (size, attr) in out.iter_mut().zip(sizes) {
            *size = dialect::spirv::facts::number(&self.module, *attr)? as u32;
        }
        Some(out)
    }

    fn define(&mut self, node: &Node, abi: Option<AttrId>) -> Result<()> {
        let Some(name) = node.word("sym_name").map(str::to_owned) else { return self.error("a function has no name") };
        let Some(Fact::Type(ty)) = node.fact("function_type") else { return self.error("a function has no type") };
        let Ty::Function { params, results } = &**ty else { return self.error("a function has no function type") };
        let params = params.iter().map(|ty| self.ty(ty)).collect::<Result<Vec<TypeId>>>()?;
        let results = results.iter().map(|ty| self.ty(ty)).collect::<Result<Vec<TypeId>>>()?;
        let result = match results[..] {
            [] => self.module.ctx.none(),
            [only] => only,
            _ => self.tuple(&results),
        };
        let op = self.head(&name, &params, result);
        let body = self.module.body();
        self.module.append(body, op);
        self.workgroup = abi.and_then(|abi| self.workgroup_of(abi));
        if let Some(abi) = abi {
            self.module[op].set_attr(attrs::ENTRY_POINT_ABI, abi);
        }
        let Some(region) = node.regions.first().filter(|region| !region.blocks.is_empty()) else {
            self.import(op, &name);
            return Ok(());
        };
        let own = self.module[op].regions[0];
        let entry = self.module.add_block(own);
        (self.entry, self.block, self.locals) = (entry, entry, 0);
        let args = &region.blocks[0].args;
        if args.len() < params.len() {
            return self.error("a function has as many parameters as its type");
        }
        let (args, memory) = args.split_at(params.len());
        for (at, (arg, ty)) in args.iter().zip(&params).enumerate() {
            let value = self.module.add_arg(entry, *ty);
            self.values[*arg as usize] = Some(value);
            let facts = self.parameter_facts(node, at, *ty, abi.is_some())?;
            self.module.set_arg_attrs(value, facts);
        }
        for arg in memory {
            let value = self.variable(*arg)?;
            self.values[*arg as usize] = Some(value);
        }
        self.region(region, own)?;
        if self.target.is_kernel { Ok(()) } else { self.merge_branches(own) }
    }

    /// A function without blocks.
    fn head(&mut self, name: &str, params: &[TypeId], result: TypeId) -> OpId {
        let op = self.detached(ops::mlir(Mlir::Func));
        self.module.add_region(op);
        let name = self.module.ctx.name(name);
        let symbol = self.module.ctx.symbol_attr(name);
        let ty = self.module.ctx.ty(Type::Function { params: params.into(), result });
        let ty = self.module.ctx.attr(Attr::Type(ty));
        let kind = Kind::FunctionControl;
        let control = self.enumerant(kind, FunctionControl::NONE.bits());
        self.module[op].attrs = [(attrs::SYM_NAME, symbol), (attrs::TYPE, ty), (kind.table().snake, control)].into();
        op
    }

    /// Marks a function without a body as one of another module.
    fn import(&mut self, op: OpId, name: &str) {
        let parts = [self.module.ctx.str_attr(name), self.enumerant(Kind::LinkageType, LinkageType::Import as u32)];
        let linkage = self.module.ctx.attr(Attr::Array(parts.into()));
        self.module[op].set_attr("linkage_attributes", linkage);
    }

    /// The descriptor set and the binding of a parameter of an entry point: as the text says, or one by one.
    fn parameter_facts(&mut self, node: &Node, at: usize, ty: TypeId, is_entry: bool) -> Result<Vec<NamedAttr>> {
        if !is_entry && facts::storage_of(&self.module, ty) == Some(StorageClass::PhysicalStorageBuffer) {
            // Nothing says that another parameter points elsewhere.
            return Ok(vec![("aliased", self.module.ctx.attr(Attr::Unit))]);
        }
        if !is_entry || self.target.is_kernel {
            return Ok(Vec::new());
        }
        let lists = match node.fact("arg_attrs") {
            Some(Fact::List(lists)) => &lists[..],
            _ => &[],
        };
        let of = |list: &Fact| match list {
            Fact::Dict(facts) => {
                let fact = facts.iter().find(|(name, _)| name == attrs::INTERFACE_VAR_ABI).map(|(_, fact)| fact);
                match fact {
                    Some(Fact::Word(text)) => Some(text.clone()),
                    _ => None,
                }
            }
            _ => None,
        };
        let given: Vec<Option<String>> = lists.iter().map(of).collect();
        let is_pointer = dialect::spirv::facts::pointer(&self.module, ty).is_some();
        let text = match given.get(at).cloned().flatten() {
            Some(text) => text,
            None if given.iter().any(Option::is_some) => {
                return self.error(format!("parameter {at} has no {}", attrs::INTERFACE_VAR_ABI));
            }
            None if is_pointer => format!("#spirv.interface_var_abi<(0, {at})>"),
            None => format!("#spirv.interface_var_abi<(0, {at}), {:?}>", StorageClass::StorageBuffer),
        };
        Ok(vec![(attrs::INTERFACE_VAR_ABI, self.parsed(&text)?)])
    }
}
