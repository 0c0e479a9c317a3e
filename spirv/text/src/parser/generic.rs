//! The generic form of ops, in which MLIR writes every op alike: operands, successors, regions, attributes, types.
//!
//! MLIR's own attributes of ops have other names than ours, and hold some operands apart; they are translated here.

use super::Parser;
use crate::lexer::Kind;
use dialect::diagnostics::{Code, Result};
use dialect::ir::{Attr, AttrId, BlockId, NamedAttr, OpId, RegionId, Successor, TypeId, ValueId, Values};
use dialect::spirv::attrs;
use dialect::spirv::enums::{self, Kind as EnumKind};
use dialect::spirv::facts;
use dialect::spirv::mlir;
use dialect::spirv::ops::{self, Code as OpCode, Mlir, OpRow};
use dialect::spirv::read::has_variadic_literals;
use spirv::Op;
use spirv::grammar::OperandKind;

/// The parts of an op in the generic form.
struct Generic {
    operands: Vec<ValueId>,
    successors: Vec<BlockId>,
    attrs: Vec<NamedAttr>,
    results: Vec<TypeId>,
}

impl Parser<'_> {
    /// An op in the generic form, from its name on.
    pub(super) fn generic(&mut self, block: BlockId) -> Result<OpId> {
        let start = self.at;
        let name = self.text_token()?;
        let Some(row) = ops::by_name(&name).filter(|row| row.code != OpCode::Mlir(Mlir::Module)) else {
            self.at = start;
            return self.error(Code::UnknownName, format!("unknown op '{name}' in generic form"));
        };
        let op = self.new_op(&row.info);
        self.expect("(")?;
        let operands = self.value_list()?;
        self.expect(")")?;
        let successors = self.block_list(block)?;
        let mut attrs = Vec::new();
        if self.accept("<") {
            attrs = self.dict()?;
            self.expect(">")?;
        }
        let mut wrapped = None;
        if row.code == OpCode::Mlir(Mlir::SpecConstantOperation) && self.accept("(") {
            wrapped = Some(self.wrapped()?);
            self.expect(")")?;
        } else if self.accept("(") {
            self.region(op, &[], None)?;
            self.expect(")")?;
        }
        attrs.extend(self.optional_dict()?);
        self.expect(":")?;
        let types = self.types_in_parens()?;
        self.expect("->")?;
        let results = if self.is("(") { self.types_in_parens()? } else { vec![self.ty()?] };
        if types.len() != operands.len() {
            self.at = start;
            return self
                .error(Code::Syntax, format!("{name} has {} operands and {} types", operands.len(), types.len()));
        }
        self.fill(op, row, Generic { operands, successors, attrs, results }, start)?;
        if let Some((name, operands, attrs)) = wrapped {
            self.module[op].operands = operands.into();
            self.module[op].attrs = [(attrs::OP, name)].into_iter().chain(attrs).collect();
        }
        Ok(op)
    }

    /// The one op in the region of an op on specialization constants, and the `spirv.mlir.yield` of its result: the name,
    /// the operands and the attributes.
    fn wrapped(&mut self) -> Result<(AttrId, Vec<ValueId>, Vec<NamedAttr>)> {
        self.expect("{")?;
        let result = self.expect_kind(Kind::Value, "a value")?.to_owned();
        self.expect("=")?;
        let name = self.text_token()?;
        let name = self.module.ctx.str_attr(&name);
        self.expect("(")?;
        let operands = self.value_list()?;
        self.expect(")")?;
        let mut attrs = Vec::new();
        if self.accept("<") {
            attrs = self.dict()?;
            self.expect(">")?;
        }
        if self.is("{") {
            attrs.extend(self.dict()?);
        }
        self.expect(":")?;
        self.types_in_parens()?;
        self.expect("->")?;
        self.ty()?;
        let start = self.at;
        let (end, yielded) = (self.text_token()?, self.accept("(") && self.is(&result));
        if end != "spirv.mlir.yield" || !yielded {
            self.at = start;
            return self.error(Code::Syntax, format!("expected \"spirv.mlir.yield\"({result})"));
        }
        self.take();
        self.expect(")")?;
        self.expect(":")?;
        self.types_in_parens()?;
        self.expect("->")?;
        self.types_in_parens()?;
        self.expect("}")?;
        Ok((name, operands, attrs))
    }

    /// The successors of an op, in brackets.
    fn block_list(&mut self, block: BlockId) -> Result<Vec<BlockId>> {
        let region = self.module[block].region.unwrap_or(RegionId::new(0));
        let mut blocks = Vec::new();
        if self.accept("[") {
            while self.kind() == Kind::Block {
                let name = self.take()[1..].to_owned();
                blocks.push(self.block(region, &name));
                if !self.accept(",") {
                    break;
                }
            }
            self.expect("]")?;
        }
        Ok(blocks)
    }

    /// Gives an op its parts as this dialect has them.
    fn fill(&mut self, op: OpId, row: &'static OpRow, parts: Generic, start: usize) -> Result<()> {
        let Generic { mut operands, successors, mut attrs, results } = parts;
        self.take_layout(row, &mut operands, &mut attrs);
        let segments = self.segments(&attrs);
        let mut kept: Vec<NamedAttr> = Vec::new();
        for (name, attr) in attrs {
            if let Some((name, attr)) = self.own_attr(row, name, attr) {
                match kept.iter_mut().find(|(known, _)| *known == name) {
                    Some(old) => old.1 = attr,
                    None => kept.push((name, attr)),
                }
            }
        }
        self.join_masks(&mut kept, row, &operands);
        self.module[op].attrs = kept.into();
        for ty in results {
            self.module.add_result(op, ty);
        }
        match successors.is_empty() {
            true => self.module[op].operands = operands.into(),
            false => self.deal_out(op, row, &operands, &successors, &segments, start)?,
        }
        if has_variadic_literals(&row.info) && self.module.attr(op, attrs::INDICES).is_none() {
            let empty = self.module.ctx.attr(Attr::Array(Box::default()));
            self.module[op].attrs.push((attrs::INDICES, empty));
        }
        match row.code {
            OpCode::Mlir(Mlir::SpecConstant) => self.type_of_default(op, start),
            OpCode::Mlir(Mlir::Func) => {
                self.finish_function(op);
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// Makes the layout of a cooperative matrix an operand, as words have it.
    fn take_layout(&mut self, row: &OpRow, operands: &mut Vec<ValueId>, attrs: &mut Vec<NamedAttr>) {
        let Some(at) = ops::table::layout_at(row.format).filter(|at| *at <= operands.len()) else { return };
        let Some(found) = attrs.iter().position(|(name, _)| *name == "matrix_layout") else { return };
        let (_, attr) = attrs.remove(found);
        let layout = facts::number(&self.module, attr).unwrap_or(0) as u32;
        let layout = self.layout(layout);
        operands.insert(at, layout);
    }

    /// The parameters' attributes go to the parameters; a function without blocks is a declaration.
    fn finish_function(&mut self, op: OpId) {
        let Some(region) = self.module[op].regions.first().copied() else { return };
        let entry = self.module[region].blocks.first().copied();
        let lists = facts::array_of(&self.module, op, attrs::ARG_ATTRS).to_vec();
        self.take_attr(op, attrs::ARG_ATTRS);
        let Some(entry) = entry else { return };
        self.name_entry(op, entry);
        for (arg, list) in self.module[entry].args.clone().into_iter().zip(lists) {
            if let Attr::Dict(items) = self.module.ctx[list].clone() {
                let attrs = self.decorations(items.to_vec());
                self.module.set_arg_attrs(arg, attrs);
            }
        }
        let is_empty = self.module[entry].ops.is_empty() && self.module[entry].args.is_empty();
        if is_empty && self.module[region].blocks.len() == 1 {
            self.module[region].blocks.clear();
        }
    }

    /// The lengths that say which operands belong together: of the whole op, and of the cases of a switch.
    fn segments(&self, attrs: &[NamedAttr]) -> [Vec<usize>; 2] {
        [attrs::OPERAND_SEGMENTS, attrs::CASE_SEGMENTS].map(|name| {
            let attr = attrs.iter().find(|(known, _)| *known == name).map(|(_, attr)| *attr);
            match attr.map(|attr| &self.module.ctx[attr]) {
                Some(Attr::Array(items)) => {
                    items.iter().filter_map(|item| facts::number(&self.module, *item)).map(|it| it as usize).collect()
                }
                _ => Vec::new(),
            }
        })
    }

    /// Deals the operands of a terminator out to itself and its successors.
    fn deal_out(
        &mut self,
        op: OpId,
        row: &OpRow,
        operands: &[ValueId],
        blocks: &[BlockId],
        [own, cases]: &[Vec<usize>; 2],
        start: usize,
    ) -> Result<()> {
        let counts: Vec<usize> = match row.code {
            OpCode::Core(Op::Branch) => vec![0, operands.len()],
            OpCode::Core(Op::Switch) => own.iter().take(2).chain(cases).copied().collect(),
            _ => own.clone(),
        };
        let total = counts.iter().try_fold(0usize, |sum, count| sum.checked_add(*count));
        if counts.len() != blocks.len() + 1 || total != Some(operands.len()) {
            self.at = start;
            return self.error(Code::Syntax, "the operands do not fit the successors");
        }
        let mut rest = operands.iter().copied();
        self.module[op].operands = rest.by_ref().take(counts[0]).collect();
        for (block, count) in blocks.iter().zip(&counts[1..]) {
            let args: Values = rest.by_ref().take(*count).collect();
            self.module[op].successors.push(Successor { block: *block, args });
        }
        Ok(())
    }

    /// The type of a specialisation constant, which MLIR has in its default alone.
    fn type_of_default(&mut self, op: OpId, start: usize) -> Result<()> {
        let value = self.module.attr(op, attrs::VALUE).map(|attr| self.module.ctx[attr].clone());
        let ty = match value {
            Some(Attr::Int { ty, .. } | Attr::Float { ty, .. }) => ty,
            Some(Attr::Bool(_)) => self.module.ctx.bool(),
            _ => {
                self.at = start;
                return self.error(Code::Syntax, "the default is not a scalar");
            }
        };
        let ty = self.module.ctx.attr(Attr::Type(ty));
        self.module[op].set_attr(attrs::TYPE, ty);
        Ok(())
    }

    /// An attribute of MLIR's as ours, if it says more than the op itself.
    fn own_attr(&mut self, row: &OpRow, name: &'static str, attr: AttrId) -> Option<NamedAttr> {
        let is_barrier = matches!(
            row.code,
            OpCode::Core(Op::ControlBarrier | Op::ControlBarrierArriveINTEL | Op::ControlBarrierWaitINTEL)
        );
        let name = match name {
            "execution_scope" => attrs::SCOPE,
            "memory_scope" if is_barrier => attrs::SCOPE_2,
            "memory_scope" => attrs::SCOPE,
            attrs::SEMANTICS | "memory_semantics" | "equal_semantics" => attrs::SEMANTICS,
            "unequal_semantics" => attrs::SEMANTICS_2,
            "components" => attrs::INDICES,
            "variable" | "spec_const" | "callee" | "fn" => attrs::SYMBOL,
            "interface" | "constituents" | "constituent" => attrs::ARGS,
            "default_value" => attrs::VALUE,
            "format" => EnumKind::PackedVectorFormat.table().snake,
            "source_memory_access" => EnumKind::MemoryAccess.table().snake_2,
            "memory_operand" => EnumKind::MemoryAccess.table().snake,
            "matrix_operands" => EnumKind::CooperativeMatrixOperands.table().snake,
            "cooperative_matrix_type" => attrs::TYPE,
            "loop_control" | "selection_control" => attrs::CONTROL,
            "literals" => attrs::CASES,
            "function_type" => attrs::TYPE,
            attrs::STORAGE_CLASS if row.code == OpCode::Core(Op::Variable) => return None,
            attrs::OPERAND_SEGMENTS | attrs::CASE_SEGMENTS | "res_attrs" => return None,
            other => other,
        };
        let attr = self.own_value(row, name, attr);
        let is_bare =
            |attr| matches!(self.module.ctx[attr], Attr::Enum { value: 0, ref params, .. } if params.is_empty());
        // `None` as a control or memory access is the same as no such attribute.
        let is_none = [attrs::CONTROL, EnumKind::MemoryAccess.table().snake].contains(&name)
            && is_bare(attr)
            && ops::table::layout_at(row.format).is_none();
        (!is_none).then_some((name, attr))
    }

    /// The value of an attribute of MLIR's as this dialect has it.
    fn own_value(&mut self, row: &OpRow, name: &'static str, attr: AttrId) -> AttrId {
        match (name, self.module.ctx[attr].clone()) {
            ("built_in", Attr::Str(text)) => match mlir::value_of(EnumKind::BuiltIn, &text) {
                Some(value) => self.module.ctx.enum_attr(EnumKind::BuiltIn.id(), value),
                None => attr,
            },
            (attrs::SYM_NAME, Attr::Str(text)) => {
                let name = self.module.ctx.name(&text);
                self.module.ctx.symbol_attr(name)
            }
            (attrs::CASES, Attr::Dense { elems, .. }) => self.module.ctx.attr(Attr::Array(elems)),
            (attrs::ARGS, Attr::Symbol(_)) if matches!(row.code, OpCode::Mlir(_)) => {
                self.module.ctx.attr(Attr::Array([attr].into()))
            }
            _ => attr,
        }
    }

    /// Joins what MLIR has apart: an alignment, the values of an execution mode, image operands.
    fn join_masks(&mut self, attrs: &mut Vec<NamedAttr>, row: &OpRow, operands: &[ValueId]) {
        let mut take = |name: &str| {
            let at = attrs.iter().position(|(known, _)| *known == name)?;
            Some(attrs.remove(at).1)
        };
        let [alignment, of_source, values] = ["alignment", "source_alignment", "values"].map(&mut take);
        let values = match values.map(|attr| self.module.ctx[attr].clone()) {
            Some(Attr::Array(items)) => items.to_vec(),
            _ => Vec::new(),
        };
        for (name, attr) in attrs.iter_mut() {
            let Attr::Enum { kind, value, params } = self.module.ctx[*attr].clone() else { continue };
            let mut params = params.to_vec();
            let own = EnumKind::from_snake(enums::table(kind).snake);
            match own {
                Some(EnumKind::MemoryAccess) if *name == EnumKind::MemoryAccess.table().snake_2 => {
                    params.extend(of_source);
                }
                Some(EnumKind::MemoryAccess) => params.extend(alignment),
                Some(EnumKind::ExecutionMode) => params.extend(values.iter().copied()),
                Some(EnumKind::ImageOperands) => {
                    let plain = row.operands.iter().take_while(|it| it.kind != OperandKind::ImageOperands).count();
                    let held = (plain..operands.len()).map(|at| self.module.ctx.attr(Attr::Operand(at as u32)));
                    params.extend(held);
                }
                _ => continue,
            }
            *attr = self.module.ctx.attr(Attr::Enum { kind, value, params: params.into() });
        }
    }
}
