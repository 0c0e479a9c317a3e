//! Instructions of cooperative types as calls of functions, each of which is written once.

use super::Module;
use super::formats::Format;
use super::matrices::{self, Place, Shape};
use super::memory::Memory;
use super::vectors::{self, Product, Stored, Vector, Weights};
use super::writer::{Scalar, Writer};
use crate::code::id_places;
use crate::error::{Result, unsupported};
use crate::words;
use dialect::spirv::access::Access;
use dialect::spirv::decode::{Inst, Operand};
use rustc_hash::FxHashMap;
use spirv::{
    CooperativeMatrixLayout, CooperativeMatrixOperands, CooperativeMatrixReduce, CooperativeVectorMatrixLayout,
    Decoration, Op, StorageClass,
};

/// The names of the two kinds of instructions in errors.
const MATRIX: &str = "a cooperative matrix";
const VECTOR: &str = "a cooperative vector";

/// The functions, and the matrix types.
pub(super) struct Calls<'m> {
    module: &'m Module<'m>,
    pub(super) writer: Writer,
    pub(super) shapes: FxHashMap<u32, Shape>,
    /// The ids of other types and constants that represent vectors of one component.
    pub(super) aliases: FxHashMap<u32, u32>,
    /// The functions by what they are for.
    functions: FxHashMap<Vec<u32>, u32>,
    /// The places of functions among the words, with the offset of the instruction that each is written for.
    pub(super) helpers: Vec<(u32, u32)>,
}

impl<'m> Calls<'m> {
    pub(super) fn new(module: &'m Module<'m>, shapes: FxHashMap<u32, Shape>) -> Self {
        let (functions, helpers, aliases) = (FxHashMap::default(), Vec::new(), module.aliases());
        Calls { module, writer: Writer::new(module.index), shapes, aliases, functions, helpers }
    }

    /// Writes an instruction of a function.
    ///
    /// # Errors
    /// When there are no loops for it.
    pub(super) fn instruction(&mut self, inst: &Inst, out: &mut Vec<u32>) -> Result<()> {
        use Op::*;
        let raw = self.module.raw(inst);
        self.writer.lines.note(inst, raw);
        match inst.op {
            CooperativeMatrixLoadKHR => self.load(inst, out),
            CooperativeMatrixStoreKHR => self.store(inst, out),
            CooperativeMatrixMulAddKHR => self.multiply_add(inst, out),
            CooperativeMatrixLengthKHR => self.length(inst, out),
            CooperativeMatrixGetCoordinateEXT => self.coordinate(inst, out),
            CooperativeMatrixConvertNV | CooperativeMatrixTransposeNV => self.convert(inst, out),
            CooperativeMatrixReduceNV => self.reduce(inst, out),
            CooperativeMatrixPerElementOpNV => self.per_element(inst, out),
            CooperativeVectorLoadNV => self.load_vector(inst, out),
            CooperativeVectorStoreNV => self.store_vector(inst, out),
            CooperativeVectorMatrixMulNV | CooperativeVectorMatrixMulAddNV => self.product(inst, out),
            CooperativeVectorOuterProductAccumulateNV => self.outer_product(inst, out),
            CooperativeVectorReduceSumAccumulateNV => self.add(inst, out),
            CompositeConstruct if self.shapes.contains_key(&inst.type_id()) => self.fill(inst, out),
            FNegate | SNegate | FAdd | FSub | FMul | FDiv | IAdd | ISub | IMul | SDiv | UDiv | MatrixTimesScalar
            | ConvertFToU | ConvertFToS | ConvertSToF | ConvertUToF | UConvert | SConvert | FConvert | Bitcast
                if self.shapes.contains_key(&inst.type_id()) =>
            {
                self.elementwise(inst, out)
            }
            FConvert | ConvertFToU | ConvertFToS | ConvertSToF | ConvertUToF if self.is_encoded(inst) => {
                self.convert_vector(inst, out)
            }
            _ => {
                if !self.scalar(inst, out) {
                    self.copy(inst, out);
                }
                Ok(())
            }
        }
    }

