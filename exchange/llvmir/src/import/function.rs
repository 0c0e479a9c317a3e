//! Bodies of functions: the state of importing one, and the methods that make its instructions.

use super::by_value;
use super::output::{Global, Shape, Target};
use super::sizes;
use super::state::{Callee, Import, Uses};
use super::types::class_of;
use crate::error::{Error, Result, refuse};
use base::intern::Symbol;
use dialect::ir::{Attr, BlockId, Builder, Loc, LocId, Module, OpId, OpInfo, Successor, Type, TypeId, ValueId};
use dialect::llvm::ops::{self, Opcode};
use dialect::llvm::types;
use dialect::spirv::operands::{self, Arg};
use dialect::spirv::ops::{self as spirv_ops, Mlir};
use dialect::spirv::{attrs, facts};
use rustc_hash::FxHashMap;
use spirv::{Decoration, FunctionControl, FunctionParameterAttribute, Op, OpenclStd100Op as CLOp, StorageClass};

/// The state of importing a function.
pub(super) struct Body<'i, 'm> {
    pub(super) import: &'i mut Import<'m>,
    /// The values that those of the module have become.
    pub(super) values: FxHashMap<ValueId, ValueId>,
    /// The blocks that those of the module have become.
    pub(super) blocks: FxHashMap<BlockId, BlockId>,
    /// The block that grows.
    pub(super) block: BlockId,
    /// Constants and addresses of variables of the module, which are at the start of the function.
    prologue: Vec<OpId>,
    globals: FxHashMap<Global, ValueId>,
    /// The variables of the function, which stand after them.
    variables: Vec<OpId>,
    pub(super) uses: Uses,
    /// The location of the instructions that follow.
    loc: Option<LocId>,
    /// The location of the instructions that follow, in the module that is imported.
    source: Option<LocId>,
    /// The first instruction that SPIR-V does not have with its operands.
    refused: Option<Error>,
    /// It has variables whose size is known at run time.
    pub(super) has_run_time_sizes: bool,
}

