//! The arguments of an OpenCL kernel: they become variables of the module, which the host binds in set 0 by position.
//!
//! A pointer to global memory becomes a buffer, a value becomes a buffer with this value. A pointer to memory of the
//! workgroup becomes an array there, as long as the host says.

use crate::error::{Result, unsupported};
use crate::facts;
use dialect::ir::rewrite::Rewrites;
use dialect::ir::{Attr, BlockId, Module, OpId, Type, TypeId, ValueId, walk};
use dialect::spirv::enums::Kind;
use dialect::spirv::ops::{self, Code, Mlir};
use dialect::spirv::types::{Length, SpirvType};
use dialect::spirv::{attrs, facts as module_facts};
use spirv::{Op, StorageClass};

/// Replaces the parameters of an entry point by variables.
pub(crate) fn to_variables(module: &mut Module, func: OpId, group_memory: &[(String, u64)]) -> Result<()> {
    let entry = module[module[func].regions[0]].blocks[0];
    let params = module[entry].args.clone();
    if params.is_empty() {
        return Ok(());
    }
    refuse_calls(module, func)?;
    module[entry].args.clear();
    let mut rewrites = Rewrites::default();
    let mut made = Vec::new();
    for (at, param) in params.into_iter().enumerate() {
        let value = match module_facts::pointer(module, module.type_of(param)) {
            Some((pointee, StorageClass::Workgroup)) => {
                let bytes = bytes_of(module, at, param, group_memory);
                bytes.and_then(|bytes| of_workgroup(module, at, param, pointee, bytes, &mut made))
            }
            _ => argument(module, at, param, &mut made),
        };
        let value = value.map_err(|error| error.at(module, func))?;
        rewrites.replace(param, value);
    }
    prepend(module, entry, made);
    rewrites.apply(module, func);
    Ok(())
}

/// Rejects a module that calls the entry point, which has no parameters any more.
fn refuse_calls(module: &Module, func: OpId) -> Result<()> {
    let name = module_facts::name_of(module, func);
    for op in walk::ops_in(module, module.root) {
        let is_call = ops::code(module, op) == Some(Code::Core(Op::FunctionCall));
        if is_call && module_facts::symbol_of(module, op, attrs::SYMBOL) == name {
            return unsupported(module[op].info.name, "a kernel is called by another")
                .map_err(|error| error.at(module, op));
        }
    }
    Ok(())
}

fn prepend(module: &mut Module, entry: BlockId, ops: Vec<OpId>) {
    for op in &ops {
        module[*op].block = Some(entry);
    }
    module[entry].ops.splice(0..0, ops);
}

/// The bytes that a pointer to memory of the workgroup leads to.
fn bytes_of(module: &Module, at: usize, param: ValueId, group_memory: &[(String, u64)]) -> Result<u64> {
    let name = module[param].name.map(|name| module.ctx.str(name));
    let is_it = |own: &str| Some(own) == name || own.parse() == Ok(at);
    match group_memory.iter().find(|(own, _)| is_it(own)) {
        Some((_, bytes)) => Ok(*bytes),
        None => {
            let name = name.map_or_else(|| at.to_string(), |name| format!("'{name}'"));
            unsupported("spirv.func", format!("the size of argument {name} in memory of the workgroup is not given"))
        }
    }
}

/// The most bytes of an argument in memory of the workgroup.
const MOST_BYTES: u64 = 1 << 30;

/// The address of an array in memory of the workgroup with this many bytes.
fn of_workgroup(
    module: &mut Module,
    at: usize,
    param: ValueId,
    pointee: TypeId,
    bytes: u64,
    made: &mut Vec<OpId>,
) -> Result<ValueId> {
    let constants = crate::constants::Constants::new(module);
    let size = crate::layout::Layouts::new(module, &constants).size(crate::layout::Shape::of(pointee))?;
    if bytes > MOST_BYTES {
        return unsupported("spirv.func", format!("argument {at} has {bytes} bytes in memory of the workgroup"));
    }
    let len = Length::Const(bytes.div_ceil(size.max(1)).max(1));
    let array = module.ctx.ty(Type::Spirv(SpirvType::Array { elem: pointee, len, stride: None }));
    let (array, elem) = (pointer_to(module, array, StorageClass::Workgroup), module.type_of(param));
    let name = unbound(module, at, param, array);
    let whole = referred(module, made, name, array);
    let int = module.ctx.int(32);
    let zero = module.add_op(ops::mlir(Mlir::Constant));
    let value = module.ctx.attr(Attr::Int { bits: 0, ty: int });
    module[zero].set_attr(attrs::VALUE, value);
    let index = module.add_result(zero, int);
    let chain = module.add_op(ops::core(Op::InBoundsAccessChain));
    module[chain].operands.extend_from_slice(&[whole, index]);
    made.extend([zero, chain]);
    Ok(module.add_result(chain, elem))
}

