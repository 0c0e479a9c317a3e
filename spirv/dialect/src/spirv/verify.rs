//! The verifier of the rules that reader, writer and lowerings rely on.
//!
//! Checks structure (blocks, terminators, regions, names), dominance, and the types that the op table and the memory
//! ops relate; for texts what MLIR checks besides. Capabilities are in [`super::availability`].

mod dominance;
mod texts;
mod types;

use super::attrs;
use super::facts;
use super::ops::{self, Code as OpCode, Infer, Mlir, OpRow};
use super::types::SpirvType;
use crate::diagnostics::{Code, Error};
use crate::ir::{BlockId, Module, OpId, RegionId, Successor, Type, TypeId, ValueId, walk};
use base::intern::Symbol;
use rustc_hash::{FxHashMap, FxHashSet};
use spirv::Op;

/// A violation at an op.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The op.
    pub op: OpId,
    /// The violation.
    pub error: Error,
}

/// All violations of a module, in textual order.
pub fn verify(module: &Module) -> Vec<Finding> {
    let mut verifier = Verifier { module, symbols: facts::symbols(module), returned: None, found: Vec::new() };
    verifier.symbols();
    for op in walk::ops(module, module.root) {
        verifier.op(op);
    }
    if verifier.found.is_empty() {
        for op in dominance::check(module) {
            verifier.report(op, "definition does not dominate this use");
        }
    }
    verifier.found
}

/// All violations of what MLIR's dialect asks of a text besides: types of operands, operands of masks, and similar
/// ones. Words have a validator of their own.
pub fn texts(module: &Module) -> Vec<Finding> {
    let mut verifier = Verifier { module, symbols: facts::symbols(module), returned: None, found: Vec::new() };
    for op in walk::ops(module, module.root) {
        if let Some(row) = ops::row(module[op].info) {
            verifier.types(op, row);
            verifier.text(op, row);
        }
    }
    verifier.found
}

/// The first violation of the rules of blocks, branches, selections and loops in a function.
pub(super) fn control_flow(module: &Module, func: OpId) -> Option<Finding> {
    let mut verifier = Verifier { module, symbols: FxHashMap::default(), returned: None, found: Vec::new() };
    for op in walk::ops(module, func) {
        for region in &module[op].regions {
            verifier.region(op, *region);
        }
        if let Some(OpCode::Mlir(mlir @ (Mlir::Selection | Mlir::Loop))) = ops::code(module, op) {
            verifier.construct(op, mlir == Mlir::Loop);
        }
    }
    verifier.found.into_iter().next()
}

struct Verifier<'m> {
    module: &'m Module,
    symbols: FxHashMap<Symbol, OpId>,
    /// The result type of the current function; `None` if it returns nothing.
    returned: Option<TypeId>,
    found: Vec<Finding>,
}

