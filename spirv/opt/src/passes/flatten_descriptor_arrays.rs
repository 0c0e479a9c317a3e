//! Arrays of arrays of resources become one array, since Vulkan has no variables of any other kind.
//!
//! The elements keep their order and the variable its binding, which is as long as all dimensions together. The
//! indices, one per dimension, are linearised; a row that is read as a whole is composed from its elements. A variable
//! with other uses stays as it is.

use crate::edit::{self, Pool, Replaced};
use crate::passes::descriptor_scalar_replacement::{innermost, is_bound, is_plain_struct};
use base::ids::Map;
use base::intern::Symbol;
use dialect::ir::{Attr, Module, OpId, Type, TypeId, ValueId, walk};
use dialect::spirv::ops::{self, Code, Mlir};
use dialect::spirv::types::{Length, SpirvType};
use dialect::spirv::{attrs, facts, host};
use rustc_hash::FxHashMap;
use spirv::{Op, StorageClass};

/// Longer rows are not read as a whole.
const MAX_ROW: u64 = 256;

/// Flattens each array of arrays of resources.
pub(crate) fn join(module: &mut Module) {
    let mut grids = candidates(module);
    if grids.is_empty() {
        return;
    }
    for func in edit::functions(module) {
        for name in used_otherwise(module, func, &grids) {
            grids.swap_remove(&name);
        }
    }
    for func in edit::functions(module) {
        rewrite(module, func, &grids);
    }
    for grid in grids.values() {
        let ty = module.ctx.attr(Attr::Type(grid.joined));
        module[grid.op].set_attr(attrs::TYPE, ty);
    }
}

/// A variable that is an array of arrays.
struct Grid {
    op: OpId,
    /// The lengths of all dimensions but the first, which may have any.
    inner: Vec<u64>,
    /// The pointer type of the flat array.
    joined: TypeId,
    /// The type of an element, and of a pointer to it.
    pointer: TypeId,
    element: TypeId,
}

type Grids = Map<Symbol, Grid>;

/// The indices from a variable to a row at most.
#[derive(Clone)]
struct Path {
    name: Symbol,
    indices: Vec<ValueId>,
}

fn candidates(module: &mut Module) -> Grids {
    let found: Vec<_> = host::variables(module).filter(|(op, ..)| is_bound(module, *op)).collect();
    let grid = |(op, ty, storage)| Some((facts::name_of(module, op)?, grid(module, op, ty, storage)?));
    found.into_iter().filter_map(grid).collect()
}

fn grid(module: &mut Module, op: OpId, ty: TypeId, storage: StorageClass) -> Option<Grid> {
    let element = innermost(module, ty);
    let (outer, mut row) = dimension(module, ty)?;
    let mut inner = Vec::new();
    while let Some((length, next)) = dimension(module, row) {
        inner.push(length?);
        row = next;
    }
    let is_typed = facts::type_of(module, op, attrs::TYPE).is_some_and(|ty| facts::pointer(module, ty).is_some());
    if inner.is_empty() || row != element || is_plain_struct(module, element) || !is_typed {
        return None;
    }
    let all = match outer {
        None => SpirvType::RuntimeArray { elem: element, stride: None },
        Some(length) => {
            let length = inner.iter().try_fold(length, |product, length| product.checked_mul(*length))?;
            SpirvType::Array { elem: element, len: Length::Const(u32::try_from(length).ok()?.into()), stride: None }
        }
    };
    let all = module.ctx.ty(Type::Spirv(all));
    let mut pointer = |pointee| module.ctx.ty(Type::Spirv(SpirvType::Pointer { pointee, storage, stride: None }));
    Some(Grid { op, inner, joined: pointer(all), pointer: pointer(element), element })
}

/// The length of an array, if it is known, and its element type.
fn dimension(module: &Module, ty: TypeId) -> Option<(Option<u64>, TypeId)> {
    match module.ctx[ty] {
        Type::Spirv(SpirvType::Array { elem, len: Length::Const(len), .. }) => Some((Some(len), elem)),
        Type::Spirv(SpirvType::RuntimeArray { elem, .. }) => Some((None, elem)),
        Type::None
        | Type::Int { .. }
        | Type::Float { .. }
        | Type::Vector { .. }
        | Type::Function { .. }
        | Type::Spirv(_)
        | Type::Llvm(_) => None,
    }
}

