//! Functions: regions become blocks with merge instructions, block arguments become phis.

use super::breaks::{self, Breaks, ConditionalBreak};
use super::globals::declared;
use super::order::{self, Chunk, Item, Layout};
use super::places::Said;
use super::{Id, Word, Words, Writer, error};
use crate::diagnostics::Result;
use crate::ir::walk;
use crate::ir::{Attr, BlockId, Declared, OpId, RegionId, Successor, Targets, Type, TypeId, ValueId};
use crate::spirv::attrs;
use crate::spirv::enums::Kind;
use crate::spirv::facts;
use crate::spirv::ops::{self, Code, Mlir};
use crate::spirv::types::SpirvType;
use base::intern::Symbol;
use spirv::Op;

/// The limit of nesting.
const MAX_NESTING: u32 = 1023;

impl<'m> Writer<'m> {
    pub(super) fn function(&mut self, op: OpId) -> Result<()> {
        let module = self.module;
        let (Some(name), Some(ty)) = (facts::name_of(module, op), facts::type_of(module, op, attrs::TYPE)) else {
            return error("a function has no name or no type");
        };
        let Type::Function { params, result } = self.ctx[ty].clone() else {
            return error("a function has no function type");
        };
        let id = self.symbol_id(name)?;
        self.name_symbol(op, id)?;
        self.decorate(declared(module, op), id, &module[op].attrs)?;
        let (result, ty) = (self.type_id(result)?, self.type_id(ty)?);
        let control = facts::number_of(module, op, Kind::FunctionControl.table().snake).unwrap_or(0) as u32;
        let mut body = std::mem::take(&mut self.sections.functions);
        self.alone(&mut body, module[op].loc)?;
        Words::new(Op::Function).with_ids([result, id]).number(control).id(ty).write(&mut body)?;
        let region = module[op].regions.first().copied();
        let entry = region.and_then(|region| module[region].blocks.first().copied());
        for (at, param) in params.iter().enumerate() {
            let ty = self.type_id(*param)?;
            let id = match entry.and_then(|entry| module[entry].args.get(at)) {
                Some(value) => self.argument(*value)?,
                None => self.declared_param(op, at)?,
            };
            Words::new(Op::FunctionParameter).with_ids([ty, id]).write(&mut body)?;
        }
        if let (Some(region), Some(_)) = (region, entry) {
            self.body(region, &mut body)?;
        }
        Words::new(Op::FunctionEnd).write(&mut body)?;
        self.sections.functions = body;
        Ok(())
    }

    fn declared_param(&mut self, op: OpId, at: usize) -> Result<Id> {
        let id = self.fresh();
        let module = self.module;
        if let Some(param) = facts::array_of(module, op, attrs::PARAM_ATTRS).get(at)
            && let Attr::Dict(items) = &module.ctx[*param]
        {
            self.decorate(None, id, items)?;
        }
        Ok(id)
    }

    /// The id of a block argument, with its name and decorations.
    fn argument(&mut self, value: ValueId) -> Result<Id> {
        let id = self.value_id(value)?;
        self.name_value(value, id)?;
        let module = self.module;
        self.decorate(Some(Declared::Value(value)), id, module.arg_attrs(value))?;
        Ok(id)
    }

    fn name_value(&mut self, value: ValueId, id: Id) -> Result<()> {
        match self.module[value].name {
            Some(name) => self.name(id, self.module.ctx.str(name)),
            None => Ok(()),
        }
    }

    fn body(&mut self, region: RegionId, body: &mut Vec<Word>) -> Result<()> {
        let mut layout = Layout::default();
        self.lay_out(region, &mut layout)?;
        self.find_incoming(&mut layout);
        order::by_dominance(self.module, &mut layout);
        let func = self.module[region].op.unwrap_or(self.module.root);
        let mut first = true;
        for chunk in std::mem::take(&mut layout.chunks) {
            Words::new(Op::Label).id(chunk.label).write(body)?;
            if let Some(name) = chunk.name {
                self.name(chunk.label, self.module.ctx.str(name))?;
            }
            if std::mem::take(&mut first) {
                self.variables(func, body)?;
            }
            let mut said = Said::default();
            for (at, item) in chunk.items.iter().enumerate() {
                // No line may come between a merge instruction and the terminator: it precedes both.
                let lead = if self.is_merge(item) { chunk.items.get(at + 1) } else { Some(item) };
                if let Some(Item::Op(op)) = lead {
                    let op = &self.module[*op];
                    self.place(body, op.loc, op.is_terminator(), &mut said)?;
                }
                self.item(item, &layout, body)?;
            }
            let last = chunk.items.last();
            if let Some(Item::Op(op)) = last {
                self.detours(*op, &layout, body)?;
            }
        }
        Ok(())
    }