impl Import<'_> {
    /// A function with a body.
    pub(super) fn function(&mut self, op: OpId) -> Result<()> {
        let module = self.module;
        let Some(name) = facts::symbol_of(module, op, ops::SYM_NAME) else { return refuse("a function has no name") };
        let callee = self.functions.get(&name).cloned();
        let Some((own, callee)) = callee.and_then(|callee| Some((callee.name?, callee))) else {
            return refuse("a function has no type");
        };
        let text = module.ctx.str(name).to_owned();
        self.body(&callee, own, &text).map_err(|error| error.within(&format!("function '{text}'")))
    }

    fn body(&mut self, callee: &Callee, name: Symbol, text: &str) -> Result<()> {
        let result = self.ty(callee.result)?;
        let params = self.params(callee)?;
        let ty = self.out.ty(Type::Function { params: params.clone().into(), result });
        let control = self.control(callee.op);
        let function = self.out.function(name, text, ty, control);
        let region = self.out.module.add_region(function);
        let start = self.out.module.add_block(region);
        let source = self.module[callee.op].regions[0];
        let entry = self.module[source].blocks[0];
        let has_run_time_sizes = sizes::has_run_time_sizes(self.module, callee.op);
        let mut values = FxHashMap::default();
        for (value, ty) in self.module[entry].args.iter().zip(&params) {
            let param = self.out.module.add_arg(start, *ty);
            if let Some(name) = self.module[*value].name {
                let name = self.out.module.ctx.name(self.module.ctx.str(name));
                self.out.module[param].name = Some(name);
            }
            values.insert(*value, param);
        }
        self.decorate_params(callee, &self.out.module[start].args.clone())?;
        let mut body = Body {
            import: self,
            values,
            blocks: [(entry, start)].into_iter().collect(),
            block: start,
            prologue: Vec::new(),
            globals: FxHashMap::default(),
            variables: Vec::new(),
            uses: Uses::default(),
            loc: None,
            source: None,
            refused: None,
            has_run_time_sizes,
        };
        body.all_blocks(source, region)?;
        let uses = body.close(start);
        self.out.place_name(name);
        self.uses.insert(name, uses);
        Ok(())
    }

    /// A function without a body that is called: one of another module. Returns its name in the new module.
    pub(super) fn imported(&mut self, callee: &Callee, symbol: Symbol) -> Result<Symbol> {
        let result = self.ty(callee.result)?;
        let params = self.params(callee)?.into();
        let ty = self.out.ty(Type::Function { params, result });
        let text = self.module.ctx.str(symbol).to_owned();
        let (name, control) = (self.out.named(&text), self.control(callee.op));
        self.out.imported(name, &text, ty, control)?;
        if let Some(known) = self.functions.get_mut(&symbol) {
            known.name = Some(name);
        }
        Ok(name)
    }

    fn decorate_params(&mut self, callee: &Callee, params: &[ValueId]) -> Result<()> {
        self.param_decorations(callee.op, params)?;
        let copies = by_value::types_of(self.module, callee.op);
        for (_, param) in params.iter().enumerate().filter(|(at, _)| callee.is_kernel && copies.contains_key(at)) {
            let attribute = FunctionParameterAttribute::ByVal as u32;
            self.out.decorate(Target::Value(*param), Decoration::FuncParamAttr, &[attribute])?;
        }
        Ok(())
    }

    /// The types of parameters. A kernel's own copy of an argument is what a pointer leads to.
    fn params(&mut self, callee: &Callee) -> Result<Vec<TypeId>> {
        let copies = by_value::types_of(self.module, callee.op);
        let params = callee.params.iter().enumerate().map(|(at, param)| match copies.get(&at) {
            Some(copy) if callee.is_kernel => {
                let copy = self.ty(*copy)?;
                Ok(self.out.pointer(StorageClass::Function, copy))
            }
            _ => self.ty(*param),
        });
        params.collect()
    }

    fn control(&self, op: OpId) -> u32 {
        let told = |name: &str| {
            facts::array_of(self.module, op, ops::PASSTHROUGH)
                .iter()
                .any(|attr| matches!(&self.module.ctx[*attr], Attr::Str(text) if **text == *name))
        };
        let mut control = FunctionControl::NONE;
        if told("noinline") {
            control |= FunctionControl::DONT_INLINE;
        }
        if told("alwaysinline") {
            control |= FunctionControl::INLINE;
        }
        control.bits()
    }
}

