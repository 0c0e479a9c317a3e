//! Calls: of functions of the module, of SPIR-V instructions by their mangled names, and of library functions.

use super::booleans::{EACH, ONE, TAKES_TRUTH};
use super::function::Body;
use super::words::Shape;
use crate::demangle::demangle;
use crate::error::{Result, refuse};
use crate::mangle::Param;
use crate::tables::FORMS;
use base::ids::Map;
use dialect::ir::{OpId, ValueId};
use dialect::llvm::ops;
use dialect::spirv::facts;
use dialect::spirv::ops::{self as spirv_ops, Code};
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

/// The result of a call, if it has one; nothing where the callee is not known to this table.
pub(super) type Made = Option<Option<u32>>;

/// A call of a function without a body.
pub(super) struct Call<'c> {
    /// The name, without what mangling adds.
    pub(super) name: &'c str,
    /// The types of the arguments, as the name shows them.
    pub(super) params: Vec<Param>,
    /// The arguments.
    pub(super) args: &'c [ValueId],
    /// The type of the result.
    pub(super) ty: u32,
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
        matches!(self.params.get(at), Some(Param::Scalar("Dh" | "f" | "d") | Param::Vector(_, "Dh" | "f" | "d")))
    }
}

impl<'m> Body<'_, 'm> {
    /// A call, and its result if it has one.
    pub(super) fn call(&mut self, op: OpId) -> Result<Option<u32>> {
        let module = self.import.module;
        let symbol = facts::symbol_of(module, op, ops::SYMBOL);
        let callee = symbol.and_then(|symbol| Some((symbol, self.import.functions.get(&symbol)?.clone())));
        let Some((symbol, callee)) = callee else { return refuse("a call of nothing that is known") };
        let (text, args) = (module.ctx.str(symbol), module[op].operands.as_slice());
        let ty = self.result_type(op)?;
        let void = self.import.words.void();
        if let Some(id) = callee.id {
            if callee.is_kernel {
                return refuse(format!("'{text}' is a kernel, which SPIR-V lets nobody call"));
            }
            let operands: Vec<u32> = std::iter::once(id).chain(self.all(args)?).collect();
            self.calls.insert(id);
            let made = self.make(Op::FunctionCall, ty, &operands);
            return Ok((ty != void).then_some(made));
        }
        let unmangled = || (text, Vec::new());
        let (name, params) = demangle(text).unwrap_or_else(unmangled);
        let call = Call { name, params, args, ty };
        let made = match (name.strip_prefix("__spirv_"), text.strip_prefix("llvm.")) {
            (Some(name), _) => self.instruction(&call, name)?,
            (None, Some(name)) => self.intrinsic(&call, name)?,
            (None, None) => self.opencl(&call)?,
        };
        match made {
            Some(made) => Ok(made),
            None => refuse(format!("'{text}' has no body, and is no function that SPIR-V or OpenCL has")),
        }
    }

    /// An argument: where the name shows what it leads to, a pointer that does.
    pub(super) fn arg(&mut self, call: &Call<'_>, at: usize) -> Result<u32> {
        let Some(value) = call.args.get(at).copied() else { return refuse("the call has too few arguments") };
        let param = call.params.get(at).filter(|param| matches!(param, Param::Pointer(..)));
        let shown = match param {
            Some(param) => self.import.shown(param)?,
            None => None,
        };
        let id = self.id(value)?;
        match (self.shape_of(id), shown.map(|shown| self.import.words.shape(shown))) {
            (Shape::Pointer(..), Some(Shape::Pointer(_, pointee))) => self.pointer(value, pointee),
            _ => self.data(value),
        }
    }

    /// All arguments.
    pub(super) fn args(&mut self, call: &Call<'_>) -> Result<Vec<u32>> {
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
        if name == "SpecConstant" {
            return self.spec_constant(call).map(|made| Some(Some(made)));
        }
        let mut parts = name.split('_');
        let Some(op) = parts.next().and_then(|name| CORE.get(name).copied()) else { return Ok(None) };
        self.core(call, op, parts.collect()).map(Some)
    }

    /// A function of OpenCL with the arguments of a call.
    pub(super) fn function(&mut self, call: &Call<'_>, function: CLOp) -> Result<Option<u32>> {
        let row = spirv_ops::by_cl(function as u32);
        let mut operands = Vec::new();
        for at in 0..call.args.len() {
            operands.push(match row.is_some_and(|row| row.is_number(at)) {
                true => self.known(call, at)?,
                false => self.arg(call, at)?,
            });
        }
        let made = self.extended(function, call.ty, &operands);
        Ok((call.ty != self.import.words.void()).then_some(made))
    }

    /// A core instruction with the arguments of a call, and what its name says besides.
    fn core(&mut self, call: &Call<'_>, op: Op, mut said: Vec<&str>) -> Result<Option<u32>> {
        let is_form = |word: &&str| FORMS.iter().any(|(known, forms)| *known == op && forms.contains(word));
        said.retain(|word| !is_form(word));
        let row = spirv_ops::by_opcode(op as u32);
        let mut operands = Vec::new();
        for at in 0..call.args.len() {
            let id = match row.is_some_and(|row| row.is_number(at)) {
                true => self.known(call, at)?,
                false if AS_IT_IS.contains(&op) => self.data(call.args[at])?,
                false => self.arg(call, at)?,
            };
            let is_truth = TAKES_TRUTH.iter().any(|(known, place)| *known == op && *place == at);
            operands.push(if is_truth { self.truth_of(id) } else { id });
        }
        let void = self.import.words.void();
        if call.ty == void {
            self.effect(op, &operands);
            return Ok(None);
        }
        if ONE.contains(&op) || EACH.contains(&op) {
            let first = operands.first().copied().unwrap_or(0);
            let made = self.truth(op, first, &operands);
            return Ok(Some(self.as_number(made, call.ty, 1)));
        }
        let made = self.make(op, call.ty, &operands);
        self.said(made, &said)?;
        Ok(Some(made))
    }

    /// The saturation and rounding in the name of a conversion.
    pub(super) fn said(&mut self, made: u32, said: &[&str]) -> Result<()> {
        for word in said {
            let mode = match *word {
                "sat" => {
                    self.import.words.decorate(made, Decoration::SaturatedConversion, &[]);
                    continue;
                }
                "rte" => FPRoundingMode::RTE,
                "rtz" => FPRoundingMode::RTZ,
                "rtp" => FPRoundingMode::RTP,
                "rtn" => FPRoundingMode::RTN,
                // The type of the result is that of the call.
                word if word.starts_with('R') => continue,
                word => return refuse(format!("nothing is known of '_{word}' at the end of a name")),
            };
            self.import.words.decorate(made, Decoration::FPRoundingMode, &[mode as u32]);
        }
        Ok(())
    }

    /// A builtin, or with an argument the component of one.
    fn builtin(&mut self, call: &Call<'_>, name: &str) -> Result<u32> {
        let Ok(builtin) = name.parse() else { return refuse(format!("there is no builtin '{name}'")) };
        match call.args {
            [] => {
                let variable = self.import.builtin(builtin, call.ty);
                Ok(self.read(variable, call.ty))
            }
            [index] => {
                let vector = self.import.words.vector(call.ty, 3);
                let variable = self.import.builtin(builtin, vector);
                let whole = self.read(variable, vector);
                self.component_of(whole, *index, call.ty)
            }
            _ => refuse("a builtin has one number at most"),
        }
    }

    /// The value of a builtin.
    pub(super) fn read(&mut self, variable: u32, ty: u32) -> u32 {
        self.import.interface.insert(variable);
        self.make(Op::Load, ty, &[variable])
    }

    pub(super) fn component_of(&mut self, vector: u32, index: ValueId, ty: u32) -> Result<u32> {
        match self.number(index) {
            Some(index @ 0..3) => Ok(self.make(Op::CompositeExtract, ty, &[vector, index as u32])),
            Some(_) => refuse("a builtin has three components"),
            None => {
                let index = self.data(index)?;
                Ok(self.make(Op::VectorExtractDynamic, ty, &[vector, index]))
            }
        }
    }

    /// A specialisation constant by its `SpecId`, with its default.
    fn spec_constant(&mut self, call: &Call<'_>) -> Result<u32> {
        let (number, value) = (self.known(call, 0)?, call.args.get(1).copied());
        if let Some(known) = self.import.spec_constants.get(&u64::from(number)) {
            return Ok(*known);
        }
        let default = match value {
            Some(value) => self.data(value)?,
            None => return refuse("a specialisation constant has a default"),
        };
        let Some(bits) = self.import.words.bits_of(default) else {
            return refuse("the default of a specialisation constant is a number");
        };
        let made = match self.import.words.shape(call.ty) {
            Shape::Bool if bits == [1] => self.import.words.spec_constant(Op::SpecConstantTrue, call.ty, &[]),
            Shape::Bool => self.import.words.spec_constant(Op::SpecConstantFalse, call.ty, &[]),
            _ => self.import.words.spec_constant(Op::SpecConstant, call.ty, &bits),
        };
        self.import.words.decorate(made, Decoration::SpecId, &[number]);
        self.import.spec_constants.insert(u64::from(number), made);
        Ok(made)
    }
}
