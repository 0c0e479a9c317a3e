//! Trees to modules of the SPIR-V dialect: the state, values, and the conversions that are one op for one.

pub(crate) mod constants;
pub(crate) mod control;
pub(crate) mod functions;
pub(crate) mod gpu;
pub(crate) mod groups;
pub(crate) mod integers;
pub(crate) mod math;
pub(crate) mod memory;
mod merges;
pub(crate) mod numbers;
mod types;
pub(crate) mod vectors;

use crate::tree::{Facts, Node, Tree, Ty, Value};
use base::intern::Symbol;
use dialect::diagnostics::{Code, Error, Result};
use dialect::ir::{Attr, AttrId, BlockId, Module, OpId, OpInfo, Successor, TypeId, ValueId};
use dialect::spirv::attrs;
use dialect::spirv::enums::Kind;
use dialect::spirv::ops::{self, Mlir};
use rustc_hash::FxHashMap;
use spirv::Op;
use std::rc::Rc;
use text::place_at;

/// The conversion of an op.
#[derive(Clone, Copy)]
pub(crate) enum How {
    /// An op on the same operands.
    Core(Op),
    /// One op for integers and one for truth values.
    Logic(Op, Op),
    /// Functions of the extended sets, of shaders and of kernels.
    Extended(&'static str, &'static str),
    /// The values of the region that it ends.
    Yield,
    /// Nothing.
    Nothing,
    /// What only the host does.
    Host,
    /// A function of the emitter.
    Do(Step),
}

/// A conversion by a function.
pub(crate) type Step = fn(&mut Emitter<'_>, &Node) -> Result<()>;

/// The environment that modules are made for.
#[derive(Clone, Copy)]
pub(crate) struct Target {
    /// Kernels of OpenCL, not shaders of Vulkan.
    pub(crate) is_kernel: bool,
    /// The bits of an `index`.
    pub(crate) index: u32,
    /// The invocations of a subgroup.
    pub(crate) subgroup: u32,
}

/// A module that grows.
pub(crate) struct Emitter<'t> {
    text: &'t str,
    tree: &'t Tree,
    how: fn(usize) -> How,
    target: Target,
    pub(crate) module: Module,
    /// The offset in the text at which each op starts.
    pub(crate) offsets: FxHashMap<OpId, usize>,
    /// The offset of the op that is being converted.
    at: usize,
    /// The block that grows, and the first one of the function.
    block: BlockId,
    entry: BlockId,
    /// The variables at the start of that block.
    locals: usize,
    values: Vec<Option<ValueId>>,
    /// The variables of built-in values, by number.
    builtins: FxHashMap<u32, Symbol>,
    /// The declarations that precede the functions.
    globals: Vec<OpId>,
    /// The size of the workgroup of the function, if it is known.
    workgroup: Option<[u32; 3]>,
    /// The blocks that the successors of ops lead to.
    blocks: Vec<BlockId>,
    /// The offset of a function whose branches have got merge instructions.
    branched: Option<usize>,
}

impl<'t> Emitter<'t> {
    /// An emitter with an empty module.
    pub(crate) fn new(text: &'t str, tree: &'t Tree, target: Target, how: fn(usize) -> How) -> Self {
        let mut module = Module::new(ops::mlir(Mlir::Module));
        let models = match (target.is_kernel, target.index) {
            (false, _) => (spirv::AddressingModel::Logical, spirv::MemoryModel::GLSL450),
            (true, 64) => (spirv::AddressingModel::Physical64, spirv::MemoryModel::OpenCL),
            (true, _) => (spirv::AddressingModel::Physical32, spirv::MemoryModel::OpenCL),
        };
        let root = module.root;
        let models = [(Kind::AddressingModel, models.0 as u32), (Kind::MemoryModel, models.1 as u32)];
        for (kind, value) in models {
            let attr = module.ctx.enum_attr(kind.id(), value);
            module[root].set_attr(kind.table().snake, attr);
        }
        let body = module.body();
        Emitter {
            text,
            tree,
            how,
            target,
            module,
            offsets: FxHashMap::default(),
            at: 0,
            block: body,
            entry: body,
            locals: 0,
            values: vec![None; tree.types.len()],
            builtins: FxHashMap::default(),
            globals: Vec::new(),
            workgroup: None,
            blocks: Vec::new(),
            branched: None,
        }
    }

    /// Converts a file's functions, or those of one of its modules.
    pub(crate) fn unit(&mut self, ops: &[Node], facts: &Facts) -> Result<()> {
        self.target_env(facts)?;
        for node in ops {
            self.node(node)?;
        }
        self.nest_branches()?;
        let body = self.module.body();
        let functions = std::mem::take(&mut self.module[body].ops);
        self.module[body].ops = self.globals.iter().copied().chain(functions).collect();
        Ok(())
    }

    fn error<T>(&self, message: impl Into<String>) -> Result<T> {
        Err(Error { code: Code::Unconverted, place: place_at(self.text, self.at), message: message.into() })
    }

    /// Converts an op.
    fn node(&mut self, node: &Node) -> Result<()> {
        let outer = std::mem::replace(&mut self.at, node.at);
        match (self.how)(node.row) {
            How::Core(op) => self.each(node, op)?,
            How::Logic(op, logic) => {
                let is_bool = self.is_bool(node)?;
                self.each(node, if is_bool { logic } else { op })?;
            }
            How::Extended(shader, kernel) => {
                let operands = self.operands(node)?;
                let ty = self.result_type(node, 0)?;
                let value = self.extended((shader, kernel), &operands, ty)?;
                self.give(node, &[value]);
            }
            How::Yield => return self.error("terminator outside of a loop or conditional region"),
            How::Nothing => {}
            How::Host => return self.error("the op runs on the host alone"),
            How::Do(step) => step(self, node)?,
        }
        self.at = outer;
        Ok(())
    }