    /// Writes an instruction as it is. Types of vectors of one component, and constants of them, are those of the component.
    pub(super) fn copy(&self, inst: &Inst, out: &mut Vec<u32>) {
        let mut raw = self.module.raw(inst).to_vec();
        if !self.aliases.is_empty() {
            let places = id_places(inst, raw.len());
            for place in places.into_iter().chain(inst.ty.map(|_| 1)) {
                raw[place] = self.named(raw[place]);
            }
        }
        out.extend(raw);
    }

    /// The id that a type or a constant has in the new module.
    fn named(&self, id: u32) -> u32 {
        self.aliases.get(&id).copied().unwrap_or(id)
    }

    /// Writes an instruction on vectors of one component as one on the component. Returns whether it is one.
    #[expect(clippy::wildcard_enum_match_arm, reason = "a few cases of an enum of SPIR-V")]
    fn scalar(&self, inst: &Inst, out: &mut Vec<u32>) -> bool {
        let is_single = |ty: u32| self.aliases.contains_key(&ty);
        let taken = inst.operands.first().map_or(0, |_| self.type_of(inst.id(0)));
        let result = inst.ty.unwrap_or_default();
        let value = match inst.op {
            Op::CompositeConstruct | Op::CompositeInsert if is_single(result) => inst.id(0),
            Op::CompositeExtract | Op::VectorExtractDynamic if is_single(taken) => inst.id(0),
            Op::VectorInsertDynamic if is_single(result) => inst.id(1),
            Op::Bitcast if self.named(taken) == self.named(result) => inst.id(0),
            _ => return false,
        };
        let value = self.named(value);
        words::push(out, Op::CopyObject, &[self.named(result), inst.result_id(), value]);
        true
    }

    /// Returns whether an instruction converts floats that are not of IEEE 754.
    fn is_encoded(&self, inst: &Inst) -> bool {
        let is_one = |ty: u32| {
            let index = self.module.index;
            let ty = index.def(ty).map_or(0, |inst| {
                if inst.op == Op::TypeFloat { ty } else { inst.operands.first().map_or(0, |_| inst.id(0)) }
            });
            Scalar::of(index, ty).is_some_and(|scalar| scalar.encoding.is_some())
        };
        is_one(inst.type_id()) || is_one(self.type_of(inst.id(0)))
    }

    fn convert_vector(&mut self, inst: &Inst, out: &mut Vec<u32>) -> Result<()> {
        let (from, to) = (self.vector(inst, self.type_of(inst.id(0)))?, self.vector(inst, inst.type_id())?);
        let op = inst.op;
        let function = self.function(inst, &[from.id, to.id], |writer| vectors::convert(writer, op, &from, &to));
        self.call(inst, function, &[inst.id(0)], out);
        Ok(())
    }

    /// The function for what a key says, which is written if it is new. Where the module tells lines, it is one for each.
    fn function(&mut self, inst: &Inst, key: &[u32], write: impl FnOnce(&mut Writer) -> u32) -> u32 {
        let key = [&[inst.op as u32], key, &self.writer.lines.key()].concat();
        if let Some(function) = self.functions.get(&key) {
            return *function;
        }
        self.helpers.push((self.writer.out.len() as u32, inst.offset));
        let function = write(&mut self.writer);
        self.functions.insert(key, function);
        function
    }

    /// Writes a call in place of an instruction.
    fn call(&mut self, inst: &Inst, function: u32, arguments: &[u32], out: &mut Vec<u32>) {
        let (ty, result) = match (inst.ty, inst.result) {
            (Some(ty), Some(result)) => (ty, result),
            _ => (self.writer.types.void(&mut self.writer.ids), self.writer.ids.fresh()),
        };
        let arguments: Vec<u32> = arguments.iter().map(|id| self.named(*id)).collect();
        words::push(out, Op::FunctionCall, &[&[self.named(ty), result, function], arguments.as_slice()].concat());
    }