    /// Hoists the variables of a function to its start.
    fn variables(&mut self, func: OpId, body: &mut Vec<Word>) -> Result<()> {
        for op in walk::ops(self.module, func) {
            if ops::code(self.module, op) == Some(Code::Core(Op::Variable)) {
                let words = self.variable(op)?;
                self.alone(body, self.module[op].loc)?;
                words.write(body)?;
            }
        }
        Ok(())
    }

    fn variable(&mut self, op: OpId) -> Result<Words> {
        let Some(value) = self.module[op].results.first().copied() else { return error("a variable has no result") };
        let ty = self.module.type_of(value);
        let Some((_, storage)) = facts::pointer(self.module, ty) else { return error("a variable is not a pointer") };
        let ty = self.type_id(ty)?;
        let id = self.result(op, value)?;
        let mut words = Words::new(Op::Variable).with_ids([ty, id]).number(storage as u32);
        for operand in &self.module[op].operands {
            words = words.id(self.value_id(*operand)?);
        }
        Ok(words)
    }

    fn result(&mut self, op: OpId, value: ValueId) -> Result<Id> {
        let id = self.value_id(value)?;
        self.name_value(value, id)?;
        let module = self.module;
        if module[op].attrs.is_empty() {
            return Ok(id);
        }
        // An enumerated operand may have the name of a decoration.
        let operands = ops::row(module[op].info).map_or(&[][..], |row| row.operands);
        let is_operand =
            |name| operands.iter().any(|one| Kind::of(one.kind).is_some_and(|kind| kind.table().snake == name));
        let attrs = module[op].attrs.iter().filter(|(name, _)| !is_operand(*name));
        self.decorate(Some(Declared::Value(value)), id, attrs)?;
        Ok(id)
    }

    /// Lays out the blocks of a region.
    fn lay_out(&mut self, region: RegionId, layout: &mut Layout<'_>) -> Result<()> {
        for block in &self.module[region].blocks {
            self.open(*block, layout);
            self.fill(*block, layout)?;
        }
        Ok(())
    }

    fn label(&mut self, block: BlockId, layout: &mut Layout<'_>) -> Id {
        if let Some(label) = layout.labels.get(&block) {
            return *label;
        }
        let label = self.fresh();
        layout.labels.insert(block, label);
        label
    }

    fn open(&mut self, block: BlockId, layout: &mut Layout<'_>) {
        let label = self.label(block, layout);
        let name = self.module[block].name;
        let mut items = Vec::new();
        let is_entry = self.is_function_entry(block);
        if !is_entry && !self.module[block].args.is_empty() {
            items.push(Item::Phis(block));
        }
        layout.chunks.push(Chunk { label, name, items });
    }

    fn is_function_entry(&self, block: BlockId) -> bool {
        let Some(region) = self.module[block].region else { return false };
        let Some(op) = self.module[region].op else { return false };
        self.module[region].blocks.first() == Some(&block) && ops::code(self.module, op) == Some(Code::Mlir(Mlir::Func))
    }

    fn fill(&mut self, block: BlockId, layout: &mut Layout<'_>) -> Result<()> {
        for op in &self.module[block].ops {
            match ops::code(self.module, *op) {
                Some(Code::Mlir(Mlir::Selection | Mlir::Loop)) => self.construct(*op, layout)?,
                Some(Code::Mlir(Mlir::Merge)) => {}
                Some(Code::Core(Op::Variable | Op::Undef)) => {}
                Some(Code::Mlir(
                    Mlir::Constant | Mlir::AddressOf | Mlir::ReferenceOf | Mlir::SpecConstantOperation,
                )) => {}
                _ => push(layout, Item::Op(*op)),
            }
        }
        Ok(())
    }

