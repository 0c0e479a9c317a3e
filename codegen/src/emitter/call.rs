//! Calls of functions of the source.

use crate::builder::grammar;
use crate::builder::num::Num;
use crate::diagnostics::OperandNumber;
use crate::emitter::places::place::{Place, Pointer, Value};
use crate::emitter::state::functions::Instance;
use crate::emitter::{Emitter, Repr};
use sema::hir::expr::{Arg, Category, Conversion, ExprId, ParamMode};
use sema::hir::ty::{MAX_SHORT_VECTOR, Object, Scalar, Type, TypeId};
use sema::hir::{ExtInstruction, Function, FunctionId};
use spirv::{Op, StorageClass, Word};

/// A temporary that is written back after the call.
struct CopyOut<'a> {
    expr: ExprId,
    /// The type of the temporary.
    ty: TypeId,
    /// The conversion on the way back.
    steps: &'a [(Conversion, TypeId)],
    place: Place,
    variable: Word,
}

fn is_long(num: Num) -> bool {
    num.is_vector() && num.columns > u32::from(MAX_SHORT_VECTOR)
}

/// Returns whether the memory that an instruction takes is an array: of a buffer of bytes, its words.
fn takes_words(opcode: u32) -> bool {
    matches!(
        Op::from_u32(opcode),
        Some(
            Op::CooperativeVectorMatrixMulNV
                | Op::CooperativeVectorMatrixMulAddNV
                | Op::CooperativeVectorOuterProductAccumulateNV
                | Op::CooperativeVectorReduceSumAccumulateNV
        )
    )
}