    fn type_of(&self, id: u32) -> u32 {
        self.module.index.def(id).map_or(0, Access::type_id)
    }

    /// The matrix type of a value.
    fn shape_of(&self, inst: &Inst, id: u32) -> Result<Shape> {
        self.shape(inst, self.type_of(id))
    }

    fn shape(&self, inst: &Inst, ty: u32) -> Result<Shape> {
        match self.shapes.get(&ty) {
            Some(shape) => Ok(*shape),
            None => unsupported(inst, MATRIX, "its type is not one of this entry point"),
        }
    }

    /// A number as an unsigned integer of 32 bits.
    fn uint(&mut self, id: u32, out: &mut Vec<u32>) -> u32 {
        let uint = self.writer.uint();
        match Scalar::of(self.module.index, self.type_of(id)) {
            Some(ty) if ty.width != 32 => words::value(out, &mut self.writer.ids, Op::UConvert, uint, &[id]),
            Some(ty) if ty.is_signed => words::value(out, &mut self.writer.ids, Op::Bitcast, uint, &[id]),
            _ => id,
        }
    }

    /// The array of which a pointer leads to an element: its memory, the pointer to it, and the number of the element.
    fn place(&mut self, inst: &Inst, pointer: u32, out: &mut Vec<u32>) -> Result<(Memory, u32, u32)> {
        let index = self.module.index;
        let mut chain = index.def(pointer);
        while let Some(copy) = chain.filter(|inst| inst.op == Op::CopyObject) {
            chain = index.def(copy.id(0));
        }
        let chain = chain.filter(|inst| matches!(inst.op, Op::AccessChain | Op::InBoundsAccessChain));
        let Some(chain) = chain.filter(|inst| inst.operands.len() > 1) else {
            return unsupported(inst, MATRIX, "its pointer is not the element of an array");
        };
        let indices: Vec<u32> = chain.ids_from(1).collect();
        let (last, before) = (indices[indices.len() - 1], &indices[..indices.len() - 1]);
        let own = self.type_of(chain.id(0));
        let ty = index.def(own).filter(|ty| ty.op == Op::TypePointer);
        let class = ty.and_then(|ty| StorageClass::from_u32(ty.value(0)));
        let array = ty.and_then(|ty| before.iter().try_fold(ty.id(1), |ty, at| self.part(ty, *at)));
        let (Some(class), Some(array)) = (class, array) else {
            return unsupported(inst, MATRIX, "its pointer is not the element of an array");
        };
        let pointer_ty = if before.is_empty() { own } else { self.writer.pointer(class, array) };
        let Some(memory) = Memory::of_array(index, pointer_ty, class, array) else {
            return unsupported(inst, MATRIX, "its pointer is not the element of an array of numbers");
        };
        let base = match before {
            [] => chain.id(0),
            before => {
                let operands = [&[chain.id(0)], before].concat();
                words::value(out, &mut self.writer.ids, Op::AccessChain, pointer_ty, &operands)
            }
        };
        let last = self.uint(last, out);
        Ok((memory, base, last))
    }

    /// The type of a part of a composite.
    fn part(&self, ty: u32, at: u32) -> Option<u32> {
        let ty = self.module.index.def(ty)?;
        match ty.op {
            Op::TypeStruct => {
                let member = self.module.number(at)? as usize;
                (member < ty.operands.len()).then(|| ty.id(member))
            }
            Op::TypeArray | Op::TypeRuntimeArray | Op::TypeVector | Op::TypeMatrix => Some(ty.id(0)),
            _ => None,
        }
    }