    /// Lays out the blocks of a selection or a loop, in the middle of the enclosing block.
    fn construct(&mut self, op: OpId, layout: &mut Layout<'_>) -> Result<()> {
        layout.depth += 1;
        if layout.depth > MAX_NESTING {
            return error(format!("selections and loops are nested more than {MAX_NESTING} levels deep"));
        }
        let is_loop = ops::code(self.module, op) == Some(Code::Mlir(Mlir::Loop));
        let region = self.module[op].regions.first().copied();
        let blocks = region.map_or(&[][..], |region| &self.module[region].blocks);
        let least = if is_loop { 4 } else { 2 };
        if blocks.len() < least {
            return error(format!("{} has fewer than {least} blocks", self.module[op].info.name));
        }
        let (entry, merge) = (blocks[0], blocks[blocks.len() - 1]);
        self.fill(entry, layout)?;
        if !is_loop {
            insert_merge(layout, Item::Merge(op));
        }
        let breaks = self.conditional_breaks(blocks, layout);
        for (at, block) in blocks[1..blocks.len() - 1].iter().enumerate() {
            self.open(*block, layout);
            if is_loop && at == 0 {
                self.loop_header(op, *block, layout)?;
            } else {
                self.fill(*block, layout)?;
            }
            if let Some(found) = breaks.get(block) {
                insert_merge(layout, Item::Break(*found));
            }
        }
        self.open(merge, layout);
        self.fill(merge, layout)?;
        layout.depth -= 1;
        Ok(())
    }

    /// The conditional breaks of a construct, by their blocks. A merge block has one header: if the successor inside
    /// has several predecessors, a new block is the merge block.
    fn conditional_breaks(&mut self, blocks: &[BlockId], layout: &mut Layout<'_>) -> Breaks {
        let breaks = breaks::of_construct(self.module, blocks);
        for found in breaks.values().filter(|found| found.is_shared) {
            let detour = self.fresh();
            layout.detours.insert((found.terminator, found.stays), detour);
        }
        breaks
    }

    /// A header with nested constructs cannot carry the loop's merge instruction: it gets a block of its own.
    fn loop_header(&mut self, op: OpId, header: BlockId, layout: &mut Layout<'_>) -> Result<()> {
        let holds_construct = self.module[header].ops.iter().any(|op| !self.module[*op].regions.is_empty());
        if holds_construct {
            push(layout, Item::Merge(op));
            let label = self.fresh();
            let header = self.label(header, layout);
            layout.splits.insert(header, label);
            layout.chunks.push(Chunk { label, name: None, items: Vec::new() });
        }
        self.fill(header, layout)?;
        if !holds_construct {
            insert_merge(layout, Item::Merge(op));
        }
        Ok(())
    }

    /// Collects the arguments that the predecessors of each block pass.
    fn find_incoming(&mut self, layout: &mut Layout<'m>) {
        let module = self.module;
        for chunk in &layout.chunks {
            let Some(Item::Op(op)) = chunk.items.last() else { continue };
            let successors = &module[*op].successors;
            let targets = Targets::of(successors);
            for (at, Successor { block, args }) in successors.iter().enumerate() {
                let twin = targets.twin(successors, at).map(|first| &successors[first]);
                let from = match (layout.detours.get(&(*op, at)), twin.map(|twin| twin.args == *args)) {
                    (Some(detour), _) => *detour,
                    (None, Some(true)) => continue,
                    (None, Some(false)) => {
                        let detour = self.fresh();
                        layout.detours.insert((*op, at), detour);
                        detour
                    }
                    (None, None) => chunk.label,
                };
                if !args.is_empty() {
                    layout.incoming.entry(*block).or_default().push((from, args));
                }
            }
        }
    }

    fn detours(&mut self, op: OpId, layout: &Layout<'_>, body: &mut Vec<Word>) -> Result<()> {
        for (at, successor) in self.module[op].successors.iter().enumerate() {
            if let Some(label) = layout.detours.get(&(op, at)) {
                let target = self.target(layout, successor)?;
                Words::new(Op::Label).id(*label).write(body)?;
                Words::new(Op::Branch).id(target).write(body)?;
            }
        }
        Ok(())
    }

    fn target(&self, layout: &Layout<'_>, successor: &Successor) -> Result<Id> {
        match layout.labels.get(&successor.block) {
            Some(label) => Ok(*label),
            None => error("a branch leaves the function"),
        }
    }