impl Grid {
    /// The number of elements below a path that ends before an element.
    fn below(&self, indices: usize) -> Option<u64> {
        let lengths = self.inner.get(indices.checked_sub(1)?..)?;
        lengths.iter().try_fold(1_u64, |product, length| product.checked_mul(*length))
    }
}

/// The paths of all pointers of a function that lead into arrays of arrays and not to an element.
#[derive(Default)]
struct Paths(FxHashMap<ValueId, Path>);

impl Paths {
    /// The path of the pointer that an op makes, all indices of its chain included.
    fn of(&self, module: &Module, op: OpId, grids: &Grids) -> Option<Path> {
        if ops::code(module, op) == Some(Code::Mlir(Mlir::AddressOf)) {
            let name = facts::symbol_of(module, op, attrs::SYMBOL).filter(|name| grids.contains_key(name))?;
            return Some(Path { name, indices: Vec::new() });
        }
        let base = module[op].operands.first().filter(|_| is_access(module, op))?;
        let mut path = self.0.get(base)?.clone();
        path.indices.extend_from_slice(&module[op].operands[1..]);
        Some(path)
    }

    /// Records a pointer that leads to no element; returns false for one that does.
    fn hold(&mut self, module: &Module, op: OpId, path: Path, grids: &Grids) -> bool {
        let is_short = path.indices.len() <= grids[&path.name].inner.len();
        if let (true, Some(result)) = (is_short, module[op].results.first()) {
            self.0.insert(*result, path);
        }
        is_short
    }
}

fn is_access(module: &Module, op: OpId) -> bool {
    matches!(edit::core(module, op), Some(Op::AccessChain | Op::InBoundsAccessChain))
}

/// The variables with other uses in a function.
fn used_otherwise(module: &Module, func: OpId, grids: &Grids) -> Vec<Symbol> {
    let mut paths = Paths::default();
    let mut refused = Vec::new();
    for op in walk::ops_in(module, func) {
        if let Some(path) = paths.of(module, op, grids) {
            if !path.indices.iter().all(|index| is_plain_index(module, *index)) {
                refused.push(path.name);
            }
            paths.hold(module, op, path, grids);
            continue;
        }
        for value in module[op].uses() {
            let Some(path) = paths.0.get(&value) else { continue };
            let is_row = grids[&path.name].below(path.indices.len()).is_some_and(|length| length <= MAX_ROW);
            if edit::core(module, op) != Some(Op::Load) || !is_row {
                refused.push(path.name);
            }
        }
    }
    refused
}

/// Returns whether an index is a 32-bit integer, of either sign.
fn is_plain_index(module: &Module, index: ValueId) -> bool {
    matches!(module.ctx[module.type_of(index)], Type::Int { width: 32, .. })
}

fn rewrite(module: &mut Module, func: OpId, grids: &Grids) {
    let Some(region) = edit::body(module, func) else { return };
    let mut paths = Paths::default();
    let mut pool = Pool::of(module, region);
    let (mut replaced, mut instead) = (Replaced::default(), FxHashMap::default());
    for op in walk::ops_in(module, func) {
        replaced.apply(module, op);
        let mut made = Making { module, pool: &mut pool, before: op, ops: Vec::new() };
        if let Some(path) = paths.of(made.module, op, grids) {
            if !paths.hold(made.module, op, path.clone(), grids) {
                made.lead_to_element(op, &path, &grids[&path.name]);
            }
            instead.insert(op, made.ops);
        } else if let Some(path) = read_from(made.module, op).and_then(|from| paths.0.get(&from)) {
            let row = made.row(path, &grids[&path.name]);
            replaced.replace(made.module[op].results[0], row);
            instead.insert(op, made.ops);
        }
    }
    edit::put_in_place(module, &instead);
    pool.finish(module);
}

/// The pointer of a load.
fn read_from(module: &Module, op: OpId) -> Option<ValueId> {
    module[op].operands.first().copied().filter(|_| edit::core(module, op) == Some(Op::Load))
}

/// Ops that are made before another op, or in its place.
struct Making<'m> {
    module: &'m mut Module,
    pool: &'m mut Pool,
    before: OpId,
    ops: Vec<OpId>,
}