impl<'m> Body<'_, 'm> {
    // Values.

    /// The value that one of the module has become, pointers with any pointee.
    pub(super) fn value(&mut self, value: ValueId) -> Result<ValueId> {
        if let Some(known) = self.values.get(&value) {
            return Ok(*known);
        }
        let module = self.import.module;
        let ty = module.type_of(value);
        let Some(op) = module.defining_op(value) else { return refuse("a value is not defined") };
        let Some(row) = ops::row(module, op) else { return refuse("a value is not a value of LLVM IR") };
        let global = match row.op {
            Opcode::Constant => {
                let Some(attr) = module.attr(op, ops::VALUE) else { return refuse("a constant has no value") };
                self.import.constant(attr, ty)?
            }
            Opcode::Undef | Opcode::Poison => {
                let ty = self.import.ty(ty)?;
                self.import.out.undef(ty)
            }
            Opcode::Zero => {
                let ty = self.import.ty(ty)?;
                self.import.out.null(ty)
            }
            Opcode::AddressOf => self.address(op)?,
            _ => return refuse("a value is used before it is defined"),
        };
        let made = self.global(global);
        self.values.insert(value, made);
        Ok(made)
    }

    fn address(&mut self, op: OpId) -> Result<Global> {
        let module = self.import.module;
        let name = facts::symbol_of(module, op, ops::SYMBOL);
        match name.and_then(|name| self.import.variables.get(&name).copied()) {
            Some(variable) => Ok(variable),
            None => self.function_address(op, name),
        }
    }

    /// The address of a function, which is a constant of a pointer to its type.
    fn function_address(&mut self, op: OpId, name: Option<Symbol>) -> Result<Global> {
        let module = self.import.module;
        let callee = name.and_then(|name| Some((name, self.import.functions.get(&name)?.clone())));
        let Some((symbol, callee)) = callee else { return refuse("the address of something unknown") };
        if callee.is_kernel {
            return refuse("the address of a kernel is not supported");
        }
        let own = match callee.name {
            Some(own) => own,
            None => self.import.imported(&callee, symbol)?,
        };
        let (params, result) = (self.import.params(&callee)?.into(), self.import.ty(callee.result)?);
        let function = self.import.out.ty(Type::Function { params, result });
        let space = types::space(&module.ctx, module.type_of(module[op].results[0])).unwrap_or(0);
        let ty = self.import.out.pointer(class_of(space)?, function);
        self.uses.calls.insert(own);
        Ok(Global::Variable(own, ty))
    }

    /// A declaration of the module as a value of the function.
    pub(super) fn global(&mut self, global: Global) -> ValueId {
        if let Some(known) = self.globals.get(&global) {
            return *known;
        }
        let module = &mut self.import.out.module;
        let (info, attr, ty) = match global {
            Global::Constant(attr, ty) => (spirv_ops::mlir(Mlir::Constant), Some((attrs::VALUE, attr)), ty),
            Global::Undef(ty) => (spirv_ops::core(Op::Undef), None, ty),
            Global::Variable(name, ty) => {
                (spirv_ops::mlir(Mlir::AddressOf), Some((attrs::SYMBOL, module.ctx.symbol_attr(name))), ty)
            }
            Global::SpecConstant(name, ty) => {
                (spirv_ops::mlir(Mlir::ReferenceOf), Some((attrs::SYMBOL, module.ctx.symbol_attr(name))), ty)
            }
        };
        let op = module.add_op(info);
        module[op].attrs.extend(attr);
        let value = module.add_result(op, ty);
        self.prologue.push(op);
        if let Global::Variable(name, _) = global
            && self.import.builtins.values().any(|builtin| *builtin == global)
        {
            self.uses.builtins.insert(name);
        }
        self.globals.insert(global, value);
        value
    }

    /// A number by its bits, as [`super::output::Output::number`] makes it.
    pub(super) fn constant(&mut self, ty: TypeId, bits: u64) -> ValueId {
        let number = self.import.out.number(ty, bits);
        self.global(number)
    }

    /// An `i32` constant.
    pub(super) fn u32(&mut self, value: u32) -> ValueId {
        let ty = self.import.out.int(32);
        self.constant(ty, u64::from(value))
    }

    /// The undefined value of a type.
    pub(super) fn undef(&mut self, ty: TypeId) -> ValueId {
        let undef = self.import.out.undef(ty);
        self.global(undef)
    }

    /// The zero of a type.
    pub(super) fn null(&mut self, ty: TypeId) -> ValueId {
        let null = self.import.out.null(ty);
        self.global(null)
    }

    /// A value, pointers as pointers to bytes.
    pub(super) fn data(&mut self, value: ValueId) -> Result<ValueId> {
        let id = self.value(value)?;
        match self.shape_of(id) {
            Shape::Pointer(StorageClass::Input, _) => refuse("the address of a builtin is only read through"),
            Shape::Pointer(..) => {
                let byte = self.import.out.int(8);
                Ok(self.leading_to(id, byte))
            }
            _ => Ok(id),
        }
    }

    /// Several values, pointers as pointers to bytes.
    pub(super) fn all(&mut self, values: &[ValueId]) -> Result<Vec<ValueId>> {
        values.iter().map(|value| self.data(*value)).collect()
    }

    /// A pointer to a value of this type.
    pub(super) fn leading_to(&mut self, pointer: ValueId, pointee: TypeId) -> ValueId {
        match self.shape_of(pointer) {
            Shape::Pointer(_, own) if own == pointee => pointer,
            Shape::Pointer(class, _) => {
                let ty = self.import.out.pointer(class, pointee);
                self.make(Op::Bitcast, ty, &[pointer])
            }
            _ => pointer,
        }
    }

    /// The shape of the type of a value.
    pub(super) fn shape_of(&self, id: ValueId) -> Shape {
        self.import.out.shape(self.type_of(id))
    }

    /// The type of a value.
    pub(super) fn type_of(&self, id: ValueId) -> TypeId {
        self.import.out.type_of(id)
    }

    /// The type of an op's result.
    pub(super) fn result_type(&mut self, op: OpId) -> Result<TypeId> {
        match self.import.module[op].results.first() {
            Some(value) => self.import.ty(self.import.module.type_of(*value)),
            None => Ok(self.import.out.void()),
        }
    }

    /// Checks for a number that is known.
    pub(super) fn is_known(&self, value: ValueId) -> bool {
        let row = self.import.module.defining_op(value).and_then(|op| ops::row(self.import.module, op));
        row.is_some_and(|row| matches!(row.op, Opcode::Constant | Opcode::Zero))
    }

    /// Checks for the zero of a type.
    pub(super) fn is_null(&self, value: ValueId) -> bool {
        let row = self.import.module.defining_op(value).and_then(|op| ops::row(self.import.module, op));
        row.is_some_and(|row| row.op == Opcode::Zero)
    }

    /// The number that a constant is.
    pub(super) fn number(&self, value: ValueId) -> Option<u64> {
        let module = self.import.module;
        let op = module.defining_op(value)?;
        match ops::row(module, op)?.op {
            Opcode::Constant => match module.ctx[module.attr(op, ops::VALUE)?] {
                Attr::Int { bits, .. } => Some(bits),
                _ => None,
            },
            _ => None,
        }
    }

    // Instructions.

    /// An op at the end of the block, with the operands of its instruction.
    fn add<A: Copy + Into<Arg>>(&mut self, info: &'static OpInfo, operands: &[A]) -> OpId {
        let operands: Vec<Arg> = operands.iter().map(|operand| (*operand).into()).collect();
        let module = &mut self.import.out.module;
        let op = Builder { module, block: self.block, loc: self.loc }.op(info, &[]);
        if let Err(error) = operands::set(&mut self.import.out.module, op, &operands) {
            self.refused.get_or_insert(error.into());
        }
        op
    }

    /// The result of an op; nothing where the type has no values.
    fn result(&mut self, op: OpId, ty: TypeId) -> Option<ValueId> {
        let module = &mut self.import.out.module;
        (module.ctx[ty] != Type::None).then(|| module.add_result(op, ty))
    }

    /// The result of an op that must have one.
    fn needed(&mut self, op: OpId, ty: TypeId) -> ValueId {
        self.result(op, ty).unwrap_or_else(|| {
            self.refused.get_or_insert(Error { place: None, message: "the result has no value".to_owned() });
            self.u32(0)
        })
    }

    /// The error of the instructions that were made since the last call, if there is one.
    pub(super) fn check(&mut self) -> Result<()> {
        self.refused.take().map_or(Ok(()), Err)
    }

    /// An instruction with a type among its operands.
    pub(super) fn about_type(
        &mut self,
        op: Op,
        of: TypeId,
        operands: &[ValueId],
        result: Option<TypeId>,
    ) -> Option<ValueId> {
        let module = &mut self.import.out.module;
        let op = Builder { module, block: self.block, loc: self.loc }.op(spirv_ops::core(op), operands);
        let of = self.import.out.module.ctx.attr(Attr::Type(of));
        self.import.out.module[op].set_attr(attrs::TYPE, of);
        result.and_then(|ty| self.result(op, ty))
    }

    /// The block has its end.
    pub(super) fn has_ended(&self) -> bool {
        self.import.out.module.terminator(self.block).is_some()
    }

    /// An instruction without a result.
    pub(super) fn effect<A: Copy + Into<Arg>>(&mut self, op: Op, operands: &[A]) {
        self.add(spirv_ops::core(op), operands);
    }

    /// An instruction with a result.
    pub(super) fn make<A: Copy + Into<Arg>>(&mut self, op: Op, ty: TypeId, operands: &[A]) -> ValueId {
        let op = self.add(spirv_ops::core(op), operands);
        self.needed(op, ty)
    }

    /// A function of OpenCL, which may have no result.
    pub(super) fn run<A: Copy + Into<Arg>>(&mut self, function: CLOp, ty: TypeId, operands: &[A]) -> Option<ValueId> {
        let op = self.call_opencl(function, operands);
        self.result(op, ty)
    }

    /// A function of OpenCL with a result.
    pub(super) fn extended<A: Copy + Into<Arg>>(&mut self, function: CLOp, ty: TypeId, operands: &[A]) -> ValueId {
        let op = self.call_opencl(function, operands);
        self.needed(op, ty)
    }

    fn call_opencl<A: Copy + Into<Arg>>(&mut self, function: CLOp, operands: &[A]) -> OpId {
        let row = spirv_ops::by_cl(function as u32).expect("each function of OpenCL has a row");
        self.add(&row.info, operands)
    }

    /// A call of a function of the module.
    pub(super) fn invoke(&mut self, callee: Symbol, ty: TypeId, operands: &[ValueId]) -> Option<ValueId> {
        self.uses.calls.insert(callee);
        let module = &mut self.import.out.module;
        let callee = module.ctx.symbol_attr(callee);
        // The callee, which words have before the arguments, is not an operand of the op.
        let op = Builder { module, block: self.block, loc: self.loc }.op(spirv_ops::core(Op::FunctionCall), operands);
        self.import.out.module[op].set_attr(attrs::SYMBOL, callee);
        self.result(op, ty)
    }

    /// The end of the block.
    pub(super) fn terminator(&mut self, op: Op, operands: &[ValueId], successors: Vec<Successor>) -> OpId {
        let module = &mut self.import.out.module;
        Builder { module, block: self.block, loc: self.loc }.terminator(spirv_ops::core(op), operands, successors)
    }

    /// A variable of the function.
    pub(super) fn variable(&mut self, pointee: TypeId) -> ValueId {
        let pointer = self.import.out.pointer(StorageClass::Function, pointee);
        let module = &mut self.import.out.module;
        let op = module.add_op(spirv_ops::core(Op::Variable));
        self.variables.push(op);
        module.add_result(op, pointer)
    }

    /// The op that makes a value, if it is the last one of the block.
    pub(super) fn made_last(&self, value: ValueId) -> Option<OpId> {
        let module = &self.import.out.module;
        let last = module[self.block].ops.last().copied();
        last.filter(|last| module.defining_op(value) == Some(*last))
    }

    /// A value of the module is this one from now on.
    pub(super) fn define(&mut self, op: OpId, value: ValueId) {
        let Some(result) = self.import.module[op].results.first().copied() else { return };
        self.values.insert(result, value);
    }

    /// Puts what is at the start of the function there.
    fn close(self, start: BlockId) -> Uses {
        let module: &mut Module = &mut self.import.out.module;
        let all: Vec<OpId> = self.prologue.into_iter().chain(self.variables).collect();
        for op in &all {
            module[*op].block = Some(start);
        }
        module[start].ops.splice(0..0, all);
        self.uses
    }

    /// Sets the location of the instructions that follow.
    pub(super) fn stand_at(&mut self, loc: Option<LocId>) {
        if loc == std::mem::replace(&mut self.source, loc) {
            return;
        }
        let (module, out) = (self.import.module, &mut self.import.out);
        self.loc = loc.map(|loc| {
            let Loc { file, line, column, .. } = module.ctx.loc_of(loc);
            let file = module.ctx.str(file);
            out.text(file);
            let file = out.module.ctx.name(file);
            out.module.ctx.loc(Loc { file, line, column, scope: None, range: None })
        });
    }

    /// An error at an instruction of the function.
    pub(super) fn at(&self, error: Error, number: usize, op: OpId) -> Error {
        let name = ops::row(self.import.module, op).map_or("", |row| row.ir_name);
        let error = error.within(&format!("instruction {number} ('{name}')"));
        error.at_line(self.import.module, op)
    }
}
