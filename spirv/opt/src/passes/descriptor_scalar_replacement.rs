//! Descriptor scalar replacement: structs of resources become one variable per member, which drivers can bind.
//!
//! All uses of the variable are rewritten: accesses to a member by a constant index become accesses to the member's
//! variable, and a load of the whole becomes loads of the members. Arrays are split on request, and if their elements
//! are not resources themselves. Bindings are counted as if the parts followed each other, with one per element of an
//! array.

use crate::edit::{self, Pool, Replaced};
use crate::error::at_op;
use crate::facts::handles::is_block;
use crate::options::Options;
use base::ids::Map;
use base::intern::Symbol;
use dialect::diagnostics::{self, Result};
use dialect::ir::{Attr, AttrId, Module, NamedAttr, OpId, Type, TypeId, ValueId, walk};
use dialect::spirv::ops::{self, Code, Mlir};
use dialect::spirv::types::{Length, SpirvType};
use dialect::spirv::{attrs, facts, host};
use rustc_hash::{FxHashMap, FxHashSet};
use spirv::{Decoration, Op, StorageClass};

/// Structs nest at most this deep.
const MAX_ROUNDS: usize = 16;
/// Longer arrays are not split.
const MAX_PARTS: u64 = 4096;

/// Splits structs of resources, and arrays of resources on request.
///
/// # Errors
/// When an array is to be split whose address is needed.
pub(crate) fn split(module: &mut Module, options: &Options) -> Result<()> {
    if options.flatten_arrays {
        refuse_long(module)?;
    }
    for _ in 0..MAX_ROUNDS {
        let mut whole = candidates(module, options);
        if whole.is_empty() {
            return Ok(());
        }
        refuse(module, &mut whole, options)?;
        if whole.is_empty() {
            return Ok(());
        }
        let mut taken: FxHashSet<Symbol> =
            module.top_ops().iter().filter_map(|op| facts::name_of(module, *op)).collect();
        for (name, variable) in &mut whole {
            make_parts(module, *name, variable, &mut taken);
        }
        for func in edit::functions(module) {
            rewrite(module, func, &whole);
        }
        replace_declarations(module, &whole);
    }
    Ok(())
}

/// Refuses arrays with too many elements.
fn refuse_long(module: &Module) -> Result<()> {
    for (op, ty, _) in host::variables(module) {
        let Type::Spirv(SpirvType::Array { len: Length::Const(len), .. }) = module.ctx[ty] else { continue };
        if len > MAX_PARTS && is_bound(module, op) {
            let message = format!("cannot split an array of {len} resources: the limit is {MAX_PARTS}");
            return Err(at_op(module, op, diagnostics::Code::Limit, message));
        }
    }
    Ok(())
}

/// The variables to split, unless something needs their address.
pub(crate) fn to_be_split(module: &Module, options: &Options) -> impl Iterator<Item = Symbol> {
    candidates(module, options).into_keys()
}

/// A variable to split.
struct Whole {
    op: OpId,
    ty: TypeId,
    storage: StorageClass,
    parts: Vec<Part>,
}

struct Part {
    name: Symbol,
    pointer: TypeId,
    ty: TypeId,
    op: OpId,
}

type Wholes = Map<Symbol, Whole>;

fn candidates(module: &Module, options: &Options) -> Wholes {
    let found = host::variables(module).filter_map(|(op, ty, storage)| {
        let is_bound = is_bound(module, op);
        let is_typed = facts::pointer(module, facts::type_of(module, op, attrs::TYPE)?).is_some();
        let splits = match &module.ctx[ty] {
            Type::Spirv(SpirvType::Struct { .. }) => is_plain_struct(module, ty),
            Type::Spirv(SpirvType::Array { elem, len: Length::Const(1..=MAX_PARTS), .. }) => {
                options.flatten_arrays || is_plain_struct(module, innermost(module, *elem))
            }
            Type::None
            | Type::Int { .. }
            | Type::Float { .. }
            | Type::Vector { .. }
            | Type::Function { .. }
            | Type::Spirv(_)
            | Type::Llvm(_) => false,
        };
        let whole = Whole { op, ty, storage, parts: Vec::new() };
        (is_bound && is_typed && splits).then_some((facts::name_of(module, op)?, whole))
    });
    found.collect()
}

