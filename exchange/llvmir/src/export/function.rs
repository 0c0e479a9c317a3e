//! Functions: their attributes and metadata, and their blocks.

use super::body::Body;
use super::limits;
use super::state::{Export, at, number};
use crate::error::{Result, refuse};
use base::ids::Set;
use dialect::ir::{Attr, AttrId, BlockId, Loc, LocId, OpId, Successor, TypeId, ValueId};
use dialect::llvm::ops;
use dialect::spirv::access::id_of;
use dialect::spirv::decode::{Inst, Operand};
use rustc_hash::FxHashMap;
use spirv::{BuiltIn, Decoration, FunctionControl, FunctionParameterAttribute, Op};

/// The numbers of the calling conventions of kernels, and of other functions.
const SPIR_KERNEL: u32 = 76;
pub(super) const SPIR_FUNC: u32 = 75;

impl<'i> Export<'i> {
    /// The functions of the module: all declarations first, so that each can call each.
    pub(super) fn functions(&mut self) -> Result<()> {
        let all: Vec<&'i [Inst]> = self.index.insts.split_inclusive(|inst| inst.op == Op::FunctionEnd).collect();
        let mut functions = Vec::new();
        for insts in all {
            if let Some(start) = insts.iter().position(|inst| inst.op == Op::Function) {
                at(&insts[start], self.declare_function(&insts[start..]))?;
                functions.push(&insts[start..]);
            }
        }
        functions.into_iter().try_for_each(|insts| self.function(insts))
    }

    fn declare_function(&mut self, insts: &'i [Inst]) -> Result<()> {
        let function = insts[0].result.unwrap_or(0);
        let is_kernel = self.kernels.contains_key(&function);
        let given: Vec<&Inst> = insts.iter().filter(|inst| inst.op == Op::FunctionParameter).collect();
        let result = self.ty(insts[0].ty.unwrap_or(0))?;
        let params: Vec<TypeId> = given.iter().map(|param| self.ty(param.ty.unwrap_or(0))).collect::<Result<_>>()?;
        if !insts.iter().any(|inst| inst.op == Op::Label) {
            return refuse("a function that is linked is not supported");
        }
        let name = self.name(function)?.to_owned();
        let op = self.builder.declare(&name, &params, result);
        self.set(op, ops::CONVENTION, Attr::Literal(if is_kernel { SPIR_KERNEL } else { SPIR_FUNC }));
        let is_apart = number(insts[0].operands.first()) & u64::from(FunctionControl::DONT_INLINE.bits()) != 0;
        self.tell(op, if is_apart { &["noinline", "nounwind"] } else { &["nounwind"] });
        let copies = given.iter().map(|param| self.copied(param)).collect::<Result<Vec<_>>>()?;
        self.set(op, ops::BY_VALUE, Attr::Array(copies.into()));
        let attached = self.attached_to_function(&given, is_kernel)?;
        self.set(op, ops::METADATA, Attr::Array(attached.into()));
        Ok(())
    }

    /// Gives a function or a call attributes.
    pub(super) fn tell(&mut self, op: OpId, texts: &[&str]) {
        let texts: Vec<AttrId> = texts.iter().map(|text| self.text(text)).collect();
        self.set(op, ops::PASSTHROUGH, Attr::Array(texts.into()));
    }

    /// The type and alignment of the copy that a parameter leads to, if it is one for the function.
    fn copied(&mut self, param: &Inst) -> Result<AttrId> {
        let is_copy = |one: &&Inst| match one.operands.get(1) {
            Some(Operand::Enum(_, kind, params)) if *kind == Decoration::FuncParamAttr as u32 => {
                let by_value = FunctionParameterAttribute::ByVal as u32;
                matches!(params.first(), Some(Operand::Enum(_, value, _)) if *value == by_value)
            }
            _ => false,
        };
        let attr = match self.decorations(param.result.unwrap_or(0)).iter().any(is_copy) {
            true => {
                let pointee = self.pointee(param.ty.unwrap_or(0))?;
                let ty = self.ty(pointee)?;
                let ctx = &mut self.builder.module.ctx;
                let (ty, align) = (ctx.attr(Attr::Type(ty)), ctx.attr(Attr::Literal(1)));
                Attr::Array([ty, align].into())
            }
            false => Attr::Unit,
        };
        Ok(self.builder.module.ctx.attr(attr))
    }