    /// An op on the same operands.
    fn each(&mut self, node: &Node, op: Op) -> Result<()> {
        let operands = self.operands(node)?;
        let ty = self.result_type(node, 0)?;
        let value = self.value(op, &operands, ty);
        self.give(node, &[value]);
        Ok(())
    }

    // Operands and results.

    fn operand(&self, node: &Node, at: usize) -> Result<ValueId> {
        match node.operands.get(at) {
            Some(value) => self.of(*value),
            None => self.error("the op has too few operands"),
        }
    }

    fn operands(&self, node: &Node) -> Result<Vec<ValueId>> {
        self.all(&node.operands)
    }

    fn all(&self, values: &[Value]) -> Result<Vec<ValueId>> {
        values.iter().map(|value| self.of(*value)).collect()
    }

    /// The value that one of the tree has become.
    fn of(&self, value: Value) -> Result<ValueId> {
        match self.values[value as usize] {
            Some(value) => Ok(value),
            None => self.error("operand is a result of a dropped op"),
        }
    }

    fn give(&mut self, node: &Node, values: &[ValueId]) {
        for (result, value) in node.results.iter().zip(values) {
            self.values[*result as usize] = Some(*value);
        }
    }

    /// The type of a value of the tree.
    fn tree_type(&self, value: Value) -> Rc<Ty> {
        self.tree.types[value as usize].clone()
    }

    /// The type of an operand in the text.
    fn operand_type(&self, node: &Node, at: usize) -> Result<Rc<Ty>> {
        match node.operands.get(at) {
            Some(value) => Ok(self.tree_type(*value)),
            None => self.error("the op has too few operands"),
        }
    }

    fn result_type(&mut self, node: &Node, at: usize) -> Result<TypeId> {
        match node.results.get(at).copied() {
            Some(value) => self.ty(&self.tree_type(value)),
            None => self.error("the op has too few results"),
        }
    }

    /// Returns whether an op's first operand is a truth value, or a vector of them.
    fn is_bool(&self, node: &Node) -> Result<bool> {
        Ok(*self.operand_type(node, 0)?.scalar() == Ty::BOOL)
    }

    // Ops.

    /// An op that is in no block yet.
    fn detached(&mut self, info: &'static OpInfo) -> OpId {
        let op = self.module.add_op(info);
        self.offsets.insert(op, self.at);
        op
    }

    fn op(&mut self, info: &'static OpInfo, operands: &[ValueId]) -> OpId {
        let op = self.detached(info);
        self.module[op].operands.extend_from_slice(operands);
        self.module.append(self.block, op);
        op
    }

    fn value(&mut self, op: Op, operands: &[ValueId], ty: TypeId) -> ValueId {
        let op = self.op(ops::core(op), operands);
        self.module.add_result(op, ty)
    }

    /// A function of the extended sets, of the one that the target has.
    fn extended(&mut self, names: (&str, &str), operands: &[ValueId], ty: TypeId) -> Result<ValueId> {
        let (name, prefix) = if self.target.is_kernel { (names.1, "spirv.CL.") } else { (names.0, "spirv.GL.") };
        let Some(row) = ops::by_name(&[prefix, name].concat()) else {
            return self.error(format!(
                "unknown function in {}",
                if self.target.is_kernel { "OpenCL.std" } else { "GLSL.std.450" }
            ));
        };
        let op = self.op(&row.info, operands);
        Ok(self.module.add_result(op, ty))
    }

    /// An op with attributes and a result.
    fn with(&mut self, op: Op, attrs: &[(&'static str, AttrId)], operands: &[ValueId], ty: TypeId) -> ValueId {
        let op = self.op(ops::core(op), operands);
        self.module[op].attrs = attrs.into();
        self.module.add_result(op, ty)
    }

    fn enumerant(&mut self, kind: Kind, value: u32) -> AttrId {
        self.module.ctx.enum_attr(kind.id(), value)
    }

    fn branch(&mut self, to: BlockId, args: &[ValueId]) {
        let op = self.op(ops::core(Op::Branch), &[]);
        self.module[op].successors = vec![Successor { block: to, args: args.into() }];
    }

    fn branch_if(&mut self, condition: ValueId, then: Successor, otherwise: Successor) {
        let op = self.op(ops::core(Op::BranchConditional), &[condition]);
        self.module[op].successors = vec![then, otherwise];
    }

    /// A literal index into a composite.
    fn literal(&mut self, at: u64) -> AttrId {
        self.module.ctx.i32_attr(at as u32)
    }

    fn extract(&mut self, composite: ValueId, at: u64, ty: TypeId) -> ValueId {
        let index = self.literal(at);
        let indices = self.module.ctx.attr(Attr::Array([index].into()));
        self.with(Op::CompositeExtract, &[(attrs::INDICES, indices)], &[composite], ty)
    }

    fn type_of(&self, value: ValueId) -> TypeId {
        self.module.type_of(value)
    }

    /// The bits of the scalars of a type.
    fn width(&self, ty: TypeId) -> u32 {
        use dialect::ir::Type;
        match self.module.ctx[self.module.ctx.scalar_of(ty)] {
            Type::Int { width, .. } | Type::Float { width, .. } => width,
            _ => 0,
        }
    }
}
