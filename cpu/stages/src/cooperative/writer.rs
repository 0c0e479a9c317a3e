//! Functions of loops: their words, and the types, constants and variables that they need.
//!
//! It must not know cooperative matrices and vectors.

use super::formats::Format;
use crate::lines::Lines;
use crate::types::Types;
use crate::words::{self, Ids};
use dialect::spirv::access::Access;
use dialect::spirv::decode::Operand;
use dialect::spirv::index::Index;
use spirv::{BuiltIn, Decoration, FPEncoding, Op, StorageClass};

/// A scalar type: an integer, or a float.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Scalar {
    pub(super) id: u32,
    pub(super) is_float: bool,
    pub(super) width: u32,
    pub(super) is_signed: bool,
    /// The format of a float that is not one of IEEE 754; values are its bits, as an unsigned integer.
    pub(super) encoding: Option<Format>,
}

impl Scalar {
    /// The scalar type of an id.
    pub(super) fn of(index: &Index<'_>, id: u32) -> Option<Scalar> {
        let inst = index.def(id)?;
        let is_float = match inst.op {
            Op::TypeFloat => true,
            Op::TypeInt => false,
            _ => return None,
        };
        let encoding = match inst.operands.get(1) {
            Some(Operand::Enum(_, encoding, _)) if is_float => match FPEncoding::from_u32(*encoding)? {
                FPEncoding::BFloat16KHR => Some(Format::BFloat16),
                FPEncoding::Float8E4M3EXT => Some(Format::E4M3),
                FPEncoding::Float8E5M2EXT => Some(Format::E5M2),
                _ => return None,
            },
            _ => None,
        };
        let is_signed = !is_float && inst.literal(1) != 0;
        Some(Scalar { id, is_float, width: inst.literal(0), is_signed, encoding })
    }
}

/// The function that is being written.
struct Function {
    /// The id of the function.
    id: u32,
    /// The place of its variables among the words.
    start: usize,
    variables: Vec<u32>,
}

/// The functions as far as they are written.
pub(super) struct Writer {
    pub(super) ids: Ids,
    pub(super) types: Types,
    /// The words of complete functions, and of the one that is being written.
    pub(super) out: Vec<u32>,
    /// Decorations of new variables.
    pub(super) decorations: Vec<u32>,
    /// The new variables of the interface.
    pub(super) variables: Vec<u32>,
    /// The line of the source that the function comes from.
    pub(super) lines: Lines,
    /// The import of the functions of GLSL, with true if it is new.
    glsl: Option<(u32, bool)>,
    builtins: Vec<(BuiltIn, u32)>,
    function: Option<Function>,
}

impl Writer {
    pub(super) fn new(index: &Index<'_>) -> Self {
        let (ids, types) = (Ids::new(index.header.bound), Types::new(index));
        let glsl = crate::lines::glsl(index).map(|id| (id, false));
        let (out, decorations, variables) = (Vec::new(), Vec::new(), Vec::new());
        let of_builtin = index.all_decorations().iter().filter(|own| own.kind == Decoration::BuiltIn);
        let is_input = |id: u32| {
            let variable = index.def(id).filter(|inst| inst.op == Op::Variable);
            variable.is_some_and(|inst| inst.value(0) == StorageClass::Input as u32)
        };
        let builtins = of_builtin.filter(|own| is_input(own.target));
        let builtins = builtins.filter_map(|own| Some((BuiltIn::from_u32(own.number(0))?, own.target))).collect();
        let lines = Lines::new(index);
        Writer { ids, types, out, decorations, variables, lines, glsl, builtins, function: None }
    }

    /// The import of the functions of GLSL, if the module lacks it.
    pub(super) fn new_import(&self) -> Option<u32> {
        self.glsl.filter(|(_, is_new)| *is_new).map(|(id, _)| id)
    }

    /// Begins a function; returns the ids of its parameters.
    pub(super) fn begin(&mut self, result: u32, parameters: &[u32]) -> Vec<u32> {
        let ty = self.types.get(&mut self.ids, Op::TypeFunction, &[&[result], parameters].concat());
        let id = self.value(Op::Function, result, &[0, ty]);
        let parameters = parameters.iter().map(|ty| self.value(Op::FunctionParameter, *ty, &[])).collect();
        let first = self.ids.fresh();
        words::push(&mut self.out, Op::Label, &[first]);
        self.function = Some(Function { id, start: self.out.len(), variables: Vec::new() });
        self.lines.repeat(&mut self.out, &mut self.ids);
        parameters
    }

