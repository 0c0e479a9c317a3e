//! Functions: blocks, phis to block arguments, and one rule for all instructions without a rule of their own.

use super::error::error;
use super::reader::{Entity, Reader};
use super::table::Table;
use crate::diagnostics::{Code, Result};
use crate::ir::{
    Attr, AttrId, Attrs, BlockId, Declared, Module, NamedAttr, OpId, OpInfo, Successor, Type, TypeId, ValueId, Values,
};
use crate::spirv::attrs;
use crate::spirv::decode::{ExtSet, Inst, Operand};
use crate::spirv::operands::{self, Resolve};
use crate::spirv::ops::{self, Mlir};
use isa::{Class, ConstantKind};
use rustc_hash::FxHashMap;
use spirv::Op;

/// The state of reading one function.
pub(super) struct Scope<'i> {
    /// The current block.
    pub(super) block: BlockId,
    /// The values of the ids that the function defines or uses.
    pub(super) values: Table<ValueId>,
    entry: BlockId,
    labels: FxHashMap<u32, BlockId>,
    label_of: FxHashMap<BlockId, u32>,
    /// Constants and addresses of global variables, at the start of the function.
    prologue: Vec<OpId>,
    shared: FxHashMap<(AttrId, TypeId), ValueId>,
    phis: Vec<Phi<'i>>,
}

/// A phi: the value of its block argument for each predecessor.
struct Phi<'i> {
    block: BlockId,
    sources: FxHashMap<u32, u32>,
    inst: &'i Inst,
}

impl<'i> Reader<'i> {
    pub(super) fn function(&mut self, insts: &'i [Inst]) -> Result<()> {
        let head = &insts[0];
        self.word = head.offset;
        let op = self.function_op(head)?;
        let region = self.module.add_region(op);
        // Optimisers give parameters a debug scope, which is that of the first block.
        let is_param = |inst: &&Inst| matches!(inst.op, Op::FunctionParameter | Op::Line | Op::NoLine);
        let params = insts[1..].iter().take_while(|inst| is_param(inst) || self.is_debug(inst)).count() + 1;
        let (head_insts, body) = insts.split_at(params);
        if body.is_empty() {
            return self.declaration(op, head_insts);
        }
        let mut scope = self.scope(region, body)?;
        self.parameters(&mut scope, op, head_insts)?;
        for inst in body {
            self.body_inst(&mut scope, inst)?;
        }
        self.close_block(&scope, insts[insts.len() - 1].offset)?;
        self.connect_phis(&mut scope, region)?;
        let entry = self.module[region].blocks[0];
        for op in &scope.prologue {
            self.module[*op].block = Some(entry);
        }
        self.module[entry].ops.splice(0..0, scope.prologue);
        scope.values.clear();
        self.values = scope.values;
        Ok(())
    }

    fn function_op(&mut self, inst: &Inst) -> Result<OpId> {
        let [Operand::Enum(kind, control, _), Operand::Id(ty)] = inst.operands.as_slice() else {
            return error(Code::Operand, inst, "the operands are not those of a function");
        };
        let id = inst.result.unwrap_or(0);
        let ty = self.ty(inst, *ty)?;
        let name = self.symbol(inst, id)?;
        if !matches!(self.module.ctx[ty], Type::Function { .. }) {
            return error(Code::Type, inst, "the type of a function is not a function type");
        }
        let mut attrs = vec![
            (attrs::SYM_NAME, self.module.ctx.symbol_attr(name)),
            (attrs::TYPE, self.module.ctx.attr(Attr::Type(ty))),
            (kind.table().snake, self.module.ctx.enum_attr(kind.id(), *control)),
        ];
        attrs.extend(self.own_name(id, name));
        attrs.extend(self.decorations_of(id, inst)?);
        let op = self.new_op(ops::mlir(Mlir::Func));
        self.module[op].attrs = attrs.into();
        self.entities.insert(id, Entity::Function { name });
        self.note_places(Declared::Symbol(name), id, inst);
        Ok(op)
    }