/// Returns whether a variable is a resource.
pub(crate) fn is_bound(module: &Module, variable: OpId) -> bool {
    module.attr(variable, edit::decoration(Decoration::Binding)).is_some()
}

/// Returns whether a type is a struct that is not a buffer.
pub(crate) fn is_plain_struct(module: &Module, ty: TypeId) -> bool {
    let Type::Spirv(SpirvType::Struct { members, .. }) = &module.ctx[ty] else { return false };
    let is_laid_out = members.iter().any(|member| member.offset.is_some());
    !members.is_empty() && !is_block(&module.ctx[ty]) && !is_laid_out
}

/// The element type of nested arrays.
pub(crate) fn innermost(module: &Module, ty: TypeId) -> TypeId {
    let mut current = ty;
    while let Type::Spirv(SpirvType::Array { elem, .. } | SpirvType::RuntimeArray { elem, .. }) = &module.ctx[current] {
        current = *elem;
    }
    current
}

/// Leaves out variables with a dynamic index or another use of their address. If every array was to be split, that is
/// an error.
fn refuse(module: &Module, whole: &mut Wholes, options: &Options) -> Result<()> {
    let mut refused = FxHashSet::default();
    for func in edit::functions(module) {
        let mut pointers: FxHashMap<ValueId, Symbol> = FxHashMap::default();
        for op in walk::ops_in(module, func) {
            if let (Some(result), Some(name)) = (module[op].results.first(), address_of(module, op, whole)) {
                pointers.insert(*result, name);
                continue;
            }
            for (at, value) in module[op].uses().enumerate() {
                let Some(name) = pointers.get(&value) else { continue };
                if is_taken_apart(module, op, at, whole[name].ty) {
                    continue;
                }
                if options.flatten_arrays {
                    let why = match known_index(module, op) {
                        Some(index) => format!("index {index} is out of bounds"),
                        None => "an element is not accessed directly".to_owned(),
                    };
                    let name = module.ctx.str(*name);
                    let message = format!("cannot split '{name}' into a variable per element: {why}");
                    return Err(at_op(module, op, diagnostics::Code::Verify, message));
                }
                refused.insert(*name);
            }
        }
    }
    whole.retain(|name, _| !refused.contains(name));
    Ok(())
}

fn address_of(module: &Module, op: OpId, whole: &Wholes) -> Option<Symbol> {
    let is_address = ops::code(module, op) == Some(Code::Mlir(Mlir::AddressOf));
    facts::symbol_of(module, op, attrs::SYMBOL).filter(|name| is_address && whole.contains_key(name))
}

fn is_taken_apart(module: &Module, op: OpId, at: usize, ty: TypeId) -> bool {
    match edit::core(module, op) {
        Some(Op::Load) => true,
        Some(Op::AccessChain | Op::InBoundsAccessChain) => at == 0 && part_of(module, op, ty).is_some(),
        _ => false,
    }
}

/// The first index of an access chain, if it is known.
fn known_index(module: &Module, op: OpId) -> Option<u64> {
    matches!(edit::core(module, op)?, Op::AccessChain | Op::InBoundsAccessChain)
        .then(|| edit::constant_number(module, *module[op].operands.get(1)?))?
}

/// The part that an access chain selects first.
fn part_of(module: &Module, chain: OpId, ty: TypeId) -> Option<usize> {
    let index = edit::constant_number(module, *module[chain].operands.get(1)?)? as usize;
    facts::part_type(&module.ctx, ty, index).map(|_| index)
}