    /// The metadata of a function: decorations of its parameters, and what the arguments of a kernel are.
    fn attached_to_function(&mut self, params: &[&Inst], is_kernel: bool) -> Result<Vec<AttrId>> {
        let mut all = Vec::new();
        let lists = params.iter().map(|param| self.decoration_list(param.result.unwrap_or(0)));
        let lists = lists.collect::<Result<Vec<Option<AttrId>>>>()?;
        if lists.iter().any(Option::is_some) {
            let none = self.node(Vec::new());
            let node = self.node(lists.iter().map(|list| list.unwrap_or(none)).collect());
            all.push(self.list("spirv.ParameterDecorations", vec![node]));
        }
        if is_kernel {
            for (name, node) in self.arguments(params)? {
                all.push(self.list(name, vec![node]));
            }
        }
        Ok(all)
    }

    fn function(&mut self, insts: &'i [Inst]) -> Result<()> {
        let name = self.name(insts[0].result.unwrap_or(0))?.to_owned();
        let result = self.ty(insts[0].ty.unwrap_or(0))?;
        let given = insts.iter().filter(|inst| inst.op == Op::FunctionParameter);
        let given: Vec<(u32, TypeId)> = given
            .map(|param| Ok((param.result.unwrap_or(0), self.ty(param.ty.unwrap_or(0))?)))
            .collect::<Result<_>>()?;
        let types: Vec<TypeId> = given.iter().map(|(_, ty)| *ty).collect();
        let params = self.builder.begin(&name, &types, result, false);
        let values = given.iter().map(|(id, _)| *id).zip(params).collect();
        let components = self.components(insts);
        let mut body = Body::new(self, values, components);
        body.blocks(insts)?;
        self.builder.loc = None;
        self.builder.finish();
        limits::check_ops(self.builder.module.ops.len())
    }

    /// The location that an `OpLine` names.
    pub(super) fn loc(&mut self, line: &Inst) -> LocId {
        let file = match self.index.def(id_of(line.operands.first())).and_then(|inst| inst.operands.first()) {
            Some(Operand::Text(text)) => text,
            _ => "",
        };
        let ctx = &mut self.builder.module.ctx;
        let file = ctx.name(file);
        let [line, column] = [1, 2].map(|at| number(line.operands.get(at)) as u32);
        ctx.loc(Loc { file, line, column, scope: None, range: None })
    }

    /// The loads of builtins that are vectors, where every use takes one component out.
    fn components(&self, insts: &[Inst]) -> FxHashMap<u32, String> {
        let mut found = FxHashMap::default();
        for inst in insts.iter().filter(|inst| inst.op == Op::Load) {
            let variable = id_of(inst.operands.first());
            let is_vector = self.def(inst.ty.unwrap_or(0)).is_ok_and(|ty| ty.op == Op::TypeVector);
            if let (true, Some(builtin)) = (is_vector, self.builtin(variable).and_then(BuiltIn::from_u32)) {
                found.insert(inst.result.unwrap_or(0), format!("__spirv_BuiltIn{builtin:?}"));
            }
        }
        for inst in insts {
            let takes_one = inst.op == Op::CompositeExtract && inst.operands.len() == 2;
            for operand in inst.operands.iter().filter(|_| !takes_one) {
                found.remove(&id_of(Some(operand)));
            }
        }
        found
    }
}