/// A partially computed linear index.
#[derive(Clone, Copy)]
enum Index {
    Known(u64),
    Computed(ValueId),
}

impl Making<'_> {
    /// Rebases a chain to or into an element on the flat array.
    fn lead_to_element(&mut self, chain: OpId, path: &Path, grid: &Grid) {
        let (outer, inside) = path.indices.split_at(grid.inner.len() + 1);
        let index = self.joined_index(outer, grid);
        let index = self.value_of(index);
        let base = self.pool.address(self.module, path.name, grid.joined);
        self.module[chain].operands = [base, index].into_iter().chain(inside.iter().copied()).collect();
        self.ops.push(chain);
    }

    /// Linearises the first indices, counted in elements below them.
    fn joined_index(&mut self, indices: &[ValueId], grid: &Grid) -> Index {
        let mut sum = Index::Known(0);
        let lengths = std::iter::once(&1).chain(&grid.inner);
        for (index, length) in indices.iter().zip(lengths) {
            let rows = self.compute(Op::IMul, sum, Index::Known(*length));
            let index = edit::constant_number(self.module, *index).map_or(Index::Computed(*index), Index::Known);
            sum = self.compute(Op::IAdd, rows, index);
        }
        sum
    }

    fn compute(&mut self, op: Op, left: Index, right: Index) -> Index {
        match (op, left, right) {
            (Op::IMul, Index::Known(a), Index::Known(b)) => Index::Known(a.wrapping_mul(b) & u64::from(u32::MAX)),
            (_, Index::Known(a), Index::Known(b)) => Index::Known(a.wrapping_add(b) & u64::from(u32::MAX)),
            (Op::IAdd, Index::Known(0), other) | (Op::IAdd, other, Index::Known(0)) => other,
            (Op::IMul, other, Index::Known(1)) => other,
            (_, left, right) => {
                let operands = [self.value_of(left), self.value_of(right)];
                // Signedness does not matter here, nor which operand's type the result has.
                let ty = self.module.type_of(operands[0]);
                Index::Computed(self.make(op, &operands, ty))
            }
        }
    }

    fn value_of(&mut self, index: Index) -> ValueId {
        let number = match index {
            Index::Computed(value) => return value,
            Index::Known(number) => number,
        };
        let ty = self.module.ctx.int(32);
        let attr = self.module.ctx.attr(Attr::Int { bits: number, ty });
        self.pool.constant(self.module, attr, ty)
    }

    /// Composes a row from its elements.
    fn row(&mut self, path: &Path, grid: &Grid) -> ValueId {
        let first = self.joined_index(&path.indices, grid);
        let lengths = &grid.inner[path.indices.len() - 1..];
        self.row_from(path.name, first, lengths, grid)
    }

    fn row_from(&mut self, name: Symbol, row: Index, lengths: &[u64], grid: &Grid) -> ValueId {
        let [length, lengths @ ..] = lengths else { return self.element(name, row, grid) };
        let first = self.compute(Op::IMul, row, Index::Known(*length));
        let parts: Vec<ValueId> = (0..*length)
            .map(|at| {
                let index = self.compute(Op::IAdd, first, Index::Known(at));
                self.row_from(name, index, lengths, grid)
            })
            .collect();
        let ty = self.module.type_of(parts[0]);
        let array = SpirvType::Array { elem: ty, len: Length::Const(*length), stride: None };
        let ty = self.module.ctx.ty(Type::Spirv(array));
        self.make(Op::CompositeConstruct, &parts, ty)
    }

    fn element(&mut self, name: Symbol, index: Index, grid: &Grid) -> ValueId {
        let base = self.pool.address(self.module, name, grid.joined);
        let index = self.value_of(index);
        let pointer = self.make(Op::AccessChain, &[base, index], grid.pointer);
        self.make(Op::Load, &[pointer], grid.element)
    }

    fn make(&mut self, op: Op, operands: &[ValueId], ty: TypeId) -> ValueId {
        let made = self.module.add_op(ops::core(op));
        self.module[made].operands = operands.into();
        self.module[made].loc = self.module[self.before].loc;
        self.ops.push(made);
        self.module.add_result(made, ty)
    }
}