/// The number of bindings that a type takes.
fn bindings(module: &Module, ty: TypeId) -> u64 {
    match &module.ctx[ty] {
        Type::Spirv(SpirvType::Array { elem, len: Length::Const(len), .. }) => {
            len.saturating_mul(bindings(module, *elem))
        }
        Type::Spirv(SpirvType::Struct { members, .. }) if is_plain_struct(module, ty) => {
            members.iter().map(|member| bindings(module, member.ty)).fold(0, u64::saturating_add)
        }
        Type::None
        | Type::Int { .. }
        | Type::Float { .. }
        | Type::Vector { .. }
        | Type::Function { .. }
        | Type::Spirv(_)
        | Type::Llvm(_) => 1,
    }
}

fn make_parts(module: &mut Module, name: Symbol, whole: &mut Whole, taken: &mut FxHashSet<Symbol>) {
    let binding = edit::decoration(Decoration::Binding);
    let mut next = facts::number_of(module, whole.op, binding).unwrap_or(0);
    let names = member_names(module, whole.ty);
    let mut at = 0;
    while let Some(ty) = facts::part_type(&module.ctx, whole.ty, at) {
        let own = part_name(module, name, names.get(at), at, taken);
        let pointer = Type::Spirv(SpirvType::Pointer { pointee: ty, storage: whole.storage, stride: None });
        let pointer = module.ctx.ty(pointer);
        let mut attributes = module[whole.op].attrs.clone();
        let is_new = |(name, _): &&NamedAttr| module[whole.op].attr(name).is_none();
        attributes.extend(decorations_of_member(module, whole.ty, at).iter().filter(is_new).copied());
        let op = module.add_op(ops::mlir(Mlir::GlobalVariable));
        module[op].loc = module[whole.op].loc;
        module[op].attrs = attributes;
        let own_name = module.ctx.symbol_attr(own);
        module[op].set_attr(attrs::SYM_NAME, own_name);
        let own_type = module.ctx.attr(Attr::Type(pointer));
        module[op].set_attr(attrs::TYPE, own_type);
        let number = module.ctx.i32_attr(next as u32);
        module[op].set_attr(binding, number);
        whole.parts.push(Part { name: own, pointer, ty, op });
        next += bindings(module, ty);
        at += 1;
    }
}

fn decorations_of_member(module: &Module, ty: TypeId, at: usize) -> &[NamedAttr] {
    if let Type::Spirv(SpirvType::Struct { members, .. }) = &module.ctx[ty] {
        members.get(at).map_or(&[], |member| &member.decorations)
    } else {
        &[]
    }
}

fn member_names(module: &Module, ty: TypeId) -> Vec<AttrId> {
    for attr in facts::array_of(module, module.root, attrs::MEMBER_NAMES) {
        if let Attr::Array(items) = &module.ctx[*attr]
            && let Some((first, names)) = items.split_first()
            && module.ctx[*first] == Attr::Type(ty)
        {
            return names.to_vec();
        }
    }
    Vec::new()
}

/// A unique name for a part.
fn part_name(
    module: &mut Module,
    whole: Symbol,
    member: Option<&AttrId>,
    at: usize,
    taken: &mut FxHashSet<Symbol>,
) -> Symbol {
    let whole = module.ctx.str(whole).to_owned();
    let wanted = match member.map(|member| &module.ctx[*member]) {
        Some(Attr::Str(member)) if !member.is_empty() => format!("{whole}.{member}"),
        _ => format!("{whole}[{at}]"),
    };
    let mut name = module.ctx.name(&wanted);
    for number in 1.. {
        if taken.insert(name) {
            break;
        }
        name = module.ctx.name(&format!("{wanted}_{number}"));
    }
    name
}

