//! Calls: of functions of the module, of SPIR-V instructions by their mangled names, and of library functions.

use super::attachments;
use super::booleans::{EACH, ONE, TAKES_TRUTH};
use super::function::Body;
use super::output::{Global, Shape, Target};
use crate::demangle::demangle;
use crate::error::{Result, refuse};
use crate::mangle::Param;
use crate::tables::FORMS;
use base::ids::Map;
use dialect::ir::{Attr, AttrId, OpId, Type, TypeId, ValueId};
use dialect::llvm::ops;
use dialect::spirv::operands::Arg;
use dialect::spirv::ops::{self as spirv_ops, Code};
use dialect::spirv::{attrs, facts};
use spirv::{Decoration, FPRoundingMode, Op, OpenclStd100Op as CLOp};
use std::sync::LazyLock;

/// The core instructions by name.
static CORE: LazyLock<Map<String, Op>> = LazyLock::new(|| {
    let core = spirv_ops::rows().filter_map(|row| row.code.core());
    core.map(|op| (format!("{op:?}"), op)).collect()
});

/// Instructions that ask what a pointer is: they take it as it is, since what it was made of would tell too much.
const AS_IT_IS: &[Op] = &[Op::GenericPtrMemSemantics, Op::GenericCastToPtrExplicit];

/// The functions of OpenCL by name.
static EXTENDED: LazyLock<Map<String, CLOp>> = LazyLock::new(|| {
    let number = |code: Code| match code {
        Code::Cl(number) => CLOp::from_u32(number),
        Code::Core(_) | Code::Gl(_) | Code::Mlir(_) => None,
    };
    let all = spirv_ops::rows().filter_map(|row| number(row.code));
    all.map(|op| (format!("{op:?}"), op)).collect()
});

/// The function of OpenCL with this name.
pub(super) fn extended_named(name: &str) -> Option<CLOp> {
    EXTENDED.get(name).copied()
}

/// The names of the functions of OpenCL that are instructions of its set.
pub(super) fn extended_names() -> impl Iterator<Item = String> {
    EXTENDED.keys().cloned()
}

/// The result of a call, if it has one; nothing where the callee is not known to this table.
pub(super) type Made = Option<Option<ValueId>>;

/// A call of a function without a body.
pub(super) struct Call<'c> {
    /// The name, without what mangling adds.
    pub(super) name: &'c str,
    /// The types of the arguments, as the name shows them.
    pub(super) params: Vec<Param>,
    /// The arguments.
    pub(super) args: &'c [ValueId],
    /// The type of the result.
    pub(super) ty: TypeId,
    /// The metadata operands, as text: rounding and exception modes of constrained intrinsics.
    pub(super) said: Vec<&'c str>,
}

impl Call<'_> {
    /// Checks that an argument is an unsigned integer.
    pub(super) fn is_unsigned(&self, at: usize) -> bool {
        matches!(
            self.params.get(at),
            Some(Param::Scalar("h" | "t" | "j" | "m" | "y") | Param::Vector(_, "h" | "t" | "j" | "m" | "y"))
        )
    }

    /// Checks that an argument is floating-point.
    pub(super) fn is_float(&self, at: usize) -> bool {
        let letters = match self.params.get(at) {
            Some(Param::Scalar(letters) | Param::Vector(_, letters)) => letters,
            _ => return false,
        };
        matches!(*letters, "Dh" | "DF16b" | "f" | "d")
    }
}