    fn declaration(&mut self, op: OpId, insts: &[Inst]) -> Result<()> {
        let mut params = Vec::new();
        for inst in insts.iter().filter(|inst| inst.op == Op::FunctionParameter) {
            let decorations = self.decorations_of(inst.result.unwrap_or(0), inst)?;
            params.push(self.module.ctx.attr(Attr::Dict(decorations.into())));
        }
        let empty = self.module.ctx.attr(Attr::Dict(Box::default()));
        if params.iter().any(|param| *param != empty) {
            let attr = self.module.ctx.attr(Attr::Array(params.into()));
            self.module[op].set_attr(attrs::PARAM_ATTRS, attr);
        }
        Ok(())
    }

    fn scope(&mut self, region: crate::ir::RegionId, body: &[Inst]) -> Result<Scope<'i>> {
        let mut labels = FxHashMap::default();
        let mut label_of = FxHashMap::default();
        for insts in body.chunk_by(|_, next| next.op != Op::Label).filter(|insts| insts[0].op == Op::Label) {
            let id = insts[0].result.unwrap_or(0);
            let block = self.module.add_block(region);
            self.module[block].ops.reserve(insts.len() - 1);
            self.module[block].name = self.name_of(id).map(|name| self.module.ctx.name(name));
            labels.insert(id, block);
            label_of.insert(block, id);
        }
        let Some(block) = self.module[region].blocks.first().copied() else {
            return error(Code::Order, &body[0], "the function does not start with a label");
        };
        let (values, shared) = (std::mem::replace(&mut self.values, Table::new(0)), FxHashMap::default());
        Ok(Scope { block, entry: block, values, labels, label_of, prologue: Vec::new(), shared, phis: Vec::new() })
    }

    fn parameters(&mut self, scope: &mut Scope<'i>, op: OpId, insts: &'i [Inst]) -> Result<()> {
        let Some(Type::Function { params, .. }) =
            crate::spirv::facts::type_of(&self.module, op, attrs::TYPE).map(|ty| self.module.ctx[ty].clone())
        else {
            return Ok(());
        };
        let mut types = params.iter();
        for inst in insts {
            match inst.op {
                Op::Line | Op::NoLine => self.line(inst)?,
                Op::FunctionParameter => {
                    let ty = self.result_type(inst)?;
                    if types.next() != Some(&ty) {
                        return error(Code::Type, inst, "the parameter is not one that the function's type lists");
                    }
                    self.block_arg(scope, inst, ty)?;
                }
                _ => {}
            }
        }
        match types.next() {
            None => Ok(()),
            Some(_) => error(Code::Type, &insts[0], "the function has fewer parameters than its type"),
        }
    }

    fn block_arg(&mut self, scope: &mut Scope<'i>, inst: &Inst, ty: TypeId) -> Result<()> {
        let id = inst.result.unwrap_or(0);
        let value = self.module.add_arg(scope.block, ty);
        self.module[value].name = self.value_name(id);
        let decorations = self.decorations_of(id, inst)?;
        if !decorations.is_empty() {
            self.note_decorations(Declared::Value(value), id);
            self.module.set_arg_attrs(value, decorations);
        }
        scope.values.insert(id, value);
        Ok(())
    }

    fn value_name(&mut self, id: u32) -> Option<base::intern::Symbol> {
        self.name_of(id).map(|name| self.module.ctx.name(name))
    }

    fn body_inst(&mut self, scope: &mut Scope<'i>, inst: &'i Inst) -> Result<()> {
        self.word = inst.offset;
        match inst.op {
            Op::Label => return self.label(scope, inst),
            Op::Line | Op::NoLine => return self.line(inst),
            Op::Nop => return Ok(()),
            _ => {}
        }
        let has_ended = self.module.terminator(scope.block).is_some();
        if has_ended && self.ends_debug_scope(inst) {
            return Ok(());
        }
        if has_ended || self.module[scope.block].region.is_none() {
            return error(Code::Order, inst, "the instruction stands after the end of its block");
        }
        match inst.op {
            Op::Phi => self.phi(scope, inst),
            Op::Branch | Op::BranchConditional | Op::SelectionMerge | Op::LoopMerge => self.branch(scope, inst),
            Op::Switch => self.switch(scope, inst),
            Op::FunctionCall => self.call(scope, inst),
            Op::Variable => self.variable(scope, inst),
            Op::ExtInst if self.is_debug(inst) => match self.debug_place(inst)? {
                true => Ok(()),
                false => self.debug_inst(inst, Some(scope)),
            },
            Op::ExtInst => self.extended(scope, inst),
            _ if is_of_module(inst) => error(Code::Order, inst, "the instruction does not belong into a block"),
            _ => {
                let op = self.append(scope, ops::core(inst.op));
                let operands = &inst.operands;
                self.fill(op, inst, operands, &mut Some(scope))?;
                self.finish_op(scope, op, inst)
            }
        }
    }

    fn label(&mut self, scope: &mut Scope<'i>, inst: &Inst) -> Result<()> {
        let block = scope.labels[&inst.result.unwrap_or(0)];
        if block != scope.block {
            self.close_block(scope, inst.offset)?;
            // A line ends with its block.
            self.places.end();
        }
        scope.block = block;
        Ok(())
    }

    fn close_block(&self, scope: &Scope<'i>, offset: u32) -> Result<()> {
        match self.module.terminator(scope.block) {
            Some(_) => Ok(()),
            None => {
                let message = "the block before this word does not end with a terminator";
                Err(crate::diagnostics::Error::at_word(Code::ControlFlow, offset, message))
            }
        }
    }

    fn append(&mut self, scope: &Scope<'i>, info: &'static OpInfo) -> OpId {
        let op = self.add_op(info);
        self.module.append(scope.block, op);
        op
    }

    /// Gives an op its result, with name and decorations.
    fn finish_op(&mut self, scope: &mut Scope<'i>, op: OpId, inst: &Inst) -> Result<()> {
        let Some(id) = inst.result else { return Ok(()) };
        let is_decorated = self.annotations.decorations.get(id).is_some();
        if is_decorated {
            let decorations = self.decorations_of(id, inst)?;
            self.module[op].attrs.extend(decorations);
        }
        if inst.ty.is_some() {
            let ty = self.result_type(inst)?;
            // A call of a function without a result has an id that nothing uses.
            if matches!(self.module.ctx[ty], Type::None) {
                return match inst.op {
                    Op::FunctionCall | Op::ExtInst => Ok(()),
                    _ => error(Code::Type, inst, "the result has no value"),
                };
            }
            let value = self.module.add_result(op, ty);
            self.module[value].name = self.value_name(id);
            if is_decorated {
                self.note_decorations(Declared::Value(value), id);
            }
            scope.values.insert(id, value);
        }
        Ok(())
    }

    fn phi(&mut self, scope: &mut Scope<'i>, inst: &'i Inst) -> Result<()> {
        // Debug instructions may precede it.
        let is_debug = |op: &OpId| ops::code(&self.module, *op) == Some(ops::Code::Mlir(Mlir::ExtInst));
        if !self.module[scope.block].ops.iter().all(is_debug) {
            return error(Code::Order, inst, "a phi stands after other instructions of its block");
        }
        let mut sources = FxHashMap::default();
        for pair in inst.operands.chunks(2) {
            let [Operand::Id(value), Operand::Id(parent)] = pair else {
                return error(Code::Truncated, inst, "a phi has a value without a block");
            };
            sources.insert(*parent, *value);
        }
        let ty = self.result_type(inst)?;
        scope.phis.push(Phi { block: scope.block, sources, inst });
        self.block_arg(scope, inst, ty)
    }

    /// Passes the operands of phis as arguments at the ends of the predecessors.
    fn connect_phis(&mut self, scope: &mut Scope<'i>, region: crate::ir::RegionId) -> Result<()> {
        let mut phis: FxHashMap<BlockId, Vec<Phi<'i>>> = FxHashMap::default();
        for phi in std::mem::take(&mut scope.phis) {
            phis.entry(phi.block).or_default().push(phi);
        }
        if phis.is_empty() {
            return Ok(());
        }
        for block in self.module[region].blocks.clone() {
            let Some(terminator) = self.module.terminator(block) else { continue };
            for index in 0..self.module[terminator].successors.len() {
                let target = self.module[terminator].successors[index].block;
                for phi in phis.get(&target).map_or(&[][..], |phis| phis) {
                    let value = self.phi_value(scope, phi, block)?;
                    self.module[terminator].successors[index].args.push(value);
                }
            }
        }
        Ok(())
    }

    fn phi_value(&mut self, scope: &mut Scope<'i>, phi: &Phi<'i>, from: BlockId) -> Result<ValueId> {
        let label = scope.label_of[&from];
        match phi.sources.get(&label) {
            Some(id) => self.value(scope, phi.inst, *id),
            None => error(Code::ControlFlow, phi.inst, format!("the predecessor %{label} is not listed")),
        }
    }

    fn target(&self, scope: &Scope<'i>, inst: &Inst, operand: &Operand) -> Result<Successor> {
        let Operand::Id(id) = operand else { return error(Code::Operand, inst, "a target is not an id") };
        match scope.labels.get(id) {
            Some(block) if *block == scope.entry => error(
                Code::ControlFlow,
                inst,
                format!("%{id} is the first block of its function, to which nothing leads"),
            ),
            Some(block) => Ok(Successor::new(*block)),
            None => error(Code::Id, inst, format!("%{id} is not a label of this function")),
        }
    }

    fn branch(&mut self, scope: &mut Scope<'i>, inst: &Inst) -> Result<()> {
        let mut successors = Vec::with_capacity(inst.operands.len());
        let mut operands = Values::new();
        let mut attrs = Attrs::new();
        let mut weights = Vec::new();
        for (at, operand) in inst.operands.iter().enumerate() {
            match operand {
                Operand::Id(id) if inst.op == Op::BranchConditional && at == 0 => {
                    operands.push(self.value(scope, inst, *id)?);
                }
                Operand::Id(_) => successors.push(self.target(scope, inst, operand)?),
                Operand::Enum(..) => attrs.push((attrs::CONTROL, self.static_operand(inst, operand)?)),
                Operand::ConstantId(..) | Operand::Literal(_) | Operand::Number(_) | Operand::Text(_) => {
                    weights.push(self.literal(operand));
                }
            }
        }
        if !weights.is_empty() {
            attrs.push((attrs::WEIGHTS, self.module.ctx.attr(Attr::Array(weights.into()))));
        }
        let op = self.append(scope, ops::core(inst.op));
        let op = &mut self.module[op];
        (op.successors, op.operands, op.attrs) = (successors, operands, attrs);
        Ok(())
    }

    fn switch(&mut self, scope: &mut Scope<'i>, inst: &Inst) -> Result<()> {
        let [Operand::Id(selector), default, cases @ ..] = inst.operands.as_slice() else {
            return error(Code::Operand, inst, "the operands are not those of a switch");
        };
        let selector = self.value(scope, inst, *selector)?;
        let ty = self.module.type_of(selector);
        let Type::Int { width, .. } = self.module.ctx[ty] else {
            return error(Code::Type, inst, "the selector is not an integer");
        };
        let mut successors = vec![self.target(scope, inst, default)?];
        let mut values = Vec::new();
        for case in cases.chunks_exact(2) {
            let Operand::Number(bits) = case[0] else { continue };
            let bits = if width >= 64 { bits } else { bits & ((1 << width) - 1) };
            values.push(self.module.ctx.attr(Attr::Int { bits, ty }));
            successors.push(self.target(scope, inst, &case[1])?);
        }
        let values = self.module.ctx.attr(Attr::Array(values.into()));
        let op = self.append(scope, ops::core(Op::Switch));
        let op = &mut self.module[op];
        (op.operands, op.successors, op.attrs) = ([selector].into(), successors, [(attrs::CASES, values)].into());
        Ok(())
    }

    fn call(&mut self, scope: &mut Scope<'i>, inst: &Inst) -> Result<()> {
        let Some((Operand::Id(callee), args)) = inst.operands.split_first() else {
            return error(Code::Operand, inst, "the call names no function");
        };
        let name = self.symbol(inst, *callee)?;
        let op = self.append(scope, ops::core(Op::FunctionCall));
        let name = self.module.ctx.symbol_attr(name);
        self.module[op].attrs.push((attrs::SYMBOL, name));
        self.fill(op, inst, args, &mut Some(scope))?;
        self.finish_op(scope, op, inst)
    }

    fn variable(&mut self, scope: &mut Scope<'i>, inst: &Inst) -> Result<()> {
        let op = self.append(scope, ops::core(Op::Variable));
        let initializer = inst.operands.get(1..).unwrap_or(&[]);
        self.fill(op, inst, initializer, &mut Some(scope))?;
        self.finish_op(scope, op, inst)
    }

    fn extended(&mut self, scope: &mut Scope<'i>, inst: &Inst) -> Result<()> {
        let [Operand::Id(set), Operand::Literal(number), operands @ ..] = inst.operands.as_slice() else {
            return error(Code::Operand, inst, "invalid operands of an extended instruction");
        };
        let row = match self.sets.get(set) {
            Some((ExtSet::Vendor(set), _)) => return self.vendor_inst(scope, inst, set, *number),
            Some((ExtSet::Gl, _)) => ops::by_gl(*number),
            _ => ops::by_cl(*number),
        };
        let Some(row) = row else { return error(Code::UnknownInstruction, inst, "the instruction is not known") };
        let op = self.append(scope, &row.info);
        self.fill(op, inst, operands, &mut Some(scope))?;
        self.finish_op(scope, op, inst)
    }

    /// An instruction of a vendor's set, all of whose operands are values.
    fn vendor_inst(&mut self, scope: &mut Scope<'i>, inst: &Inst, set: &'static str, number: u32) -> Result<()> {
        let op = self.append(scope, ops::mlir(Mlir::VendorInst));
        let ctx = &mut self.module.ctx;
        let facts = [(attrs::SET, ctx.str_attr(set)), (attrs::INSTRUCTION, ctx.i32_attr(number))];
        self.module[op].attrs.extend(facts);
        self.fill(op, inst, &inst.operands[2..], &mut Some(&mut *scope))?;
        self.finish_op(scope, op, inst)
    }

    /// Gives an op the operands of an instruction, in a function or outside of them.
    pub(super) fn fill(
        &mut self,
        op: OpId,
        inst: &Inst,
        operands: &[Operand],
        scope: &mut Option<&mut Scope<'i>>,
    ) -> Result<()> {
        operands::fill(&mut Ids { reader: self, inst, scope: scope.as_deref_mut() }, op, operands)
    }

    /// The value of an id: one of the function, or a reference to a declaration.
    fn value(&mut self, scope: &mut Scope<'i>, inst: &Inst, id: u32) -> Result<ValueId> {
        if let Some(value) = scope.values.get(id) {
            return Ok(*value);
        }
        let value = match self.entities.get(id).copied() {
            Some(Entity::Constant { attr, ty }) => match scope.shared.get(&(attr, ty)) {
                Some(value) => *value,
                None => {
                    let value = self.prologue(scope, ops::mlir(Mlir::Constant), Some((attrs::VALUE, attr)), ty);
                    scope.shared.insert((attr, ty), value);
                    self.module[value].name = self.value_name(id);
                    value
                }
            },
            Some(Entity::Undef { ty }) => self.prologue(scope, ops::core(Op::Undef), None, ty),
            Some(Entity::SpecConstant { name, ty }) => {
                let attr = self.module.ctx.symbol_attr(name);
                self.prologue(scope, ops::mlir(Mlir::ReferenceOf), Some((attrs::SYMBOL, attr)), ty)
            }
            Some(Entity::Variable { name, ty }) => {
                let attr = self.module.ctx.symbol_attr(name);
                self.prologue(scope, ops::mlir(Mlir::AddressOf), Some((attrs::SYMBOL, attr)), ty)
            }
            Some(Entity::Type(_) | Entity::Function { .. } | Entity::Text(_) | Entity::Debug { .. }) => {
                return error(Code::Operand, inst, format!("%{id} is not a value"));
            }
            None => return error(Code::Id, inst, format!("%{id} is not defined before its use")),
        };
        scope.values.insert(id, value);
        Ok(value)
    }

    fn prologue(
        &mut self,
        scope: &mut Scope<'i>,
        info: &'static OpInfo,
        attr: Option<NamedAttr>,
        ty: TypeId,
    ) -> ValueId {
        let op = self.module.add_op(info);
        self.module[op].attrs.extend(attr);
        scope.prologue.push(op);
        self.module.add_result(op, ty)
    }
}