    /// Ends the function, with its result if it has one; returns its id.
    pub(super) fn end(&mut self, result: Option<u32>) -> u32 {
        match result {
            Some(result) => self.push(Op::ReturnValue, &[result]),
            None => self.push(Op::Return, &[]),
        }
        self.push(Op::FunctionEnd, &[]);
        let Some(function) = self.function.take() else { return 0 };
        self.out.splice(function.start..function.start, function.variables);
        function.id
    }

    pub(super) fn push(&mut self, op: Op, operands: &[u32]) {
        words::push(&mut self.out, op, operands);
    }

    pub(super) fn value(&mut self, op: Op, ty: u32, operands: &[u32]) -> u32 {
        words::value(&mut self.out, &mut self.ids, op, ty, operands)
    }

    /// A function of GLSL.
    pub(super) fn glsl(&mut self, function: u32, ty: u32, operands: &[u32]) -> u32 {
        let (set, _) = *self.glsl.get_or_insert_with(|| (self.ids.fresh(), true));
        self.value(Op::ExtInst, ty, &[&[set, function], operands].concat())
    }

    pub(super) fn uint(&mut self) -> u32 {
        self.types.uint(&mut self.ids)
    }

    pub(super) fn number(&mut self, value: u32) -> u32 {
        self.types.number(&mut self.ids, value)
    }

    /// A constant of a scalar type, as bits.
    pub(super) fn constant(&mut self, ty: Scalar, bits: u64) -> u32 {
        let words = [bits as u32, (bits >> 32) as u32];
        let count = if ty.width > 32 { 2 } else { 1 };
        self.types.constant(&mut self.ids, Op::Constant, ty.id, &words[..count])
    }

    /// The unsigned integer type of a width.
    pub(super) fn unsigned(&mut self, width: u32) -> Scalar {
        let id = self.types.int(&mut self.ids, width, false);
        Scalar { id, is_float: false, width, is_signed: false, encoding: None }
    }

    /// The float type of a width.
    pub(super) fn float(&mut self, width: u32) -> Scalar {
        let id = self.types.get(&mut self.ids, Op::TypeFloat, &[width]);
        Scalar { id, is_float: true, width, is_signed: false, encoding: None }
    }

    pub(super) fn array(&mut self, element: u32, count: u32) -> u32 {
        let count = self.number(count);
        self.types.get(&mut self.ids, Op::TypeArray, &[element, count])
    }

    pub(super) fn pointer(&mut self, class: StorageClass, ty: u32) -> u32 {
        self.types.pointer(&mut self.ids, class, ty)
    }

    /// A variable of the function.
    pub(super) fn variable(&mut self, ty: u32) -> u32 {
        let (pointer, null) = (self.pointer(StorageClass::Function, ty), self.null(ty));
        let id = self.ids.fresh();
        if let Some(function) = &mut self.function {
            let operands = [pointer, id, StorageClass::Function as u32, null];
            words::push(&mut function.variables, Op::Variable, &operands);
        }
        id
    }

    pub(super) fn null(&mut self, ty: u32) -> u32 {
        self.types.constant(&mut self.ids, Op::ConstantNull, ty, &[])
    }

    pub(super) fn load(&mut self, ty: u32, pointer: u32) -> u32 {
        self.value(Op::Load, ty, &[pointer])
    }

    pub(super) fn store(&mut self, pointer: u32, value: u32) {
        self.push(Op::Store, &[pointer, value]);
    }

    /// The pointer to an element of an array in a variable of the function.
    fn element(&mut self, ty: u32, variable: u32, at: u32) -> u32 {
        let pointer = self.pointer(StorageClass::Function, ty);
        self.value(Op::AccessChain, pointer, &[variable, at])
    }

    pub(super) fn get(&mut self, ty: u32, variable: u32, at: u32) -> u32 {
        let element = self.element(ty, variable, at);
        self.load(ty, element)
    }

    pub(super) fn set(&mut self, ty: u32, variable: u32, at: u32, value: u32) {
        let element = self.element(ty, variable, at);
        self.store(element, value);
    }

