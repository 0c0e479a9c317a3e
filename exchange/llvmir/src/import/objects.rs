//! Images, samplers and events that are pointers, as clang and the translator wrote them before there were target types:
//! the pointers become target types, which is all that the rest of the conversion knows.
//!
//! The type of an object follows from the names of the functions that take it, and from the metadata of kernels. It goes
//! along with values, and through the memory that values are kept in: values that must be of one type form a set
//! (union-find), and so does what each of them leads to.

use super::attachments::{attached, text};
use crate::demangle::demangle;
use crate::error::{Result, refuse};
use crate::mangle::Param;
use crate::tables::LITERAL_SAMPLER;
use base::intern::Symbol;
use dialect::ir::{Attr, BlockId, Module, OpId, RegionId, Type, TypeId, ValueId, walk};
use dialect::llvm::ops::{self, Form, Opcode};
use dialect::llvm::types::LlvmType;
use dialect::spirv::facts;
use rustc_hash::FxHashMap;

/// Objects by the names that OpenCL C's functions show of them, with their target types.
const OBJECTS: &[(&str, &str)] = &[
    ("sampler", "spirv.Sampler"),
    ("event", "spirv.Event"),
    ("clkevent", "spirv.DeviceEvent"),
    ("queue", "spirv.Queue"),
    ("reserveid", "spirv.ReserveId"),
];

/// Images by the same names: their dimension, whether they hold depths, whether they have layers.
const IMAGES: &[(&str, [u32; 3])] = &[
    ("image1d", [0, 0, 0]),
    ("image1d_array", [0, 0, 1]),
    ("image1d_buffer", [5, 0, 0]),
    ("image2d", [1, 0, 0]),
    ("image2d_array", [1, 0, 1]),
    ("image2d_depth", [1, 1, 0]),
    ("image2d_array_depth", [1, 1, 1]),
    ("image3d", [2, 0, 0]),
];

/// Access qualifiers of images, in names and in metadata, in the order of SPIR-V's numbers.
const ACCESSES: [(&str, &str); 3] = [("ro", "read_only"), ("wo", "write_only"), ("rw", "read_write")];

/// Functions whose results are objects, by the beginnings of their names. Events are what copies give.
const RESULTS: &[(&str, &str)] = &[
    (LITERAL_SAMPLER, "spirv.Sampler"),
    ("async_work_group_", "spirv.Event"),
    ("__spirv_GroupAsyncCopy", "spirv.Event"),
];

/// Gives the objects of a module their types.
///
/// # Errors
/// When something is taken for two objects of different types.
pub(super) fn give_types(module: &mut Module) -> Result<()> {
    let functions: Vec<OpId> = module
        .top_ops()
        .iter()
        .copied()
        .filter(|op| ops::row(module, *op).is_some_and(|row| row.form == Form::Func))
        .collect();
    let is_target = |ty: &Type| matches!(ty, Type::Llvm(LlvmType::Target { .. }));
    if module.ctx.types().any(|(_, ty)| is_target(ty)) {
        // Where there are target types, pointers are pointers.
        return Ok(());
    }
    let mut objects = Objects::new(module, &functions);
    for function in &functions {
        objects.function(*function);
    }
    if objects.types.is_empty() {
        return Ok(());
    }
    objects.settle()?;
    for function in functions {
        objects.rewrite(function);
    }
    Ok(())
}

/// An operand that is a constant, and the set that it would be in: others may use the same constant as something else.
struct Lone {
    op: OpId,
    /// Its place among the uses of the op.
    at: usize,
    set: usize,
}

struct Objects<'m> {
    module: &'m mut Module,
    /// For each set a way to its root: of a value, of what it leads to, of what a function gives.
    parents: Vec<usize>,
    results: FxHashMap<Symbol, usize>,
    /// The functions that have a body, with their first block.
    bodies: FxHashMap<Symbol, BlockId>,
    /// The types of sets, and of their roots once all are joined.
    types: Vec<(usize, TypeId)>,
    settled: FxHashMap<usize, TypeId>,
    /// The uses of objects in each function, op by op.
    lone: FxHashMap<Option<RegionId>, Vec<Lone>>,
    region: Option<RegionId>,
}