    /// The label of a successor: the block's, or that of the split edge.
    fn successor_label(&self, op: OpId, at: usize, layout: &Layout<'_>) -> Result<Id> {
        match layout.detours.get(&(op, at)) {
            Some(detour) => Ok(*detour),
            None => self.target(layout, &self.module[op].successors[at]),
        }
    }

    fn is_merge(&self, item: &Item) -> bool {
        match item {
            Item::Phis(_) => false,
            Item::Merge(_) | Item::Break(_) => true,
            Item::Op(op) => {
                matches!(ops::code(self.module, *op), Some(Code::Core(Op::SelectionMerge | Op::LoopMerge)))
            }
        }
    }

    fn item(&mut self, item: &Item, layout: &Layout<'_>, body: &mut Vec<Word>) -> Result<()> {
        match item {
            Item::Phis(block) => self.phis(*block, layout, body),
            Item::Merge(op) => self.merge(*op, layout, body),
            Item::Break(ConditionalBreak { terminator, stays, .. }) => {
                let label = self.successor_label(*terminator, *stays, layout)?;
                Words::new(Op::SelectionMerge).id(label).number(0).write(body)
            }
            Item::Op(op) => {
                let words = self.op(*op, layout)?;
                words.write(body)
            }
        }
    }

    fn phis(&mut self, block: BlockId, layout: &Layout<'_>, body: &mut Vec<Word>) -> Result<()> {
        let none = Vec::new();
        let incoming = layout.incoming.get(&block).unwrap_or(&none);
        for (at, value) in self.module[block].args.iter().enumerate() {
            let ty = self.type_id(self.module.type_of(*value))?;
            let id = self.argument(*value)?;
            let mut words = Words::new(Op::Phi).with_ids([ty, id]);
            for (label, args) in incoming {
                let Some(arg) = args.get(at) else { return error("branch has too few operands") };
                words = words.with_ids([self.value_id(*arg)?, *label]);
            }
            words.write(body)?;
        }
        Ok(())
    }

    fn merge(&mut self, op: OpId, layout: &Layout<'_>, body: &mut Vec<Word>) -> Result<()> {
        let region = self.module[op].regions[0];
        let blocks = &self.module[region].blocks;
        let label = |block: BlockId| match layout.labels.get(&block) {
            Some(label) => Ok(*label),
            None => error("a construct has a block without a label"),
        };
        let merge = label(blocks[blocks.len() - 1])?;
        let control = self.control(op)?;
        match ops::code(self.module, op) {
            Some(Code::Mlir(Mlir::Loop)) => {
                let cont = label(self.continue_target(blocks))?;
                Words::new(Op::LoopMerge).with_ids([merge, cont]).numbers(control).write(body)?;
                // A header that was split continues in the next block.
                if let Some(next) = self.split_header(blocks[1], layout) {
                    Words::new(Op::Branch).id(next).write(body)?;
                }
                Ok(())
            }
            _ => Words::new(Op::SelectionMerge).id(merge).numbers(control).write(body),
        }
    }

    /// The continue target of a loop: the block with the back edge, or the only predecessor of it.
    fn continue_target(&self, blocks: &[BlockId]) -> BlockId {
        blocks[blocks.len() - 2]
    }

    fn split_header(&self, header: BlockId, layout: &Layout<'_>) -> Option<Id> {
        let holds_construct = self.module[header].ops.iter().any(|op| !self.module[*op].regions.is_empty());
        let label = layout.labels.get(&header)?;
        holds_construct.then(|| layout.splits.get(label).copied()).flatten()
    }

    fn control(&mut self, op: OpId) -> Result<Vec<u32>> {
        let Some(attr) = self.module.attr(op, attrs::CONTROL) else { return Ok(vec![0]) };
        let Attr::Enum { value, params, .. } = self.module.ctx[attr].clone() else {
            return error("a control is not an enumeration");
        };
        let mut words = vec![value];
        for param in &params {
            words.push(self.word(*param)?);
        }
        Ok(words)
    }

    /// The id of a value; constants and references have those of declarations.
    #[inline]
    pub(super) fn value_id(&mut self, value: ValueId) -> Result<Id> {
        match self.known_value(value) {
            Some(id) => Ok(id),
            None => self.find_value(value),
        }
    }