    /// The place of a matrix in memory, with the arguments for it.
    fn matrix_place(&mut self, inst: &Inst, layout: usize, out: &mut Vec<u32>) -> Result<(Place, Vec<u32>)> {
        let (memory, base, index) = self.place(inst, inst.id(0), out)?;
        let by_column = match self.module.number(inst.id(layout)).and_then(CooperativeMatrixLayout::from_u32) {
            Some(CooperativeMatrixLayout::RowMajorKHR) => false,
            Some(CooperativeMatrixLayout::ColumnMajorKHR) => true,
            _ => return unsupported(inst, MATRIX, "its layout is neither row-major nor column-major"),
        };
        let Some(Operand::Id(stride)) = inst.operands.get(layout + 1) else {
            return unsupported(inst, MATRIX, "it has no stride in memory");
        };
        let stride = self.uint(*stride, out);
        Ok((Place { memory, by_column }, vec![base, index, stride]))
    }

    fn load(&mut self, inst: &Inst, out: &mut Vec<u32>) -> Result<()> {
        let shape = self.shape(inst, inst.type_id())?;
        let (place, arguments) = self.matrix_place(inst, 1, out)?;
        let key = [shape.id, place.memory.pointer, place.by_column.into()];
        let function = self.function(inst, &key, |writer| matrices::load(writer, &shape, &place));
        self.call(inst, function, &arguments, out);
        Ok(())
    }

    fn store(&mut self, inst: &Inst, out: &mut Vec<u32>) -> Result<()> {
        let shape = self.shape_of(inst, inst.id(1))?;
        let (place, mut arguments) = self.matrix_place(inst, 2, out)?;
        if let Some(why) = place.memory.refusal(shape.element.width).filter(|_| !place.has_whole_words(&shape)) {
            return unsupported(inst, MATRIX, why);
        }
        let key = [shape.id, place.memory.pointer, place.by_column.into()];
        let function = self.function(inst, &key, |writer| matrices::store(writer, &shape, &place));
        arguments.push(inst.id(1));
        self.call(inst, function, &arguments, out);
        Ok(())
    }

    fn multiply_add(&mut self, inst: &Inst, out: &mut Vec<u32>) -> Result<()> {
        let factors = [inst.id(0), inst.id(1), inst.id(2)];
        let [a, b, c] = factors.map(|id| self.shape_of(inst, id));
        let shapes = [a?, b?, c?, self.shape(inst, inst.type_id())?];
        let operands = match inst.operands.get(3) {
            Some(Operand::Enum(_, bits, _)) => CooperativeMatrixOperands::from_bits_truncate(*bits),
            _ => CooperativeMatrixOperands::empty(),
        };
        let key = [&shapes.map(|shape| shape.id)[..], &[operands.bits()]].concat();
        let function = self.function(inst, &key, |writer| matrices::multiply_add(writer, &shapes, operands));
        self.call(inst, function, &factors, out);
        Ok(())
    }

    fn length(&mut self, inst: &Inst, out: &mut Vec<u32>) -> Result<()> {
        let shape = self.shape(inst, inst.id(0))?;
        if shape.is_even() {
            let count = self.writer.number(shape.slots());
            words::push(out, Op::CopyObject, &[inst.type_id(), inst.result_id(), count]);
            return Ok(());
        }
        let function = self.function(inst, &[shape.id], |writer| matrices::length(writer, &shape));
        self.call(inst, function, &[], out);
        Ok(())
    }

    fn coordinate(&mut self, inst: &Inst, out: &mut Vec<u32>) -> Result<()> {
        let (shape, pair) = (self.shape_of(inst, inst.id(0))?, inst.type_id());
        let slot = self.uint(inst.id(1), out);
        let function = self.function(inst, &[shape.id, pair], |writer| matrices::coordinate(writer, &shape, pair));
        self.call(inst, function, &[slot], out);
        Ok(())
    }

    fn convert(&mut self, inst: &Inst, out: &mut Vec<u32>) -> Result<()> {
        let (from, to) = (self.shape_of(inst, inst.id(0))?, self.shape(inst, inst.type_id())?);
        let is_decorated = self.module.index.is_decorated(inst.result_id(), Decoration::CooperativeMatrixTransposeEXT);
        let transposes = inst.op == Op::CooperativeMatrixTransposeNV || is_decorated;
        let key = [from.id, to.id, transposes.into()];
        let function = self.function(inst, &key, |writer| match transposes {
            true => matrices::transpose(writer, &from, &to),
            false if from.element == to.element => {
                matrices::elementwise(writer, Op::CopyObject, &to, &[(from.id, Some(from))])
            }
            false => matrices::elementwise(writer, Op::Bitcast, &to, &[(from.id, Some(from))]),
        });
        self.call(inst, function, &[inst.id(0)], out);
        Ok(())
    }