/// Value that represents a parameter; the ops that make it are added to `made`.
fn argument(module: &mut Module, at: usize, param: ValueId, made: &mut Vec<OpId>) -> Result<ValueId> {
    let ty = module.type_of(param);
    let (variable, is_value) = match module_facts::pointer(module, ty) {
        Some((_, StorageClass::CrossWorkgroup | StorageClass::UniformConstant)) => (ty, false),
        // What is passed by value is the invocation's own.
        Some((pointee, StorageClass::Function)) => {
            let given = pointer_to(module, pointee, StorageClass::Uniform);
            let value = load(module, made, Held { at, param, variable: given }, pointee);
            return Ok(keep(module, made, value, ty));
        }
        Some((_, storage)) => {
            return unsupported(
                "spirv.func",
                format!("kernel arguments of storage class {storage:?} are not supported"),
            );
        }
        None if facts::is_opaque(module, ty) => (pointer_to(module, ty, StorageClass::UniformConstant), true),
        None => (pointer_to(module, ty, StorageClass::Uniform), true),
    };
    Ok(match is_value {
        true => load(module, made, Held { at, param, variable }, ty),
        false => address(module, made, Held { at, param, variable }),
    })
}

/// A parameter with a variable that holds it.
#[derive(Clone, Copy)]
struct Held {
    /// Its number.
    at: usize,
    param: ValueId,
    /// The type of the variable.
    variable: TypeId,
}

/// The address of the variable that holds a parameter.
fn address(module: &mut Module, made: &mut Vec<OpId>, held: Held) -> ValueId {
    let name = declare(module, held.at, held.param, held.variable);
    referred(module, made, name, held.variable)
}

/// The address of a variable.
fn referred(module: &mut Module, made: &mut Vec<OpId>, name: base::intern::Symbol, ty: TypeId) -> ValueId {
    let address = module.add_op(ops::mlir(Mlir::AddressOf));
    let symbol = module.ctx.symbol_attr(name);
    module[address].set_attr(attrs::SYMBOL, symbol);
    made.push(address);
    module.add_result(address, ty)
}

/// Type of the variable that holds a parameter.
fn load(module: &mut Module, made: &mut Vec<OpId>, held: Held, ty: TypeId) -> ValueId {
    let address = address(module, made, held);
    let load = module.add_op(ops::core(Op::Load));
    module[load].operands.push(address);
    made.push(load);
    module.add_result(load, ty)
}

/// A variable of the function that begins with a value.
fn keep(module: &mut Module, made: &mut Vec<OpId>, value: ValueId, pointer: TypeId) -> ValueId {
    let variable = module.add_op(ops::core(Op::Variable));
    let class = module.ctx.enum_attr(Kind::StorageClass.id(), StorageClass::Function as u32);
    module[variable].set_attr(Kind::StorageClass.table().snake, class);
    let place = module.add_result(variable, pointer);
    let store = module.add_op(ops::core(Op::Store));
    module[store].operands.extend_from_slice(&[place, value]);
    made.extend([variable, store]);
    place
}

fn pointer_to(module: &mut Module, pointee: TypeId, storage: StorageClass) -> TypeId {
    module.ctx.ty(Type::Spirv(SpirvType::Pointer { pointee, storage, stride: None }))
}

/// Adds a variable for a parameter that the host binds by its position.
fn declare(module: &mut Module, at: usize, param: ValueId, ty: TypeId) -> base::intern::Symbol {
    let name = unbound(module, at, param, ty);
    let op = module_facts::find_symbol(module, name).expect("the variable has just been added");
    let ctx = &mut module.ctx;
    let bound = [("descriptor_set", ctx.i32_attr(0)), ("binding", ctx.i32_attr(at as u32))];
    module[op].attrs.extend(bound);
    name
}

/// Adds a variable for a parameter, with its name if nothing else has it.
fn unbound(module: &mut Module, at: usize, param: ValueId, ty: TypeId) -> base::intern::Symbol {
    let own = module[param].name.filter(|name| module_facts::find_symbol(module, *name).is_none());
    let name = own.unwrap_or_else(|| module.ctx.name(&format!("__argument{at}")));
    let op = module.add_op(ops::mlir(Mlir::GlobalVariable));
    let ctx = &mut module.ctx;
    let attrs = [(attrs::SYM_NAME, ctx.symbol_attr(name)), (attrs::TYPE, ctx.attr(Attr::Type(ty)))];
    module[op].attrs = attrs.into();
    let body = module.body();
    module.append(body, op);
    name
}