    fn find_value(&mut self, value: ValueId) -> Result<Id> {
        let mut source = value;
        while let Some(inner) = self.merged(source)? {
            source = inner;
        }
        let id = match self.known_value(source) {
            Some(id) => id,
            None => self.new_value(source)?,
        };
        for value in [source, value] {
            self.ids.values[value.index()] = id.0;
        }
        Ok(id)
    }

    fn known_value(&self, value: ValueId) -> Option<Id> {
        Some(Id(self.ids.values[value.index()])).filter(|id| id.0 != 0)
    }

    /// The value inside of a selection or loop that becomes a result.
    fn merged(&self, value: ValueId) -> Result<Option<ValueId>> {
        let crate::ir::Def::Result(op, index) = self.module[value].def else { return Ok(None) };
        if !matches!(ops::code(self.module, op), Some(Code::Mlir(Mlir::Selection | Mlir::Loop))) {
            return Ok(None);
        }
        let last = self.module[op].regions.first().and_then(|region| self.module[*region].blocks.last());
        let merge = last.and_then(|block| self.module[*block].ops.last());
        match merge.and_then(|merge| self.module[*merge].operands.get(index as usize)) {
            Some(inner) => Ok(Some(*inner)),
            None => error(format!("{} has more results than its merge", self.module[op].info.name)),
        }
    }

    fn new_value(&mut self, value: ValueId) -> Result<Id> {
        let Some(op) = self.module.defining_op(value) else { return Ok(self.fresh()) };
        let ty = self.module.type_of(value);
        let id = match ops::code(self.module, op) {
            Some(Code::Mlir(Mlir::Constant)) => match self.module.attr(op, attrs::VALUE) {
                Some(attr) => self.constant_id(attr, ty)?,
                None => return error("a constant has no value"),
            },
            Some(Code::Mlir(Mlir::AddressOf | Mlir::ReferenceOf)) => {
                match facts::symbol_of(self.module, op, attrs::SYMBOL) {
                    Some(name) if self.points_to_function(ty) => self.function_pointer(name, ty)?,
                    Some(name) => return self.defined_symbol(name),
                    None => return error("a reference names nothing"),
                }
            }
            Some(Code::Core(Op::Undef)) => self.undef_id(ty)?,
            Some(Code::Mlir(Mlir::SpecConstantOperation)) => self.local_spec_operation(op, ty)?,
            _ => return Ok(self.fresh()),
        };
        if self.named.insert(id) {
            self.name_value(value, id)?;
            let module = self.module;
            self.decorate(None, id, &module[op].attrs)?;
        }
        Ok(id)
    }

    fn points_to_function(&self, ty: TypeId) -> bool {
        match self.ctx[ty] {
            Type::Spirv(SpirvType::Pointer { pointee, .. }) => matches!(self.ctx[pointee], Type::Function { .. }),
            _ => false,
        }
    }

    /// The address of a function: a constant, which names a function that may follow.
    fn function_pointer(&mut self, name: Symbol, ty: TypeId) -> Result<Id> {
        let (function, type_id) = (self.symbol_id(name)?, self.type_id(ty)?);
        let id = self.fresh();
        let words = Words::new(Op::ConstantFunctionPointerINTEL).with_ids([type_id, id, function]);
        self.declare(None, id, words)?;
        Ok(id)
    }

    pub(super) fn operand_id(&mut self, op: OpId, index: u32) -> Result<Id> {
        match self.module[op].operands.get(index as usize) {
            Some(value) => self.value_id(*value),
            None => error(format!("{} has too few operands", self.module[op].info.name)),
        }
    }