impl<'m> Body<'_, 'm> {
    /// A call, and its result if it has one.
    pub(super) fn call(&mut self, op: OpId) -> Result<Option<ValueId>> {
        let module = self.import.module;
        let symbol = facts::symbol_of(module, op, ops::SYMBOL);
        let callee = symbol.and_then(|symbol| Some((symbol, self.import.functions.get(&symbol)?.clone())));
        let Some((symbol, callee)) = callee else { return refuse("call of an unknown function") };
        let (text, args) = (module.ctx.str(symbol), module[op].operands.as_slice());
        let ty = self.result_type(op)?;
        if let Some(name) = callee.name {
            if callee.is_kernel {
                return refuse(format!("'{text}' is a kernel; SPIR-V does not allow calls of kernels"));
            }
            let operands = self.all(args)?;
            return Ok(self.invoke(name, ty, &operands));
        }
        let unmangled = || (text, Vec::new());
        let (name, params) = demangle(text).unwrap_or_else(unmangled);
        let said = facts::array_of(module, op, ops::SAID).iter();
        let said = said.filter_map(|text| attachments::text(module, *text)).collect();
        let call = Call { name, params, args, ty, said };
        let made = match (name.strip_prefix("__spirv_"), text.strip_prefix("llvm.")) {
            (Some(name), _) => self.instruction(&call, name)?,
            (None, Some(name)) => self.intrinsic(&call, name)?,
            (None, None) => self.opencl(&call)?,
        };
        // Names that belong to compilers are not functions of another module.
        let is_reserved =
            [text, call.name, text.trim_start_matches(['_', 'Z']).trim_start_matches(|c: char| c.is_ascii_digit())]
                .iter()
                .any(|name| name.starts_with("__") || name.starts_with("llvm."));
        let made = match made {
            None => self.cast_by_name(&call, name)?,
            made => made,
        };
        // Names of C++ that OpenCL C does not have are misspelt more often than they are another module's.
        let is_unknown = text.starts_with("_Z") && !self.import.takes_imports;
        match made {
            Some(made) => Ok(made),
            None if !is_reserved && is_unknown => refuse(Self::unknown(name)),
            None if !is_reserved => {
                let name = self.import.imported(&callee, symbol)?;
                let operands = self.all(args)?;
                Ok(self.invoke(name, ty, &operands))
            }
            None => refuse(format!("'{text}' is neither defined nor a SPIR-V or OpenCL function")),
        }
    }

    /// A call of the function at an address.
    pub(super) fn call_pointer(&mut self, operands: &[ValueId], op: OpId) -> Result<Option<ValueId>> {
        let Some((callee, args)) = operands.split_first() else { return refuse("a call has no callee") };
        let (callee, args, result) = (self.value(*callee)?, self.all(args)?, self.result_type(op)?);
        let params = args.iter().map(|arg| self.type_of(*arg)).collect();
        let function = self.import.out.ty(Type::Function { params, result });
        let operands: Vec<ValueId> = std::iter::once(self.leading_to(callee, function)).chain(args).collect();
        if result == self.import.out.void() {
            self.effect(Op::FunctionPointerCallINTEL, &operands);
            return Ok(None);
        }
        Ok(Some(self.make(Op::FunctionPointerCallINTEL, result, &operands)))
    }

    /// An argument: where the name shows what it leads to, a pointer that does.
    pub(super) fn arg(&mut self, call: &Call<'_>, at: usize) -> Result<ValueId> {
        let Some(value) = call.args.get(at).copied() else { return refuse("the call has too few arguments") };
        let param = call.params.get(at).filter(|param| matches!(param, Param::Pointer(..)));
        let shown = match param {
            Some(param) => self.import.shown(param)?,
            None => None,
        };
        let id = self.value(value)?;
        match (self.shape_of(id), shown.map(|shown| self.import.out.shape(shown))) {
            (Shape::Pointer(..), Some(Shape::Pointer(_, pointee))) => self.pointer(value, pointee),
            _ => self.data(value),
        }
    }

    /// All arguments.
    pub(super) fn args(&mut self, call: &Call<'_>) -> Result<Vec<ValueId>> {
        (0..call.args.len()).map(|at| self.arg(call, at)).collect()
    }

    /// An argument that is a number of the instruction.
    pub(super) fn known(&self, call: &Call<'_>, at: usize) -> Result<u32> {
        let number = call.args.get(at).and_then(|value| self.number(*value));
        match number {
            Some(number) => Ok(number as u32),
            None => refuse(format!("argument {at} of '{}' must be a constant", call.name)),
        }
    }

    fn instruction(&mut self, call: &Call<'_>, name: &str) -> Result<Made> {
        if let Some(builtin) = name.strip_prefix("BuiltIn") {
            return self.builtin(call, builtin).map(|made| Some(Some(made)));
        }
        if let Some(function) = name.strip_prefix("ocl_") {
            let function = function.split("__R").next().unwrap_or(function);
            let Some(function) = extended_named(function) else { return Ok(None) };
            return self.function(call, function).map(Some);
        }
        match name {
            "SpecConstant" => return self.spec_constant(call).map(|made| Some(Some(made))),
            "AbortKHR" => {
                let message = if call.args.is_empty() { self.u32(0) } else { self.arg(call, 0)? };
                let ty = self.type_of(message);
                self.about_type(Op::AbortKHR, ty, &[message], None);
                return Ok(Some(None));
            }
            "CooperativeMatrixLengthKHR" => {
                let matrix = self.arg(call, 0)?;
                let ty = self.type_of(matrix);
                return Ok(Some(self.about_type(Op::CooperativeMatrixLengthKHR, ty, &[], Some(call.ty))));
            }
            _ => {}
        }
        let mut parts = name.split('_');
        let Some(op) = parts.next().and_then(|name| CORE.get(name).copied()) else { return Ok(None) };
        self.core(call, op, parts.collect()).map(Some)
    }

    /// A function of OpenCL with the arguments of a call.
    pub(super) fn function(&mut self, call: &Call<'_>, function: CLOp) -> Result<Option<ValueId>> {
        let row = spirv_ops::by_cl(function as u32);
        let mut operands = Vec::new();
        for at in 0..call.args.len() {
            operands.push(match row.is_some_and(|row| row.is_number(at)) {
                true => Arg::Word(self.known(call, at)?),
                false => Arg::Value(self.arg(call, at)?),
            });
        }
        Ok(self.run(function, call.ty, &operands))
    }

    /// A core instruction with the arguments of a call, and what its name says besides.
    fn core(&mut self, call: &Call<'_>, op: Op, mut said: Vec<&str>) -> Result<Option<ValueId>> {
        let is_form = |word: &&str| FORMS.iter().any(|(known, forms)| *known == op && forms.contains(word));
        if let Some(made) = self.returned(call, op, &said)? {
            return Ok(made);
        }
        said.retain(|word| !is_form(word));
        let row = spirv_ops::by_opcode(op as u32);
        let mut operands = Vec::new();
        for at in 0..call.args.len() {
            if row.is_some_and(|row| row.is_number(at)) {
                operands.push(Arg::Word(self.known(call, at)?));
                continue;
            }
            let value = if AS_IT_IS.contains(&op) { self.data(call.args[at])? } else { self.arg(call, at)? };
            let is_truth = TAKES_TRUTH.iter().any(|(known, place)| *known == op && *place == at);
            operands.push(Arg::Value(if is_truth { self.truth_of(value) } else { value }));
        }
        let void = self.import.out.void();
        if call.ty == void {
            self.effect(op, &operands);
            return Ok(None);
        }
        if ONE.contains(&op) || EACH.contains(&op) {
            let first = operands.iter().find_map(|operand| match operand {
                Arg::Value(value) => Some(*value),
                Arg::Word(_) => None,
            });
            let Some(first) = first else { return refuse("the call has too few arguments") };
            let made = self.truth(op, first, &operands);
            return Ok(Some(self.as_number(made, call.ty, 1)));
        }
        let made = self.make(op, call.ty, &operands);
        self.said(made, &said)?;
        Ok(Some(made))
    }

    /// The saturation and rounding in the name of a conversion.
    pub(super) fn said(&mut self, made: ValueId, said: &[&str]) -> Result<()> {
        for word in said {
            let mode = match *word {
                "sat" => {
                    self.import.out.decorate(Target::Value(made), Decoration::SaturatedConversion, &[])?;
                    continue;
                }
                "rte" => FPRoundingMode::RTE,
                "rtz" => FPRoundingMode::RTZ,
                "rtp" => FPRoundingMode::RTP,
                "rtn" => FPRoundingMode::RTN,
                // The type of the result is that of the call.
                word if word.starts_with('R') => continue,
                word => return refuse(format!("unknown name suffix '_{word}'")),
            };
            self.import.out.decorate(Target::Value(made), Decoration::FPRoundingMode, &[mode as u32])?;
        }
        Ok(())
    }

    /// A builtin, or with an argument the component of one.
    fn builtin(&mut self, call: &Call<'_>, name: &str) -> Result<ValueId> {
        let Ok(builtin) = name.parse() else { return refuse(format!("unknown builtin '{name}'")) };
        match call.args {
            [] => {
                let variable = self.import.builtin(builtin, call.ty)?;
                Ok(self.read(variable, call.ty))
            }
            [index] => {
                let vector = self.import.out.vector(call.ty, 3);
                let variable = self.import.builtin(builtin, vector)?;
                let whole = self.read(variable, vector);
                self.component_of(whole, *index, call.ty)
            }
            _ => refuse("a builtin has one number at most"),
        }
    }

    /// The value of a builtin.
    pub(super) fn read(&mut self, variable: Global, ty: TypeId) -> ValueId {
        let address = self.global(variable);
        self.make(Op::Load, ty, &[address])
    }

    pub(super) fn component_of(&mut self, vector: ValueId, index: ValueId, ty: TypeId) -> Result<ValueId> {
        match self.number(index) {
            Some(index @ 0..3) => Ok(self.make(Op::CompositeExtract, ty, &[vector.into(), Arg::Word(index as u32)])),
            Some(_) => refuse("a builtin has three components"),
            None => {
                let index = self.data(index)?;
                Ok(self.make(Op::VectorExtractDynamic, ty, &[vector, index]))
            }
        }
    }

    /// A specialisation constant by its `SpecId`, with its default.
    fn spec_constant(&mut self, call: &Call<'_>) -> Result<ValueId> {
        let (number, value) = (self.known(call, 0)?, call.args.get(1).copied());
        if let Some(known) = self.import.spec_constants.get(&number).copied() {
            return Ok(self.global(known));
        }
        let default = match value {
            Some(value) => self.data(value)?,
            None => return refuse("a specialization constant has a default"),
        };
        let module = &self.import.out.module;
        let constant = module.defining_op(default).and_then(|op| module.attr(op, attrs::VALUE));
        let is_number =
            |attr: &AttrId| matches!(module.ctx[*attr], Attr::Int { .. } | Attr::Float { .. } | Attr::Bool(_));
        let Some(default) = constant.filter(is_number).filter(|_| module.type_of(default) == call.ty) else {
            return refuse("the default of a specialization constant is a number");
        };
        let made = self.import.out.spec_constant(number, default, call.ty)?;
        self.import.spec_constants.insert(number, made);
        Ok(self.global(made))
    }
}