    /// An operation on unsigned integers of 32 bits.
    pub(super) fn of_uints(&mut self, op: Op, left: u32, right: u32) -> u32 {
        let uint = self.uint();
        self.value(op, uint, &[left, right])
    }

    /// The sum of a product and a number: `left * right + added`.
    pub(super) fn scaled(&mut self, left: u32, right: u32, added: u32) -> u32 {
        let product = self.of_uints(Op::IMul, left, right);
        self.of_uints(Op::IAdd, product, added)
    }

    pub(super) fn divided(&mut self, value: u32, by: u32) -> u32 {
        let by = self.number(by);
        self.of_uints(Op::UDiv, value, by)
    }

    pub(super) fn rest(&mut self, value: u32, by: u32) -> u32 {
        let by = self.number(by);
        self.of_uints(Op::UMod, value, by)
    }

    pub(super) fn times(&mut self, value: u32, by: u32) -> u32 {
        let by = self.number(by);
        self.of_uints(Op::IMul, value, by)
    }

    pub(super) fn compare(&mut self, op: Op, left: u32, right: u32) -> u32 {
        let bool = self.types.bool(&mut self.ids);
        self.value(op, bool, &[left, right])
    }

    /// The value of a built-in variable.
    pub(super) fn builtin(&mut self, builtin: BuiltIn) -> u32 {
        let uint = self.uint();
        let variable = match self.builtins.iter().find(|(own, _)| *own == builtin) {
            Some((_, variable)) => *variable,
            None => {
                let variable = self.types.variable(&mut self.ids, StorageClass::Input, uint);
                let decoration = [variable, Decoration::BuiltIn as u32, builtin as u32];
                words::push(&mut self.decorations, Op::Decorate, &decoration);
                self.builtins.push((builtin, variable));
                variable
            }
        };
        if !self.variables.contains(&variable) {
            self.variables.push(variable);
        }
        self.load(uint, variable)
    }

    fn label(&mut self, label: u32) {
        self.push(Op::Label, &[label]);
        self.lines.repeat(&mut self.out, &mut self.ids);
    }

    /// Runs code for each number below a count.
    pub(super) fn repeat(&mut self, count: u32, body: impl FnOnce(&mut Self, u32)) {
        let count = self.number(count);
        let zero = self.number(0);
        self.between(zero, count, body);
    }

    /// Runs code for each number from one to before another one.
    pub(super) fn between(&mut self, from: u32, to: u32, body: impl FnOnce(&mut Self, u32)) {
        let uint = self.uint();
        let counter = self.variable(uint);
        self.store(counter, from);
        let [header, check, inside, next, merge] = [(); 5].map(|()| self.ids.fresh());
        self.push(Op::Branch, &[header]);
        self.label(header);
        self.push(Op::LoopMerge, &[merge, next, 0]);
        self.push(Op::Branch, &[check]);
        self.label(check);
        let at = self.load(uint, counter);
        let is_inside = self.compare(Op::ULessThan, at, to);
        self.push(Op::BranchConditional, &[is_inside, inside, merge]);
        self.label(inside);
        body(self, at);
        self.push(Op::Branch, &[next]);
        self.label(next);
        let one = self.number(1);
        let following = self.of_uints(Op::IAdd, at, one);
        self.store(counter, following);
        self.push(Op::Branch, &[header]);
        self.label(merge);
    }

    /// Runs code until it returns a true condition.
    pub(super) fn until(&mut self, body: impl FnOnce(&mut Self) -> u32) {
        let [header, inside, next, merge] = [(); 4].map(|()| self.ids.fresh());
        self.push(Op::Branch, &[header]);
        self.label(header);
        self.push(Op::LoopMerge, &[merge, next, 0]);
        self.push(Op::Branch, &[inside]);
        self.label(inside);
        let ends = body(self);
        self.push(Op::BranchConditional, &[ends, merge, next]);
        self.label(next);
        self.push(Op::Branch, &[header]);
        self.label(merge);
    }

    /// Runs code under a condition.
    pub(super) fn when(&mut self, condition: u32, body: impl FnOnce(&mut Self)) {
        let [yes, merge] = [(); 2].map(|()| self.ids.fresh());
        self.push(Op::SelectionMerge, &[merge, 0]);
        self.push(Op::BranchConditional, &[condition, yes, merge]);
        self.label(yes);
        body(self);
        self.push(Op::Branch, &[merge]);
        self.label(merge);
    }
}