/// The set of a value.
fn own(value: ValueId) -> usize {
    2 * value.index()
}

/// The set of what a value leads to.
fn behind(value: ValueId) -> usize {
    own(value) + 1
}

impl<'m> Objects<'m> {
    fn new(module: &'m mut Module, functions: &[OpId]) -> Self {
        let values = module.values.iter().count();
        let (mut results, mut bodies) = (FxHashMap::default(), FxHashMap::default());
        for (at, op) in functions.iter().enumerate() {
            let Some(name) = facts::symbol_of(module, *op, ops::SYM_NAME) else { continue };
            results.insert(name, 2 * (values + at));
            let region = module[*op].regions.first().copied();
            bodies.extend(region.and_then(|region| Some((name, *module[region].blocks.first()?))));
        }
        let parents = (0..2 * (values + functions.len())).collect();
        let (settled, lone) = Default::default();
        Objects { module, parents, results, bodies, types: Vec::new(), settled, lone, region: None }
    }

    fn root(&mut self, mut at: usize) -> usize {
        while self.parents[at] != at {
            self.parents[at] = self.parents[self.parents[at]];
            at = self.parents[at];
        }
        at
    }

    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.root(a), self.root(b));
        self.parents[a.max(b)] = a.min(b);
    }

    /// Two values are the same, and lead to the same.
    fn same(&mut self, a: ValueId, b: ValueId) {
        self.join(own(a), own(b));
        self.join(behind(a), behind(b));
    }

    /// A use of a value is in a set, unless it is a constant.
    fn put(&mut self, op: OpId, at: usize, value: ValueId, set: usize) {
        match self.is_constant(value) {
            true => self.lone.entry(self.region).or_default().push(Lone { op, at, set }),
            false => self.join(own(value), set),
        }
    }

    fn is_constant(&self, value: ValueId) -> bool {
        let row = self.module.defining_op(value).and_then(|op| ops::row(self.module, op));
        row.is_some_and(|row| matches!(row.op, Opcode::Constant | Opcode::Zero | Opcode::Undef | Opcode::Poison))
    }

    /// A use of a value becomes one of a block or of a function.
    fn hand(&mut self, op: OpId, at: usize, value: ValueId, to: ValueId) {
        self.put(op, at, value, own(to));
        self.join(behind(value), behind(to));
    }

    fn function(&mut self, function: OpId) {
        let Some(name) = facts::symbol_of(self.module, function, ops::SYM_NAME) else { return };
        let Some(entry) = self.bodies.get(&name).copied() else { return };
        self.arguments(function, entry);
        self.region = self.module[entry].region;
        for op in walk::ops_in(self.module, function) {
            self.op(op, self.results[&name]);
        }
    }

    /// Reads the `kernel_arg_…` metadata of a kernel.
    fn arguments(&mut self, function: OpId, entry: BlockId) {
        let said = |name: &str| -> Vec<String> {
            let parts = attached(self.module, function, name).unwrap_or_default();
            parts.iter().map(|part| text(self.module, *part).unwrap_or_default().to_owned()).collect()
        };
        let (types, accesses) = (said("kernel_arg_base_type"), said("kernel_arg_access_qual"));
        for (at, name) in types.iter().enumerate() {
            let access = ACCESSES.iter().position(|(_, known)| accesses.get(at).is_some_and(|own| own == known));
            let Some(name) = name.strip_suffix("_t") else { continue };
            let made = self.image(name, access.unwrap_or(0)).or_else(|| self.object(&name.replace('_', "")));
            let arg = self.module[entry].args.get(at).copied();
            self.types.extend(made.zip(arg).map(|(ty, arg)| (own(arg), ty)));
        }
    }

    fn op(&mut self, op: OpId, result: usize) {
        let Some(row) = ops::row(self.module, op) else { return };
        let (made, first) = (self.module[op].results.first().copied(), self.module[op].operands.first().copied());
        match (row.form, made, first) {
            (Form::Load, Some(made), Some(from)) => self.join(own(made), behind(from)),
            (Form::Store, _, Some(value)) => {
                let to = self.module[op].operands[1];
                self.put(op, 0, value, behind(to));
            }
            (Form::Gep, Some(made), Some(from)) => self.join(behind(made), behind(from)),
            (Form::Cast(_) | Form::Unary, Some(made), Some(from)) => self.same(made, from),
            (Form::Select, Some(made), _) => {
                for at in 1..3 {
                    self.hand(op, at, self.module[op].operands[at], made);
                }
            }
            (Form::Return, _, Some(value)) => self.put(op, 0, value, result),
            (Form::Call, ..) => self.call(op),
            (Form::Br | Form::CondBr | Form::Switch, ..) => self.branch(op),
            _ => {}
        }
    }

    fn branch(&mut self, op: OpId) {
        let first = self.module[op].operands.len();
        let blocks = self.module[op].successors.iter().map(|successor| successor.block);
        let args: Vec<ValueId> = blocks.flat_map(|block| self.module[block].args.iter().copied()).collect();
        let uses: Vec<ValueId> = self.module[op].uses().skip(first).collect();
        for (at, (value, to)) in uses.into_iter().zip(args).enumerate() {
            self.hand(op, first + at, value, to);
        }
    }

    fn call(&mut self, op: OpId) {
        let Some(callee) = facts::symbol_of(self.module, op, ops::SYMBOL) else { return };
        let made = self.module[op].results.first().copied();
        let operands: Vec<ValueId> = self.module[op].operands.as_slice().to_vec();
        if let Some(entry) = self.bodies.get(&callee).copied() {
            for (at, to) in self.module[entry].args.clone().into_iter().enumerate().take(operands.len()) {
                self.hand(op, at, operands[at], to);
            }
            if let (Some(made), Some(result)) = (made, self.results.get(&callee).copied()) {
                self.join(own(made), result);
            }
            return;
        }
        let symbol = self.module.ctx.str(callee).to_owned();
        let (name, params) = demangle(&symbol).unwrap_or((&symbol, Vec::new()));
        for (at, param) in params.iter().enumerate() {
            let (Some((ty, is_behind)), Some(value)) = (self.shown(param), operands.get(at).copied()) else { continue };
            match (is_behind, self.is_constant(value)) {
                (true, _) => self.types.push((behind(value), ty)),
                (false, false) => self.types.push((own(value), ty)),
                // It represents itself alone: a set that nothing else is in.
                (false, true) => {
                    let set = self.parents.len();
                    self.parents.push(set);
                    self.types.push((set, ty));
                    self.put(op, at, value, set);
                }
            }
        }
        let given = RESULTS.iter().find(|(start, _)| name.starts_with(start)).map(|(_, ty)| (*ty).to_owned());
        let given = given.map(|ty| self.target(&ty, &[])).or_else(|| self.joined(name, &params));
        self.types.extend(made.zip(given).map(|(made, ty)| (own(made), ty)));
    }

    /// The type of an image with its sampler.
    fn joined(&mut self, name: &str, params: &[Param]) -> Option<TypeId> {
        let (image, _) = self.shown(params.first().filter(|_| name == "__spirv_SampledImage")?)?;
        match &self.module.ctx[image] {
            Type::Llvm(LlvmType::Target { numbers, .. }) => {
                let numbers = numbers.clone();
                Some(self.target("spirv.SampledImage", &numbers))
            }
            _ => None,
        }
    }

    /// The object that a parameter shows, and whether it is what the parameter leads to.
    fn shown(&mut self, param: &Param) -> Option<(TypeId, bool)> {
        match param {
            Param::Named(name) => Some((self.named(name)?, false)),
            Param::Pointer(_, inner) => match &**inner {
                // Such a name is that of the struct to which an object is a pointer.
                Param::Named(name) => Some((self.named(name)?, !name.starts_with("__spirv_"))),
                Param::Pointer(..) => self.shown(inner).filter(|(_, is_behind)| !is_behind).map(|(ty, _)| (ty, true)),
                Param::Scalar(_) | Param::Vector(..) => None,
            },
            Param::Scalar(_) | Param::Vector(..) => None,
        }
    }

    fn named(&mut self, name: &str) -> Option<TypeId> {
        if let Some(name) = name.strip_prefix("ocl_") {
            let image = name.rsplit_once('_').and_then(|(image, access)| {
                let access = ACCESSES.iter().position(|(known, _)| *known == access)?;
                self.image(image, access)
            });
            return image.or_else(|| self.object(name));
        }
        let name = name.strip_prefix("__spirv_")?;
        let Some((kind, numbers)) = name.split_once("__void_") else {
            let target = format!("spirv.{name}");
            let is_known = OBJECTS.iter().any(|(_, known)| *known == target);
            return is_known.then(|| self.target(&target, &[]));
        };
        let numbers: Vec<u32> = numbers.split('_').map(|number| number.parse().ok()).collect::<Option<_>>()?;
        let is_image = numbers.len() == 7 && ["Image", "SampledImage"].contains(&kind);
        is_image.then(|| self.target(&format!("spirv.{kind}"), &numbers))
    }

    fn image(&mut self, name: &str, access: usize) -> Option<TypeId> {
        let (_, [dim, depth, arrayed]) = IMAGES.iter().find(|(known, _)| *known == name)?;
        Some(self.target("spirv.Image", &[*dim, *depth, *arrayed, 0, 0, 0, access as u32]))
    }

    fn object(&mut self, name: &str) -> Option<TypeId> {
        let (_, target) = OBJECTS.iter().find(|(known, _)| *known == name)?;
        Some(self.target(target, &[]))
    }

    fn target(&mut self, name: &str, numbers: &[u32]) -> TypeId {
        let ctx = &mut self.module.ctx;
        let types = if numbers.is_empty() { Box::default() } else { [ctx.none()].into() };
        ctx.ty(Type::Llvm(LlvmType::Target { name: name.into(), types, numbers: numbers.into() }))
    }

    /// Settles the type of each set, when all are joined.
    fn settle(&mut self) -> Result<()> {
        for (set, ty) in std::mem::take(&mut self.types) {
            let root = self.root(set);
            if *self.settled.entry(root).or_insert(ty) != ty {
                return refuse("conflicting types of an image, a sampler or an event");
            }
        }
        Ok(())
    }

    fn type_of(&mut self, set: usize) -> Option<TypeId> {
        let root = self.root(set);
        self.settled.get(&root).copied()
    }

    /// The type of a value that is an object and still a pointer.
    fn retyped(&mut self, value: ValueId) -> Option<TypeId> {
        let ty = self.module.type_of(value);
        self.type_of(own(value)).filter(|object| may_be(self.module, ty, *object))
    }

    fn rewrite(&mut self, function: OpId) {
        let Some(region) = self.module[function].regions.first().copied() else { return };
        for block in self.module[region].blocks.clone() {
            let args = self.module[block].args.clone();
            let results: Vec<ValueId> =
                self.module[block].ops.iter().flat_map(|op| self.module[*op].results.iter().copied()).collect();
            for value in args.into_iter().chain(results) {
                self.memory(value);
                if let Some(ty) = self.retyped(value).filter(|_| !self.is_constant(value)) {
                    self.module[value].ty = ty;
                }
            }
        }
        self.constants(self.module[region].blocks[0]);
        self.signature(function, self.module[region].blocks[0]);
    }

    /// The type of the objects that a place in memory holds.
    fn memory(&mut self, value: ValueId) {
        let Some(op) = self.module.defining_op(value) else { return };
        let (elem, object) = (facts::type_of(self.module, op, ops::ELEM_TYPE), self.type_of(behind(value)));
        if let (Some(elem), Some(object)) = (elem, object) {
            let elem = with_object(self.module, elem, object);
            let elem = self.module.ctx.attr(Attr::Type(elem));
            self.module[op].set_attr(ops::ELEM_TYPE, elem);
        }
    }

    /// Constants that are objects are constants of their own.
    fn constants(&mut self, entry: BlockId) {
        let lone = self.lone.remove(&self.module[entry].region).unwrap_or_default();
        let mut made = Vec::new();
        for uses in lone.chunk_by(|one, next| one.op == next.op) {
            let op = uses[0].op;
            let mut values: Vec<ValueId> = self.module[op].uses().collect();
            for one in uses {
                values[one.at] = self.constant(values[one.at], one.set, &mut made);
            }
            self.module[op].uses_mut().zip(values).for_each(|(place, value)| *place = value);
        }
        for op in &made {
            self.module[*op].block = Some(entry);
        }
        self.module[entry].ops.splice(0..0, made);
    }

    /// A constant, or its copy with the type of an object.
    fn constant(&mut self, value: ValueId, set: usize, made: &mut Vec<OpId>) -> ValueId {
        let (Some(defining), Some(ty)) = (self.module.defining_op(value), self.type_of(set)) else { return value };
        if !may_be(self.module, self.module.type_of(value), ty) {
            return value;
        }
        let constant = self.module.add_op(self.module[defining].info);
        self.module[constant].attrs = self.module[defining].attrs.clone();
        made.push(constant);
        self.module.add_result(constant, ty)
    }

    fn signature(&mut self, function: OpId, entry: BlockId) {
        let Some(ty) = facts::type_of(self.module, function, ops::FUNCTION_TYPE) else { return };
        let Type::Function { result, .. } = self.module.ctx[ty].clone() else { return };
        let given =
            facts::symbol_of(self.module, function, ops::SYM_NAME).and_then(|name| self.results.get(&name).copied());
        let object = given.filter(|_| is_pointer(self.module, result)).and_then(|set| self.type_of(set));
        let params = self.module[entry].args.iter().map(|arg| self.module.type_of(*arg)).collect();
        let ty = self.module.ctx.ty(Type::Function { params, result: object.unwrap_or(result) });
        let ty = self.module.ctx.attr(Attr::Type(ty));
        self.module[function].set_attr(ops::FUNCTION_TYPE, ty);
    }
}

