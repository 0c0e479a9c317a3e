//! Bodies of functions: the state of importing one, and the methods that make its instructions.

use super::by_value;
use super::state::{Callee, Import};
use super::words::{Line, Shape};
use crate::error::{Error, Result, refuse};
use base::ids::Set;
use dialect::ir::{Attr, BlockId, LocId, OpId, ValueId};
use dialect::llvm::ops::{self, Opcode};
use dialect::spirv::facts;
use rustc_hash::FxHashMap;
use spirv::{Decoration, FunctionControl, FunctionParameterAttribute, Op, OpenclStd100Op as CLOp, StorageClass};

/// The state of importing a function.
pub(super) struct Body<'i, 'm> {
    pub(super) import: &'i mut Import<'m>,
    /// The ids of values.
    pub(super) ids: FxHashMap<ValueId, u32>,
    pub(super) labels: FxHashMap<BlockId, u32>,
    /// The ids under which a block hands addresses to blocks after it, by those that it takes for it.
    pub(super) handed: FxHashMap<(BlockId, BlockId, usize), u32>,
    /// The variables of the function, which stand at its start.
    variables: Vec<Line>,
    pub(super) code: Vec<Line>,
    /// The functions that are called.
    pub(super) calls: Set<u32>,
    result: u32,
    loc: Option<LocId>,
}