impl Verifier<'_> {
    fn report(&mut self, op: OpId, message: impl Into<String>) {
        let name = self.module[op].info.name;
        let error = Error::in_module(Code::Verify, format!("{name}: {}", message.into()));
        self.found.push(Finding { op, error });
    }

    /// Every name is defined once, and every name that is used is defined.
    fn symbols(&mut self) {
        let module = self.module;
        let (mut defined, mut used) = (FxHashSet::default(), Vec::new());
        for op in walk::ops(module, module.root).filter(|op| !module[*op].attrs.is_empty()) {
            if let Some(name) = facts::name_of(module, op)
                && !defined.insert(name)
            {
                self.report(op, format!("the name '{}' is defined twice", module.ctx.str(name)));
            }
            used.extend(facts::symbol_of(module, op, attrs::SYMBOL).map(|name| (op, name)));
        }
        for (op, name) in used {
            if !defined.contains(&name) {
                self.report(op, format!("unknown name '{}'", module.ctx.str(name)));
            }
        }
    }

    fn op(&mut self, op: OpId) {
        let Some(row) = ops::row(self.module[op].info) else {
            return self.report(op, "the op is not of this dialect");
        };
        for region in &self.module[op].regions {
            self.region(op, *region);
        }
        self.operand_count(op, row);
        self.result_type(op, row);
        match row.code {
            OpCode::Mlir(mlir) => self.mlir(op, mlir),
            OpCode::Core(core) => self.core(op, core),
            OpCode::Gl(_) | OpCode::Cl(_) => {}
        }
    }

    /// Blocks end with their only terminator, whose targets are in the same region and get matching arguments.
    fn region(&mut self, op: OpId, region: RegionId) {
        let module = self.module;
        if op == module.root {
            return;
        }
        for block in &module[region].blocks {
            match module[*block].ops.split_last() {
                Some((last, before)) => {
                    if !module[*last].is_terminator() {
                        self.report(*last, "the last op of a block is not a terminator");
                    }
                    for op in before.iter().filter(|op| module[**op].is_terminator()) {
                        self.report(*op, "a terminator precedes the end of its block");
                    }
                }
                None => self.report(op, "a block is empty"),
            }
            for op in &module[*block].ops {
                for successor in &module[*op].successors {
                    self.successor(*op, region, successor);
                }
            }
        }
    }

    fn successor(&mut self, op: OpId, region: RegionId, successor: &Successor) {
        let module = self.module;
        if module[successor.block].region != Some(region) {
            return self.report(op, "a branch leaves its region");
        }
        if !module[op].is_terminator() {
            return;
        }
        let args = &module[successor.block].args;
        if args.len() != successor.args.len() {
            return self.report(op, format!("the target takes {} values", args.len()));
        }
        for (arg, value) in args.iter().zip(&successor.args) {
            if module.type_of(*arg) != module.type_of(*value) {
                self.report(op, "value type does not match the block argument");
            }
        }
    }

    /// The number of operands fits the grammar.
    fn operand_count(&mut self, op: OpId, row: &OpRow) {
        if matches!(row.code, OpCode::Mlir(_)) || row.format == ops::table::CUSTOM {
            return;
        }
        let module = self.module;
        let (mut plain, mut by_attr) = (module[op].operands.len(), 0);
        // Most ops have no attributes.
        if !module[op].attrs.is_empty() {
            by_attr = [attrs::TYPE, attrs::STRING].iter().filter(|name| module.attr(op, name).is_some()).count();
            plain -= super::write::held_operands(module, op).len().min(plain);
        }
        if plain + by_attr < row.ids.least || plain > row.ids.most {
            self.report(op, format!("invalid number of operands: {plain}"));
        }
    }

    /// The result has the type that follows from the operands, signedness aside.
    fn result_type(&mut self, op: OpId, row: &OpRow) {
        let module = self.module;
        let Some(result) = module[op].results.first() else {
            let is_call = matches!(
                row.code,
                OpCode::Core(Op::FunctionCall | Op::FunctionPointerCallINTEL) | OpCode::Gl(_) | OpCode::Cl(_)
            );
            if row.has_type && !is_call {
                self.report(op, "the op has no result");
            }
            return;
        };
        let found = module.type_of(*result);
        let operand = |index: u8| module[op].operands.get(usize::from(index)).map(|value| module.type_of(*value));
        let indices = || {
            let indices = facts::array_of(module, op, attrs::INDICES).iter();
            indices.filter_map(|attr| facts::number(module, *attr)).collect::<Vec<u64>>()
        };
        let fits = match row.infer {
            Infer::Spelled => true,
            Infer::Same(index) => operand(index).is_some_and(|ty| self.is_alike(ty, found)),
            Infer::Bool(index) => {
                let scalar = matches!(module.ctx[module.ctx.scalar_of(found)], Type::Int { width: 1, .. });
                operand(index).is_some_and(|ty| scalar && self.lanes(ty) == self.lanes(found))
            }
            Infer::Pointee(index) => {
                let is_untyped = operand(index).is_some_and(|ty| facts::untyped_pointer(module, ty).is_some());
                is_untyped
                    || operand(index).and_then(|ty| facts::pointer(module, ty)).is_some_and(|(ty, _)| ty == found)
            }
            Infer::Element(index) => operand(index).is_some_and(|ty| module.ctx.scalar_of(ty) == found),
            Infer::Part(index) => operand(index)
                .and_then(|ty| facts::part(module, ty, &indices()))
                .is_some_and(|ty| ty == found || facts::pointer(module, ty).is_some()),
            Infer::Word => matches!(module.ctx[found], Type::Int { width: 32, .. }),
            Infer::ImageOf(index) => {
                operand(index).is_some_and(|ty| module.ctx[ty] == Type::Spirv(SpirvType::SampledImage(found)))
            }
        };
        if !fits {
            self.report(op, "result type does not match the operands");
        }
    }

    fn lanes(&self, ty: TypeId) -> u32 {
        match self.module.ctx[ty] {
            Type::Vector { len, .. } => len,
            _ => 1,
        }
    }

    /// Returns whether two types are equal, signedness of integers aside.
    fn is_alike(&self, a: TypeId, b: TypeId) -> bool {
        let (ctx, lanes) = (&self.module.ctx, self.lanes(a) == self.lanes(b));
        match (&ctx[ctx.scalar_of(a)], &ctx[ctx.scalar_of(b)]) {
            (Type::Int { width: a, .. }, Type::Int { width: b, .. }) => lanes && a == b,
            _ => a == b,
        }
    }

    fn mlir(&mut self, op: OpId, mlir: Mlir) {
        let module = self.module;
        match mlir {
            Mlir::Func => self.func(op),
            Mlir::Selection | Mlir::Loop => self.construct(op, mlir == Mlir::Loop),
            Mlir::Constant => {
                let ty = module[op].results.first().map(|value| module.type_of(*value));
                let value = module.attr(op, attrs::VALUE);
                let fits = value.zip(ty).is_some_and(|(value, ty)| facts::is_constant_of(&module.ctx, value, ty));
                if !fits {
                    self.report(op, "value does not match the result type");
                }
            }
            Mlir::GlobalVariable => {
                let ty = facts::type_of(module, op, attrs::TYPE);
                let is_pointer =
                    |ty| facts::pointer(module, ty).is_some() || facts::untyped_pointer(module, ty).is_some();
                if !ty.is_some_and(is_pointer) {
                    self.report(op, "the type of a variable is not a pointer");
                }
            }
            Mlir::AddressOf | Mlir::ReferenceOf => self.reference(op),
            Mlir::Module
            | Mlir::SpecConstant
            | Mlir::SpecConstantComposite
            | Mlir::SpecConstantOperation
            | Mlir::Merge
            | Mlir::ExtInst
            | Mlir::VendorInst => {}
        }
    }

    /// The op that another one refers to by name.
    fn named(&self, op: OpId) -> Option<OpId> {
        facts::symbol_of(self.module, op, attrs::SYMBOL).and_then(|name| self.symbols.get(&name).copied())
    }

    fn reference(&mut self, op: OpId) {
        let module = self.module;
        let target = self.named(op);
        let declared = target.and_then(|target| facts::type_of(module, target, attrs::TYPE));
        let found = module[op].results.first().map(|value| module.type_of(*value));
        if declared != found {
            self.report(op, "result type does not match the referenced symbol");
        }
    }

    fn func(&mut self, op: OpId) {
        let module = self.module;
        let ty = facts::type_of(module, op, attrs::TYPE).map(|ty| &module.ctx[ty]);
        let Some(Type::Function { params, result }) = ty else {
            return self.report(op, "the type is not a function type");
        };
        let entry = module[op].regions.first().and_then(|region| module[*region].blocks.first());
        if let Some(entry) = entry {
            let args: Vec<TypeId> = module[*entry].args.iter().map(|arg| module.type_of(*arg)).collect();
            if args[..] != params[..] {
                self.report(op, "parameters do not match the function type");
            }
        }
        self.returned = Some(*result).filter(|ty| module.ctx[*ty] != Type::None);
    }

    /// A returned value has the function's result type.
    fn returns(&mut self, op: OpId, value: Option<TypeId>) {
        if value != self.returned {
            self.report(op, "return value does not match the function's result type");
        }
    }

    fn construct(&mut self, op: OpId, is_loop: bool) {
        let module = self.module;
        let blocks = module[op].regions.first().map_or(&[][..], |region| &module[*region].blocks);
        let least = if is_loop { 4 } else { 2 };
        if blocks.len() < least {
            return self.report(op, format!("the region has fewer than {least} blocks"));
        }
        let merge = blocks[blocks.len() - 1];
        let ends: Vec<BlockId> = blocks.iter().copied().filter(|block| self.ends_construct(*block)).collect();
        if ends != [merge] || module[merge].ops.len() != 1 {
            return self.report(op, "only the last block must contain a single 'spirv.mlir.merge'");
        }
        let yielded = &module[module[merge].ops[0]].operands;
        let types = |values: &[ValueId]| values.iter().map(|value| module.type_of(*value)).collect::<Vec<_>>();
        if types(yielded) != types(&module[op].results) {
            self.report(op, "result types do not match the merged values");
        }
        if is_loop {
            let (header, cont) = (blocks[1], blocks[blocks.len() - 2]);
            let backs: Vec<BlockId> = blocks
                .iter()
                .copied()
                .filter(|block| walk::successors(module, *block).any(|to| to == header))
                .collect();
            if backs != [blocks[0], cont] || !walk::successors(module, blocks[0]).eq([header]) {
                self.report(op, "predecessors of the header must be the first and the next to last block");
            }
        }
    }

    fn ends_construct(&self, block: BlockId) -> bool {
        let terminator = self.module.terminator(block);
        terminator.is_some_and(|op| ops::code(self.module, op) == Some(OpCode::Mlir(Mlir::Merge)))
    }

    fn core(&mut self, op: OpId, core: Op) {
        let module = self.module;
        let operand = |index: usize| module[op].operands.get(index).map(|value| module.type_of(*value));
        let pointee = |ty: Option<TypeId>| ty.and_then(|ty| facts::pointer(module, ty)).map(|(pointee, _)| pointee);
        let result = module[op].results.first().map(|value| module.type_of(*value));
        match core {
            Op::Load | Op::Store if operand(0).is_some_and(|ty| facts::untyped_pointer(module, ty).is_some()) => {}
            Op::Load if !self.same_pointee(pointee(operand(0)), result) => {
                self.report(op, "result type does not match the pointee type");
            }
            Op::Store if !self.same_pointee(pointee(operand(0)), operand(1)) => {
                self.report(op, "value type does not match the pointee type");
            }
            Op::Variable if pointee(result).is_none() => {
                self.report(op, "the result of a variable is not a pointer");
            }
            Op::BranchConditional => {
                let is_bool = operand(0).is_some_and(|ty| matches!(module.ctx[ty], Type::Int { width: 1, .. }));
                if !is_bool {
                    self.report(op, "the condition is not a boolean");
                }
            }
            Op::Switch => {
                let cases = facts::array_of(module, op, attrs::CASES).len();
                let is_int = operand(0).is_some_and(|ty| matches!(module.ctx[ty], Type::Int { .. }));
                if !is_int || cases + 1 != module[op].successors.len() {
                    self.report(op, "switch requires an integer and one target per case");
                }
            }
            Op::FunctionCall => self.call(op),
            Op::Return => self.returns(op, None),
            Op::ReturnValue => self.returns(op, operand(0)),
            _ => {}
        }
    }

    /// Equal types, or a pointer into a struct that refers to itself by name.
    fn same_pointee(&self, a: Option<TypeId>, b: Option<TypeId>) -> bool {
        let (Some(a), Some(b)) = (a, b) else { return false };
        a == b || facts::pointer(self.module, a).is_some() && facts::pointer(self.module, b).is_some()
    }

    fn call(&mut self, op: OpId) {
        let module = self.module;
        let callee = self.named(op);
        let ty = callee.and_then(|callee| facts::type_of(module, callee, attrs::TYPE)).map(|ty| &module.ctx[ty]);
        let Some(Type::Function { params, result }) = ty else {
            return self.report(op, "callee is not a function");
        };
        let args: Vec<TypeId> = module[op].operands.iter().map(|value| module.type_of(*value)).collect();
        let found = module[op].results.first().map(|value| module.type_of(*value));
        let wanted = Some(*result).filter(|ty| module.ctx[*ty] != Type::None);
        if args[..] != params[..] || found != wanted {
            self.report(op, "arguments or result do not match the function");
        }
    }
}