/// Returns whether a value of this type may be an object: a pointer, or a sampler by its bits, as older compilers have it.
fn may_be(module: &Module, ty: TypeId, object: TypeId) -> bool {
    let is_sampler = |object: TypeId| match &module.ctx[object] {
        Type::Llvm(LlvmType::Target { name, .. }) => **name == *"spirv.Sampler",
        _ => false,
    };
    is_pointer(module, ty) || matches!(module.ctx[ty], Type::Int { width: 32, .. }) && is_sampler(object)
}

fn is_pointer(module: &Module, ty: TypeId) -> bool {
    matches!(module.ctx[ty], Type::Llvm(LlvmType::Ptr | LlvmType::PtrIn(_)))
}

/// A type in memory with an object instead of a pointer: itself, or what arrays hold.
fn with_object(module: &mut Module, ty: TypeId, object: TypeId) -> TypeId {
    let (mut lengths, mut inner) = (Vec::new(), ty);
    while let Type::Llvm(LlvmType::Array { elem, len }) = &module.ctx[inner] {
        lengths.push(*len);
        inner = *elem;
    }
    if !is_pointer(module, inner) {
        return ty;
    }
    lengths.into_iter().rev().fold(object, |elem, len| module.ctx.ty(Type::Llvm(LlvmType::Array { elem, len })))
}