fn rewrite(module: &mut Module, func: OpId, whole: &Wholes) {
    let Some(region) = edit::body(module, func) else { return };
    let mut pool = Pool::of(module, region);
    let mut replaced = Replaced::default();
    let mut pointers: FxHashMap<ValueId, Symbol> = FxHashMap::default();
    let mut loads: FxHashMap<OpId, Vec<OpId>> = FxHashMap::default();
    for op in walk::ops_in(module, func) {
        replaced.apply(module, op);
        let result = module[op].results.first().copied();
        if let (Some(result), Some(name)) = (result, address_of(module, op, whole)) {
            pointers.insert(result, name);
            continue;
        }
        let Some(name) = module[op].operands.first().and_then(|base| pointers.get(base)) else { continue };
        match (edit::core(module, op), result) {
            (Some(Op::Load), Some(_)) => {
                let made = load_parts(module, &mut pool, op, &whole[name]);
                loads.insert(op, made);
            }
            (_, Some(result)) => {
                if let Some(part) = lead_to_part(module, &mut pool, op, &whole[name]) {
                    replaced.replace(result, part);
                    loads.insert(op, Vec::new());
                }
            }
            _ => {}
        }
    }
    edit::put_in_place(module, &loads);
    pool.finish(module);
}

/// Rebases a chain on the variable of its part; a chain without further indices is that variable, which is returned.
fn lead_to_part(module: &mut Module, pool: &mut Pool, op: OpId, whole: &Whole) -> Option<ValueId> {
    let part = part_of(module, op, whole.ty).and_then(|at| whole.parts.get(at))?;
    let address = pool.address(module, part.name, part.pointer);
    if module[op].operands.len() == 2 {
        return Some(address);
    }
    let rest: Vec<ValueId> = module[op].operands[2..].to_vec();
    module[op].operands = std::iter::once(address).chain(rest).collect();
    None
}

/// Replaces a load by loads of all parts and their composition; returns the new ops.
fn load_parts(module: &mut Module, pool: &mut Pool, op: OpId, whole: &Whole) -> Vec<OpId> {
    let (mut made, mut values) = (Vec::new(), Vec::new());
    for part in &whole.parts {
        let address = pool.address(module, part.name, part.pointer);
        let load = module.add_op(ops::core(Op::Load));
        module[load].operands = [address].into();
        module[load].loc = module[op].loc;
        values.push(module.add_result(load, part.ty));
        made.push(load);
    }
    let construct = &mut module[op];
    construct.info = ops::core(Op::CompositeConstruct);
    construct.operands = values.into();
    construct.attrs.clear();
    made.push(op);
    made
}

/// Declares the parts instead of the whole, and lists them in interfaces in its place.
fn replace_declarations(module: &mut Module, whole: &Wholes) {
    let body = module.body();
    let mut kept = Vec::new();
    for op in std::mem::take(&mut module[body].ops) {
        match facts::name_of(module, op).and_then(|name| whole.get(&name)) {
            Some(whole) => {
                let parts: Vec<OpId> = whole.parts.iter().map(|part| part.op).collect();
                edit::adopt(module, body, &parts);
                kept.extend(parts);
                module[op].block = None;
            }
            None => kept.push(op),
        }
    }
    for op in &kept {
        if ops::code(module, *op) == Some(Code::Core(Op::EntryPoint)) {
            list_parts(module, *op, whole);
        }
    }
    module[body].ops = kept;
}

fn list_parts(module: &mut Module, entry: OpId, whole: &Wholes) {
    let mut listed = Vec::new();
    for attr in facts::array_of(module, entry, attrs::ARGS).to_vec() {
        let name = if let Attr::Symbol(name) = module.ctx[attr] { Some(name) } else { None };
        match name.and_then(|name| whole.get(&name)) {
            Some(whole) => listed.extend(whole.parts.iter().map(|part| module.ctx.symbol_attr(part.name))),
            None => listed.push(attr),
        }
    }
    let listed = module.ctx.attr(Attr::Array(listed.into()));
    module[entry].set_attr(attrs::ARGS, listed);
}