    fn reduce(&mut self, inst: &Inst, out: &mut Vec<u32>) -> Result<()> {
        let (from, to) = (self.shape_of(inst, inst.id(0))?, self.shape(inst, inst.type_id())?);
        let by = CooperativeMatrixReduce::from_bits_truncate(inst.value(1));
        let combine = inst.id(2);
        let key = [from.id, to.id, by.bits(), combine];
        let function = self.function(inst, &key, |writer| matrices::reduce(writer, &from, &to, by, combine));
        self.call(inst, function, &[inst.id(0)], out);
        Ok(())
    }

    /// The type of a value, and its shape if it is a matrix.
    fn operand(&self, id: u32) -> (u32, Option<Shape>) {
        let ty = self.type_of(id);
        (ty, self.shapes.get(&ty).copied())
    }

    fn per_element(&mut self, inst: &Inst, out: &mut Vec<u32>) -> Result<()> {
        let shape = self.shape_of(inst, inst.id(0))?;
        let index = self.module.index;
        let called = inst.id(1);
        let ty = index.def(called).and_then(|function| index.def(function.id(1)));
        let Some(places) = ty.filter(|ty| ty.operands.len() > 3).map(|ty| [ty.id(1), ty.id(2)]) else {
            return unsupported(inst, MATRIX, "its function has no row, column and component");
        };
        let others: Vec<u32> = inst.ids_from(2).collect();
        let of_others: Vec<_> = others.iter().map(|id| self.operand(*id)).collect();
        let mut key = vec![shape.id, called];
        key.extend(of_others.iter().map(|(ty, _)| *ty));
        let write = |writer: &mut Writer| matrices::per_element(writer, &shape, called, places, &of_others);
        let function = self.function(inst, &key, write);
        self.call(inst, function, &[&[inst.id(0)], others.as_slice()].concat(), out);
        Ok(())
    }

    fn fill(&mut self, inst: &Inst, out: &mut Vec<u32>) -> Result<()> {
        let shape = self.shape(inst, inst.type_id())?;
        let function = self.function(inst, &[shape.id], |writer| matrices::fill(writer, &shape));
        self.call(inst, function, &[inst.id(0)], out);
        Ok(())
    }

    fn elementwise(&mut self, inst: &Inst, out: &mut Vec<u32>) -> Result<()> {
        let shape = self.shape(inst, inst.type_id())?;
        let values: Vec<u32> = inst.ids_from(0).collect();
        let operands: Vec<_> = values.iter().map(|id| self.operand(*id)).collect();
        let op = match (inst.op, shape.element.is_float) {
            (Op::MatrixTimesScalar, true) => Op::FMul,
            (Op::MatrixTimesScalar, false) => Op::IMul,
            (op, _) => op,
        };
        let mut key = vec![shape.id];
        key.extend(operands.iter().map(|(ty, _)| *ty));
        let write = |writer: &mut Writer| matrices::elementwise(writer, op, &shape, &operands);
        let function = self.function(inst, &key, write);
        self.call(inst, function, &values, out);
        Ok(())
    }

    /// A vector type.
    fn vector(&self, inst: &Inst, ty: u32) -> Result<Vector> {
        let index = self.module.index;
        let of = |ty: &Inst| {
            let (element, count) = match ty.op {
                Op::TypeVector => (ty.id(0), ty.literal(1)),
                Op::TypeVectorIdEXT => (ty.id(0), self.module.number(ty.id(1))?),
                _ => (ty.result_id(), 1),
            };
            Some(Vector { id: self.named(ty.result_id()), element: Scalar::of(index, element)?, count })
        };
        match index.def(ty).and_then(of) {
            Some(vector) => Ok(vector),
            None => unsupported(inst, VECTOR, "its component type is unknown"),
        }
    }