impl<'i> Body<'_, 'i> {
    /// The blocks of a function. Those that nothing leads to are left out.
    fn blocks(&mut self, insts: &'i [Inst]) -> Result<()> {
        let reached = reached(insts);
        let labels = insts.iter().filter(|inst| inst.op == Op::Label).filter_map(|inst| inst.result);
        for (at, label) in labels.filter(|label| reached.contains(label)).enumerate() {
            let block = if at == 0 { self.export.builder.block } else { self.export.builder.new_block(&[]) };
            self.blocks.insert(label, block);
        }
        self.add_phis(insts)?;
        let (mut is_reached, mut has_entry) = (true, false);
        for inst in insts.iter().filter(|inst| inst.op != Op::FunctionParameter).skip(1) {
            if inst.op == Op::Label {
                is_reached = reached.contains(&inst.result.unwrap_or(0));
            }
            if !is_reached {
                continue;
            }
            let before = self.export.builder.module.ops.len();
            at(inst, self.inst(inst))?;
            at(inst, self.decorations(inst, before))?;
            if inst.op == Op::Label && !std::mem::replace(&mut has_entry, true) {
                self.spec_constants()?;
                self.literal_samplers()?;
            }
        }
        self.hand_over(insts)
    }

    /// The decorations of an instruction, on the op that it has become: one of those from a number on.
    fn decorations(&mut self, inst: &'i Inst, first: usize) -> Result<()> {
        let Some(id) = inst.result.filter(|id| !self.export.decorations(*id).is_empty()) else { return Ok(()) };
        if inst.op == Op::CopyObject {
            // It is an annotation, which says them.
            return Ok(());
        }
        let module = &self.export.builder.module;
        let op = self.values.get(&id).and_then(|value| module.defining_op(*value));
        self.export.attach_decorations(id, op.filter(|op| op.index() >= first))
    }

    /// Makes arguments of blocks of the phis of a function.
    fn add_phis(&mut self, insts: &'i [Inst]) -> Result<()> {
        let mut block = None;
        for inst in insts {
            match inst.op {
                Op::Label => block = self.blocks.get(&inst.result.unwrap_or(0)).copied(),
                Op::Phi => {
                    let Some(block) = block else { continue };
                    let ty = at(inst, self.export.ty(inst.ty.unwrap_or(0)))?;
                    let value = self.export.builder.module.add_arg(block, ty);
                    self.values.insert(inst.result.unwrap_or(0), value);
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Passes values to the arguments of blocks, once all values are known.
    fn hand_over(&mut self, insts: &'i [Inst]) -> Result<()> {
        let labels: FxHashMap<BlockId, u32> = self.blocks.iter().map(|(label, block)| (*block, *label)).collect();
        let mut phis: FxHashMap<BlockId, Vec<&Inst>> = FxHashMap::default();
        let mut block = None;
        for inst in insts {
            match (inst.op, block) {
                (Op::Label, _) => block = self.blocks.get(&inst.result.unwrap_or(0)).copied(),
                (Op::Phi, Some(block)) => phis.entry(block).or_default().push(inst),
                _ => {}
            }
        }
        let region = self.export.builder.module[self.export.builder.func].regions[0];
        for from in self.export.builder.module[region].blocks.clone() {
            let Some(end) = self.export.builder.module.terminator(from) else { continue };
            let mut successors = std::mem::take(&mut self.export.builder.module[end].successors);
            for Successor { block: to, args } in &mut successors {
                for phi in phis.get(to).into_iter().flatten() {
                    args.push(at(phi, self.incoming(phi, labels[&from]))?);
                }
            }
            self.export.builder.module[end].successors = successors;
        }
        Ok(())
    }

    /// The value of a phi where a block leads to it.
    fn incoming(&mut self, phi: &Inst, from: u32) -> Result<ValueId> {
        match phi.operands.chunks(2).find(|way| id_of(way.get(1)) == from) {
            Some(way) => self.value(id_of(way.first())),
            None => refuse("OpPhi without a value for a predecessor"),
        }
    }
}

/// The blocks of a function that something leads to.
fn reached(insts: &[Inst]) -> Set<u32> {
    let mut next: FxHashMap<u32, Vec<u32>> = FxHashMap::default();
    let (mut block, mut stack) = (0, Vec::new());
    for inst in insts {
        let of = |at: usize| id_of(inst.operands.get(at));
        match inst.op {
            Op::Label => {
                block = inst.result.unwrap_or(0);
                if stack.is_empty() {
                    stack.push(block);
                }
            }
            Op::Branch => next.entry(block).or_default().push(of(0)),
            Op::BranchConditional => next.entry(block).or_default().extend([of(1), of(2)]),
            Op::Switch => {
                let cases = inst.operands.get(2..).unwrap_or_default().chunks(2).map(|case| id_of(case.get(1)));
                next.entry(block).or_default().extend(cases.chain([of(1)]));
            }
            _ => {}
        }
    }
    let mut found = Set::default();
    while let Some(block) = stack.pop() {
        if found.insert(block) {
            stack.extend(next.get(&block).into_iter().flatten());
        }
    }
    found
}