/// The ids of an instruction's operands.
struct Ids<'r, 'i, 's> {
    reader: &'r mut Reader<'i>,
    inst: &'r Inst,
    /// The function, if the instruction is in one.
    scope: Option<&'s mut Scope<'i>>,
}

impl Resolve for Ids<'_, '_, '_> {
    fn module(&mut self) -> &mut Module {
        &mut self.reader.module
    }

    fn operand(&mut self, op: OpId, id: u32) -> Result<()> {
        if let Some(scope) = &mut self.scope {
            let value = self.reader.value(scope, self.inst, id)?;
            self.reader.module[op].operands.push(value);
            return Ok(());
        }
        let Some(Entity::Text(attr)) = self.reader.entities.get(id).copied() else {
            return error(Code::Operand, self.inst, format!("%{id} cannot be used outside of a function"));
        };
        self.reader.module[op].attrs.push((attrs::STRING, attr));
        Ok(())
    }

    fn ty(&mut self, id: u32) -> Result<TypeId> {
        self.reader.ty(self.inst, id)
    }

    fn constant(&self, id: u32) -> Option<(AttrId, TypeId)> {
        match self.reader.entities.get(id) {
            Some(Entity::Constant { attr, ty }) => Some((*attr, *ty)),
            _ => None,
        }
    }

    fn placeholder(&mut self, op: OpId, id: u32) -> Result<AttrId> {
        let Some(scope) = &mut self.scope else { return self.reader.static_operand(self.inst, &Operand::Id(id)) };
        let value = self.reader.value(scope, self.inst, id)?;
        let index = self.reader.module[op].operands.len() as u32;
        self.reader.module[op].operands.push(value);
        Ok(self.reader.module.ctx.attr(Attr::Operand(index)))
    }
}

/// Returns whether an op's literals are a list of any length.
pub fn has_variadic_literals(info: &OpInfo) -> bool {
    ops::row(info).is_some_and(|row| row.lists_literals)
}

/// Returns whether an instruction belongs to the module, or at most to the border of a function.
fn is_of_module(inst: &Inst) -> bool {
    match isa::class(inst.op) {
        Class::Debug => !matches!(inst.op, Op::Line | Op::NoLine),
        Class::Annotation | Class::Mode | Class::Extension | Class::ForwardPointer | Class::Function => true,
        Class::Constant(ConstantKind::Plain | ConstantKind::Spec) => true,
        // Types, texts and similar ones have a result without a type.
        _ => inst.result.is_some() && inst.ty.is_none(),
    }
}