    /// The memory of a pointer to an array.
    fn memory(&self, inst: &Inst, pointer: u32) -> Result<Memory> {
        match Memory::of(self.module.index, self.type_of(pointer)) {
            Some(memory) => Ok(memory),
            None => unsupported(inst, VECTOR, "its memory is not an array of numbers"),
        }
    }

    /// The format of a component type, with true for packed ones.
    fn format(&self, inst: &Inst, id: u32) -> Result<(Format, bool)> {
        match self.module.number(id).and_then(Format::of) {
            Some(format) => Ok(format),
            None => unsupported(inst, VECTOR, "its component type is unknown"),
        }
    }

    /// Numbers in memory.
    fn stored(&self, inst: &Inst, pointer: u32, format: u32) -> Result<Stored> {
        Ok(Stored { memory: self.memory(inst, pointer)?, format: self.format(inst, format)?.0 })
    }

    fn load_vector(&mut self, inst: &Inst, out: &mut Vec<u32>) -> Result<()> {
        let (vector, memory) = (self.vector(inst, inst.type_id())?, self.memory(inst, inst.id(0))?);
        let key = [vector.id, memory.pointer];
        let function = self.function(inst, &key, |writer| vectors::load(writer, &vector, &memory));
        let offset = self.uint(inst.id(1), out);
        self.call(inst, function, &[inst.id(0), offset], out);
        Ok(())
    }

    fn store_vector(&mut self, inst: &Inst, out: &mut Vec<u32>) -> Result<()> {
        let (vector, memory) = (self.vector(inst, self.type_of(inst.id(2)))?, self.memory(inst, inst.id(0))?);
        if let Some(why) = memory.refusal(vector.element.width) {
            return unsupported(inst, VECTOR, why);
        }
        let key = [vector.id, memory.pointer];
        let function = self.function(inst, &key, |writer| vectors::store(writer, &vector, &memory));
        let offset = self.uint(inst.id(1), out);
        self.call(inst, function, &[inst.id(0), offset, inst.id(2)], out);
        Ok(())
    }

    /// A matrix in memory, of a layout and perhaps transposed.
    fn weights(
        &self,
        inst: &Inst,
        stored: Stored,
        [rows, columns]: [u32; 2],
        layout: u32,
        transposes: bool,
    ) -> Result<Weights> {
        let layout = self.module.number(layout).and_then(CooperativeVectorMatrixLayout::from_u32);
        let (by_column, is_dense) = match layout {
            Some(CooperativeVectorMatrixLayout::RowMajorNV) => (transposes, false),
            Some(CooperativeVectorMatrixLayout::ColumnMajorNV) => (!transposes, false),
            Some(
                CooperativeVectorMatrixLayout::InferencingOptimalNV | CooperativeVectorMatrixLayout::TrainingOptimalNV,
            ) => (transposes, true),
            None => return unsupported(inst, VECTOR, "the layout of its matrix is not a constant"),
        };
        Ok(Weights { stored, rows, columns, by_column, is_dense })
    }

    /// The stride behind other operands, or 0.
    fn stride(&mut self, inst: &Inst, at: usize, out: &mut Vec<u32>) -> u32 {
        match inst.operands.get(at) {
            Some(Operand::Id(stride)) => self.uint(*stride, out),
            _ => self.writer.number(0),
        }
    }