impl Import<'_> {
    /// A function with a body.
    pub(super) fn function(&mut self, op: OpId) -> Result<()> {
        let module = self.module;
        let Some(name) = facts::symbol_of(module, op, ops::SYM_NAME) else { return refuse("a function has no name") };
        let Some(callee) = self.functions.get(&name).cloned() else { return refuse("a function has no type") };
        let text = module.ctx.str(name).to_owned();
        self.body(&callee, &text).map_err(|error| error.within(&format!("function '{text}'")))
    }

    fn body(&mut self, callee: &Callee, name: &str) -> Result<()> {
        let id = callee.id.unwrap_or(0);
        let result = self.ty(callee.result)?;
        let params = self.params(callee)?;
        let signature: Vec<u32> = std::iter::once(result).chain(params.iter().copied()).collect();
        let ty = self.words.other(Op::TypeFunction, &signature);
        let control = self.control(callee.op);
        let mut lines = vec![(Op::Function, vec![result, id, control, ty])];
        let region = self.module[callee.op].regions[0];
        let entry = self.module[region].blocks[0];
        let mut ids = FxHashMap::default();
        for (value, ty) in self.module[entry].args.iter().zip(&params) {
            let param = self.words.fresh();
            self.words.set_type(param, *ty);
            if let Some(name) = self.module[*value].name {
                self.words.name(param, self.module.ctx.str(name));
            }
            lines.push((Op::FunctionParameter, vec![*ty, param]));
            ids.insert(*value, param);
        }
        let params: Vec<u32> = self.module[entry].args.iter().map(|value| ids[value]).collect();
        self.param_decorations(callee.op, &params)?;
        let copies = by_value::types_of(self.module, callee.op);
        for (_, param) in params.iter().enumerate().filter(|(at, _)| callee.is_kernel && copies.contains_key(at)) {
            let attribute = FunctionParameterAttribute::ByVal as u32;
            self.words.decorate(*param, Decoration::FuncParamAttr, &[attribute]);
        }
        self.interface.clear();
        let mut body = Body {
            import: self,
            ids,
            labels: FxHashMap::default(),
            handed: FxHashMap::default(),
            variables: Vec::new(),
            code: Vec::new(),
            calls: Set::default(),
            result,
            loc: None,
        };
        body.blocks(region)?;
        let Body { variables, mut code, calls, .. } = body;
        // Variables stand after the first label.
        code.splice(1..1, variables);
        lines.extend(code);
        lines.push((Op::FunctionEnd, Vec::new()));
        self.words.functions.extend(lines);
        self.words.name(id, name);
        let reads = std::mem::take(&mut self.interface);
        self.uses.insert(id, (reads, calls));
        Ok(())
    }

    /// The types of parameters. A kernel's own copy of an argument is what a pointer leads to.
    fn params(&mut self, callee: &Callee) -> Result<Vec<u32>> {
        let copies = by_value::types_of(self.module, callee.op);
        let params = callee.params.iter().enumerate().map(|(at, param)| match copies.get(&at) {
            Some(copy) if callee.is_kernel => {
                let copy = self.ty(*copy)?;
                Ok(self.words.pointer(StorageClass::Function, copy))
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

    /// The id of a value, pointers with any pointee.
    pub(super) fn id(&mut self, value: ValueId) -> Result<u32> {
        if let Some(known) = self.ids.get(&value) {
            return Ok(*known);
        }
        let module = self.import.module;
        let ty = module.type_of(value);
        let Some(op) = module.defining_op(value) else { return refuse("a value is not defined") };
        let Some(row) = ops::row(module, op) else { return refuse("a value is no value of LLVM IR") };
        let id = match row.op {
            Opcode::Constant => {
                let Some(attr) = module.attr(op, ops::VALUE) else { return refuse("a constant has no value") };
                self.import.constant(attr, ty)?
            }
            Opcode::Undef | Opcode::Poison => {
                let ty = self.import.ty(ty)?;
                self.import.words.constant(Op::Undef, ty, &[])
            }
            Opcode::Zero => {
                let ty = self.import.ty(ty)?;
                self.import.words.constant(Op::ConstantNull, ty, &[])
            }
            Opcode::AddressOf => self.address(op)?,
            _ => return refuse("a value is used before it is defined"),
        };
        self.ids.insert(value, id);
        Ok(id)
    }

    fn address(&mut self, op: OpId) -> Result<u32> {
        let module = self.import.module;
        let name = facts::symbol_of(module, op, ops::SYMBOL);
        let variable = name.and_then(|name| self.import.variables.get(&name).copied());
        let Some(variable) = variable else { return refuse("the address of a function has no form here") };
        let builtin = self.import.builtins.iter().find(|(_, id)| **id == variable).map(|(builtin, _)| *builtin);
        if builtin.is_some() {
            self.import.interface.insert(variable);
        }
        Ok(variable)
    }

    /// The id of a value, pointers as pointers to bytes.
    pub(super) fn data(&mut self, value: ValueId) -> Result<u32> {
        let id = self.id(value)?;
        match self.shape_of(id) {
            Shape::Pointer(StorageClass::Input, _) => refuse("the address of a builtin is only read through"),
            Shape::Pointer(..) => {
                let byte = self.import.words.int(8);
                Ok(self.leading_to(id, byte))
            }
            _ => Ok(id),
        }
    }

    /// The ids of several values, pointers as pointers to bytes.
    pub(super) fn all(&mut self, values: &[ValueId]) -> Result<Vec<u32>> {
        values.iter().map(|value| self.data(*value)).collect()
    }

    /// A pointer to a value of this type.
    pub(super) fn leading_to(&mut self, pointer: u32, pointee: u32) -> u32 {
        match self.shape_of(pointer) {
            Shape::Pointer(_, own) if own == pointee => pointer,
            Shape::Pointer(class, _) => {
                let ty = self.import.words.pointer(class, pointee);
                self.make(Op::Bitcast, ty, &[pointer])
            }
            _ => pointer,
        }
    }

    /// The shape of the type of a value.
    pub(super) fn shape_of(&self, id: u32) -> Shape {
        self.import.words.shape_of(id)
    }

    /// The type of a value.
    pub(super) fn type_of(&self, id: u32) -> u32 {
        self.import.words.type_of(id)
    }

    /// The type of an op's result.
    pub(super) fn result_type(&mut self, op: OpId) -> Result<u32> {
        match self.import.module[op].results.first() {
            Some(value) => self.import.ty(self.import.module.type_of(*value)),
            None => Ok(self.import.words.void()),
        }
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

    /// An instruction without a result.
    pub(super) fn effect(&mut self, op: Op, operands: &[u32]) {
        self.code.push((op, operands.to_vec()));
    }

    /// An instruction with a result.
    pub(super) fn make(&mut self, op: Op, ty: u32, operands: &[u32]) -> u32 {
        let id = self.import.words.fresh();
        self.make_as(id, op, ty, operands)
    }

    /// An instruction whose result has this id.
    pub(super) fn make_as(&mut self, id: u32, op: Op, ty: u32, operands: &[u32]) -> u32 {
        self.import.words.set_type(id, ty);
        let line = [ty, id].iter().chain(operands).copied().collect();
        self.code.push((op, line));
        id
    }

    /// A function of OpenCL.
    pub(super) fn extended(&mut self, function: CLOp, ty: u32, operands: &[u32]) -> u32 {
        let id = self.import.words.fresh();
        self.import.words.set_type(id, ty);
        let line = self.import.words.extended_line(ty, id, function, operands);
        self.code.push(line);
        id
    }

    /// A variable of the function.
    pub(super) fn variable(&mut self, pointee: u32) -> u32 {
        let pointer = self.import.words.pointer(StorageClass::Function, pointee);
        let id = self.import.words.fresh();
        self.import.words.set_type(id, pointer);
        self.variables.push((Op::Variable, vec![pointer, id, StorageClass::Function as u32]));
        id
    }

    /// A value is the result of an op.
    pub(super) fn define(&mut self, op: OpId, id: u32) {
        let Some(result) = self.import.module[op].results.first().copied() else { return };
        self.ids.insert(result, id);
    }

    /// The result type of the function.
    pub(super) fn returns(&self) -> u32 {
        self.result
    }

    /// Sets the line of the instructions that follow.
    pub(super) fn stand_at(&mut self, loc: Option<LocId>) {
        if loc == std::mem::replace(&mut self.loc, loc) {
            return;
        }
        let Some(loc) = loc else { return self.effect(Op::NoLine, &[]) };
        let loc = self.import.module.ctx.loc_of(loc);
        let file = self.import.words.string(self.import.module.ctx.str(loc.file));
        self.effect(Op::Line, &[file, loc.line, loc.column]);
    }

    /// A block begins: no place holds any more.
    pub(super) fn begin_block(&mut self) {
        self.loc = None;
    }

    /// An error at an instruction of the function.
    pub(super) fn at(&self, error: Error, number: usize, op: OpId) -> Error {
        let name = ops::row(self.import.module, op).map_or("", |row| row.ir_name);
        let error = error.within(&format!("instruction {number} ('{name}')"));
        error.at_line(self.import.module, op)
    }
}