    fn op(&mut self, op: OpId, layout: &Layout<'_>) -> Result<Words> {
        self.current = op;
        let info = self.module[op].info;
        let module = self.module;
        let mut labels = Vec::with_capacity(module[op].successors.len());
        for at in 0..module[op].successors.len() {
            labels.push(self.successor_label(op, at, layout)?);
        }
        match ops::code(module, op) {
            Some(Code::Core(Op::Branch)) => Ok(Words::new(Op::Branch).with_ids(labels)),
            Some(Code::Core(Op::BranchConditional)) => {
                let weights = facts::array_of(module, op, attrs::WEIGHTS).iter().map(|weight| self.word(*weight));
                let weights = weights.collect::<Result<Vec<_>>>()?;
                Ok(Words::new(Op::BranchConditional).id(self.operand_id(op, 0)?).with_ids(labels).numbers(weights))
            }
            Some(Code::Core(Op::Switch)) => self.switch(op, &labels),
            Some(Code::Core(Op::SelectionMerge)) => {
                Ok(Words::new(Op::SelectionMerge).with_ids(labels).numbers(self.control(op)?))
            }
            Some(Code::Core(Op::LoopMerge)) => {
                Ok(Words::new(Op::LoopMerge).with_ids(labels).numbers(self.control(op)?))
            }
            Some(Code::Core(Op::FunctionCall)) => self.call(op),
            Some(Code::Mlir(Mlir::ExtInst)) => self.ext_inst(op),
            Some(Code::Mlir(Mlir::VendorInst)) => self.vendor_inst(op),
            Some(Code::Core(_) | Code::Gl(_) | Code::Cl(_)) => self.generic(op),
            Some(Code::Mlir(_)) | None => error(format!("{} does not belong into a function", info.name)),
        }
    }

    fn switch(&mut self, op: OpId, labels: &[Id]) -> Result<Words> {
        let selector = self.operand_id(op, 0)?;
        let module = self.module;
        let ty = module.type_of(module[op].operands[0]);
        let cases = facts::array_of(module, op, attrs::CASES);
        let Some((default, targets)) = labels.split_first() else { return error("a switch has no default") };
        if cases.len() != targets.len() {
            return error("a switch has not one target per case");
        }
        let mut words = Words::new(Op::Switch).with_ids([selector, *default]);
        for (case, target) in cases.iter().zip(targets) {
            let bits = facts::number(module, *case).unwrap_or(0);
            words = words.numbers(self.number(bits, ty)).id(*target);
        }
        Ok(words)
    }

    fn call(&mut self, op: OpId) -> Result<Words> {
        let Some(name) = facts::symbol_of(self.module, op, attrs::SYMBOL) else {
            return error("a call names no function");
        };
        let callee = self.symbol_id(name)?;
        let head = self.result_words(op, Op::FunctionCall)?;
        let mut words = head.id(callee);
        for operand in &self.module[op].operands {
            words = words.id(self.value_id(*operand)?);
        }
        Ok(words)
    }

    /// An instruction of a vendor's set.
    fn vendor_inst(&mut self, op: OpId) -> Result<Words> {
        let module = self.module;
        let Some(Attr::Str(set)) = module.attr(op, attrs::SET).map(|attr| &module.ctx[attr]) else {
            return error("an instruction of a vendor names no set");
        };
        let number = facts::number_of(module, op, attrs::INSTRUCTION).unwrap_or_default();
        let set = self.set_id(set)?;
        let head = self.result_words(op, Op::ExtInst)?.id(set).number(number as u32);
        module[op].operands.iter().try_fold(head, |words, operand| Ok(words.id(self.value_id(*operand)?)))
    }

    /// The opcode with the result type and id. A call of a function without a result has one all the same.
    pub(super) fn result_words(&mut self, op: OpId, opcode: Op) -> Result<Words> {
        let Some(value) = self.module[op].results.first().copied() else {
            if ![Op::FunctionCall, Op::FunctionPointerCallINTEL, Op::ExtInst].contains(&opcode) {
                return Ok(Words::new(opcode));
            }
            return Ok(Words::new(opcode).with_ids([self.type_id(self.none)?, self.fresh()]));
        };
        let ty = self.type_id(self.module.type_of(value))?;
        let id = self.result(op, value)?;
        Ok(Words::new(opcode).with_ids([ty, id]))
    }
}

fn push(layout: &mut Layout<'_>, item: Item) {
    if let Some(chunk) = layout.chunks.last_mut() {
        chunk.items.push(item);
    }
}

/// Inserts a merge instruction before the terminator of the current block.
fn insert_merge(layout: &mut Layout<'_>, merge: Item) {
    if let Some(chunk) = layout.chunks.last_mut() {
        let at = chunk.items.len().saturating_sub(1);
        chunk.items.insert(at, merge);
    }
}