    fn product(&mut self, inst: &Inst, out: &mut Vec<u32>) -> Result<()> {
        let has_bias = inst.op == Op::CooperativeVectorMatrixMulAddNV;
        let behind = if has_bias { 8 } else { 5 };
        let (result, input) = (self.vector(inst, inst.type_id())?, self.vector(inst, self.type_of(inst.id(0)))?);
        let (format, is_packed) = self.format(inst, inst.id(1))?;
        let stored = self.stored(inst, inst.id(2), inst.id(4))?;
        let bias = if has_bias { Some(self.stored(inst, inst.id(5), inst.id(7))?) } else { None };
        let sizes = [behind, behind + 1].map(|at| self.module.number(inst.id(at)));
        let [Some(rows), Some(columns)] = sizes else {
            return unsupported(inst, VECTOR, "the size of its matrix is not a constant");
        };
        let held = if is_packed { input.count.saturating_mul(4) } else { input.count };
        if rows != result.count
            || columns > held
            || (is_packed && (input.element.is_float || input.element.width != 32))
        {
            return unsupported(inst, VECTOR, "its size is not that of the matrix");
        }
        let transposes = self.module.index.op(inst.id(behind + 3)) == Op::ConstantTrue;
        let layout = inst.id(behind + 2);
        let weights = self.weights(inst, stored, [rows, columns], layout, transposes)?;
        let product = Product { result, input, format, is_packed, weights, bias };
        let mut key = vec![result.id, input.id, stored.memory.pointer];
        // All other operands of the key are constants.
        let constants = [1, 4, behind, behind + 1, behind + 2, behind + 3];
        key.extend(constants.map(|at| inst.id(at)));
        key.extend(bias.iter().flat_map(|bias| [bias.memory.pointer, inst.id(7)]));
        let function = self.function(inst, &key, |writer| product.function(writer));
        let offset = self.uint(inst.id(3), out);
        let stride = self.stride(inst, behind + 4, out);
        let mut arguments = vec![inst.id(0), inst.id(2), offset, stride];
        if has_bias {
            arguments.push(inst.id(5));
            arguments.push(self.uint(inst.id(6), out));
        }
        self.call(inst, function, &arguments, out);
        Ok(())
    }

    /// Refuses numbers that are not added in memory.
    fn check_update(&self, inst: &Inst, stored: &Stored) -> Result<()> {
        let is_number = match stored.format {
            Format::Float(_) | Format::Unsigned(_) | Format::Signed(_) => true,
            Format::E4M3 | Format::E5M2 | Format::BFloat16 => false,
        };
        match is_number && stored.memory.is_updated(stored.format.width()) {
            true => Ok(()),
            false => unsupported(inst, VECTOR, "its numbers are not parts of words of integers"),
        }
    }

    fn outer_product(&mut self, inst: &Inst, out: &mut Vec<u32>) -> Result<()> {
        let [left, right] = [inst.id(2), inst.id(3)].map(|id| self.vector(inst, self.type_of(id)));
        let vectors = [left?, right?];
        let stored = self.stored(inst, inst.id(0), inst.id(5))?;
        self.check_update(inst, &stored)?;
        let weights = self.weights(inst, stored, vectors.map(|vector| vector.count), inst.id(4), false)?;
        let key = [vectors[0].id, vectors[1].id, stored.memory.pointer, inst.id(4), inst.id(5)];
        let function = self.function(inst, &key, |writer| vectors::outer_product(writer, &vectors, &weights));
        let offset = self.uint(inst.id(1), out);
        let stride = self.stride(inst, 6, out);
        self.call(inst, function, &[inst.id(0), offset, stride, inst.id(2), inst.id(3)], out);
        Ok(())
    }

    fn add(&mut self, inst: &Inst, out: &mut Vec<u32>) -> Result<()> {
        let (vector, memory) = (self.vector(inst, self.type_of(inst.id(2)))?, self.memory(inst, inst.id(0))?);
        let format = match vector.element {
            Scalar { encoding: Some(format), .. } => format,
            Scalar { is_float: true, width, .. } => Format::Float(width),
            Scalar { width, .. } => Format::Unsigned(width),
        };
        let stored = Stored { memory, format };
        self.check_update(inst, &stored)?;
        let function =
            self.function(inst, &[vector.id, memory.pointer], |writer| vectors::add(writer, &vector, &stored));
        let offset = self.uint(inst.id(1), out);
        self.call(inst, function, &[inst.id(0), offset, inst.id(2)], out);
        Ok(())
    }
}