impl Emitter<'_> {
    fn is_byte_buffer(&self, ty: TypeId) -> bool {
        matches!(self.module.types[ty], Type::Object(Object::ByteAddressBuffer(_)))
    }

    /// A call; the result is an id without meaning when the function returns nothing.
    pub(crate) fn call(&mut self, function: FunctionId, object: Option<ExprId>, args: &[Arg]) -> Word {
        let callee = &self.module.functions[function];
        if let Some(instruction) = &callee.instruction {
            return self.ext_instruction(instruction, callee, args);
        }
        let mut operands = Vec::with_capacity(args.len() + 2);
        operands.push(0);
        let (mut copies, mut nodes) = (Vec::new(), Vec::new());
        operands.extend(object.map(|object| self.this_argument(object, callee.modifies_object, &mut copies)));
        let outputs = self.mesh_outputs(args);
        let is_output = |at: usize| outputs.get(at).is_some_and(Option::is_some);
        for (at, (arg, param)) in args.iter().zip(&callee.params).enumerate() {
            if is_output(at) {
                continue;
            }
            if self.node_of(arg.ty).is_some() {
                let object = self.object_place(arg.expr);
                operands.push(object.id);
                nodes.push(object);
                continue;
            }
            let name = self.text(callee.body.locals[param.local].name);
            operands.push(self.argument(arg, name, &mut copies));
        }
        self.pass_counters(function, object, args);
        let records = self.handed_records(callee, &nodes);
        operands[0] = self.function_id(&Instance { function, records, outputs });
        let ty = self.type_of(callee.ret);
        let result = self.spv.op(Op::FunctionCall, ty, &operands);
        self.relax_type(result, callee.ret);
        for copy in copies {
            self.copy_out(copy);
        }
        self.take_counters(function, object, args);
        result
    }

    /// The pointer to the object of a method. An object that memory holds in another way than functions compute with it
    /// is copied, and written back if the method modifies it.
    fn this_argument(&mut self, object: ExprId, is_modified: bool, copies: &mut Vec<CopyOut<'_>>) -> Word {
        let ty = self.expr_of(object).ty;
        if self.expr_of(object).category == Category::Value {
            let value = self.expr(object);
            return self.materialise(value, ty, None).id;
        }
        let place = self.place(object);
        let pointer = match place {
            Place::Memory(pointer) if !self.is_held_otherwise(pointer, ty) => pointer,
            Place::Memory(_)
            | Place::Bits(..)
            | Place::Components { .. }
            | Place::Elements { .. }
            | Place::Texel(_)
            | Place::Within { .. } => {
                let value = self.read(&place);
                let value = self.plain(value, ty);
                let variable = self.materialise(value, ty, None).id;
                if is_modified {
                    copies.push(CopyOut { expr: object, ty, steps: &[], place, variable });
                }
                return variable;
            }
        };
        if pointer.storage != StorageClass::Function || !self.is_variable(object) {
            self.legalisation.needed = true;
        }
        pointer.id
    }

    /// Returns whether an expression names a whole variable.
    fn is_variable(&self, id: ExprId) -> bool {
        matches!(self.expr_of(id).kind, sema::hir::expr::ExprKind::Local(_) | sema::hir::expr::ExprKind::Global(_))
    }

    /// The argument for a parameter: always a pointer.
    fn argument<'a>(&mut self, arg: &'a Arg, name: &str, copies: &mut Vec<CopyOut<'a>>) -> Word {
        let name = format!("param.var.{name}");
        if self.is_resource_type(arg.ty) {
            self.note_early_resource();
        }
        if matches!(self.module.types[arg.ty], Type::Object(Object::RayQuery(..))) {
            // A query has no value; functions work on the variable itself, and on an element once they are inlined.
            self.legalisation.needed |= !self.is_variable(self.named_object(arg.expr));
            return self.object_pointer(arg.expr);
        }
        if arg.mode == ParamMode::In {
            let value = self.expr_any_layout(arg.expr);
            let ty = self.type_of(arg.ty);
            let variable = self.spv.variable(&name, ty);
            self.relax_type(variable, arg.ty);
            let value = self.plain(value, arg.ty);
            self.spv.store_word(variable, value);
            return variable;
        }
        // A parameter that is a reference points to groupshared memory.
        self.legalisation.needed |= arg.mode == ParamMode::Reference;
        let place = self.place(arg.expr);
        match self.direct_pointer(arg, &place) {
            Some(pointer) => pointer,
            None => self.copy_in(arg, place, &name, copies),
        }
    }

    /// The variable of an object that cannot be copied.
    pub(crate) fn object_pointer(&mut self, id: ExprId) -> Word {
        let object = self.named_object(id);
        self.pointer(object).id
    }

    /// The expression that names an object, below its loads.
    fn named_object(&self, id: ExprId) -> ExprId {
        if let sema::hir::expr::ExprKind::Load(inner) = self.expr_of(id).kind { self.named_object(inner) } else { id }
    }

    /// The pointer itself, where the function can work on the place as it is.
    fn direct_pointer(&mut self, arg: &Arg, place: &Place) -> Option<Word> {
        let Place::Memory(pointer) = place else { return None };
        let is_same = arg.copy_in.is_empty() && arg.copy_out.is_empty() && pointer.ty == arg.ty;
        let in_function = pointer.storage == StorageClass::Function;
        let is_global_resource = !in_function && self.is_resource_type(arg.ty);
        let is_held_otherwise = self.is_held_otherwise(*pointer, arg.ty);
        let is_apart = arg.apart && !self.holds_resource(arg.ty) && !self.holds_query(arg.ty);
        if !is_same || is_global_resource || is_held_otherwise || is_apart {
            return None;
        }
        if !in_function || !self.is_variable(arg.expr) {
            self.legalisation.needed = true;
        }
        Some(pointer.id)
    }

    /// Returns whether the memory at a pointer holds the type in another way than values are.
    fn is_held_otherwise(&self, pointer: Pointer, ty: TypeId) -> bool {
        // The pass that splits long vectors keeps fewer components of them in groupshared memory than values have.
        let is_shared = pointer.storage == StorageClass::Workgroup;
        let in_buffers = |num: Num| num.elem == Scalar::Bool || is_long(num);
        match pointer.repr {
            Repr::Bits => true,
            Repr::Value => is_shared && self.holds_number(ty, is_long),
            Repr::Memory(_) => self.holds_number(ty, in_buffers),
        }
    }

    /// Returns whether a number of a kind is in a type.
    fn holds_number(&self, ty: TypeId, is_meant: impl Fn(Num) -> bool + Copy) -> bool {
        if let Some(num) = Num::of(self.module, ty) {
            return is_meant(num);
        }
        match self.module.types[ty] {
            Type::Array(element, _) => self.holds_number(element, is_meant),
            Type::Struct(id) => {
                self.module.structs[id].fields.iter().any(|field| self.holds_number(field.ty, is_meant))
            }
            Type::Error
            | Type::Void
            | Type::String
            | Type::Scalar(_)
            | Type::Vector(..)
            | Type::Matrix { .. }
            | Type::RuntimeArray(_)
            | Type::Enum(_)
            | Type::Object(_)
            | Type::BufferPointer(..)
            | Type::Spirv(_)
            | Type::Transient(_) => false,
        }
    }

    fn copy_in<'a>(&mut self, arg: &'a Arg, place: Place, name: &str, copies: &mut Vec<CopyOut<'a>>) -> Word {
        let ty = self.type_of(arg.ty);
        let variable = self.spv.variable(name, ty);
        self.relax_type(variable, arg.ty);
        let place_type = self.expr_of(arg.expr).ty;
        let value = self.read(&place);
        let value = self.plain(value, place_type);
        let value = self.convert_along(&arg.copy_in, value, place_type);
        self.spv.store_word(variable, value);
        if !self.is_resource_type(arg.ty) {
            copies.push(CopyOut { expr: arg.expr, ty: arg.ty, steps: &arg.copy_out, place, variable });
        }
        variable
    }

    fn copy_out(&mut self, copy: CopyOut<'_>) {
        let CopyOut { expr, ty, steps, place, variable } = copy;
        let word = self.type_of(ty);
        let value = self.spv.load_word(word, variable);
        let value = self.convert_along(steps, value, ty);
        let place = self.again(expr, place);
        let place_type = self.expr_of(expr).ty;
        self.write(&place, Value::plain(value), place_type);
    }

    /// The places that the `out` arguments of a builtin name, with what is needed to write them later.
    pub(crate) fn out_place(&mut self, arg: &Arg) -> Place {
        self.place(arg.expr)
    }

    /// Writes a number of some element type to an `out` argument of a builtin.
    pub(crate) fn write_arg(&mut self, arg: &Arg, place: &Place, value: Word, num: Num) {
        let target = self.num_of_type(arg.ty);
        let span = self.spv.function.span();
        let expr = self.expr_of(arg.expr);
        self.spv.at(self.own_place(expr));
        let value = self.numeric(value, num, target.elem);
        let value = self.convert_along(&arg.copy_out, value, arg.ty);
        self.write(place, Value::plain(value), expr.ty);
        self.spv.at(span);
    }

    /// `[[vk::ext_instruction]]`
    /// Reports a number of operands that no instruction of this name has.
    fn check_operand_count(&mut self, instruction: &ExtInstruction, found: usize) {
        let count = match instruction.set.as_deref() {
            None => isa::operand_count(instruction.opcode),
            Some("GLSL.std.450") => isa::operand_count_of_gl(instruction.opcode),
            Some(_) => None,
        };
        let Some(isa::OperandCount { name, words }) = count.filter(|count| !count.words.contains(&found)) else {
            return;
        };
        let expected = match (*words.start(), *words.end()) {
            (1, 1) => "one operand".to_owned(),
            (least, most) if least == most => format!("{least} operands"),
            (least, usize::MAX) => format!("{least} operands or more"),
            (least, most) => format!("{least} to {most} operands"),
        };
        let (name, found) = (name.to_owned(), found.to_string());
        self.sink.report(self.spv.function.span(), OperandNumber { name, expected, found });
    }

    fn ext_instruction(&mut self, instruction: &ExtInstruction, callee: &Function, args: &[Arg]) -> Word {
        let mut operands = Vec::with_capacity(args.len());
        let takes_words = instruction.set.is_none() && takes_words(instruction.opcode);
        for (index, arg) in args.iter().enumerate() {
            let is_literal = instruction.literal.get(index).copied().unwrap_or(false);
            let is_type = || matches!(self.module.types[arg.ty], Type::Spirv(_) | Type::Object(Object::Spirv(_)));
            operands.push(match arg.mode {
                // A type of inline SPIR-V represents itself: there are no literals of it.
                _ if is_literal && is_type() => self.type_of(arg.ty),
                _ if is_literal => self.known_integer(arg.expr).unwrap_or(0) as u32,
                ParamMode::In if takes_words && self.is_byte_buffer(arg.ty) => self.words_of(arg.expr),
                ParamMode::In => self.expr(arg.expr),
                ParamMode::Out | ParamMode::InOut | ParamMode::Reference => self.pointer(arg.expr).id,
            });
        }
        self.spelled.parts.note(self.spv.function.span());
        let is_void = matches!(self.module.types[callee.ret], Type::Void);
        let ty = self.type_of(callee.ret);
        self.check_operand_count(instruction, operands.len());
        if let Some(set) = &instruction.set {
            let result = self.spv.ext_inst(set, instruction.opcode, ty, &operands);
            self.spelled.parts.instruction(Op::ExtInst, Some(result));
            self.ext_decorations(result, &callee.decorations);
            return result;
        }
        let op = Op::from_u32(instruction.opcode).expect("there is an instruction with this opcode");
        if is_void {
            self.spelled.parts.instruction(op, None);
            self.spv.effect(op, &operands);
            return 0;
        }
        let result = match isa::class(op).is_constant() {
            true => self.spv.other_constant(op, ty, &operands),
            false => self.spv.op(op, ty, &operands),
        };
        self.spelled.parts.instruction(op, Some(result).filter(|_| grammar::shape(op as u16).result_at().is_some()));
        // A constant is one for all calls.
        if !isa::class(op).is_constant() {
            self.ext_decorations(result, &callee.decorations);
        }
        result
    }
}
