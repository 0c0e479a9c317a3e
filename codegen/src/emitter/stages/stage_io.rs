//! Stage variables: how the values of an entry function are made from them and written to them.
//!
//! A variable comes to life when it is first met, inputs before outputs, so that their order is that of the parameters.

use crate::emitter::Emitter;
use crate::emitter::state::stages::Interface;
use frontend::language::Stage;
use sema::hir::ty::{ElemClass, Scalar, Type, TypeId};
use sema::hir::{Adapt, EntryPoint, StageTree, StageVariable, StageVariableId};
use spirv::{BuiltIn, Decoration, Op, StorageClass, Word};

/// Variables.
impl<'a> Emitter<'a> {
    /// Makes the variables that clip and cull distances share, inputs first.
    pub(crate) fn define_distances(&mut self, entry: &'a EntryPoint) {
        for output in [false, true] {
            for builtin in [BuiltIn::ClipDistance, BuiltIn::CullDistance] {
                let parts = entry.variables.iter().filter_map(|(_, it)| {
                    if let Adapt::ClipCull { offset } = it.adapt
                        && it.builtin == Some(builtin)
                        && it.output == output
                    {
                        Some((offset, it))
                    } else {
                        None
                    }
                });
                if let Some((_, variable)) = parts.min_by_key(|&(offset, _)| offset) {
                    let id = self.define_stage_variable(variable);
                    self.interface().distances.insert((builtin, output), id);
                }
            }
        }
    }

    /// The variable with this id.
    pub(crate) fn stage_variable(&mut self, entry: &'a EntryPoint, id: StageVariableId) -> Word {
        if let Some(&word) = self.interface().variables.get(&id) {
            return word;
        }
        let variable = &entry.variables[id];
        let distances = &self.interface().distances;
        let shared = variable.builtin.and_then(|builtin| distances.get(&(builtin, variable.output)).copied());
        let word = match (shared, variable.adapt) {
            (Some(shared), Adapt::ClipCull { .. }) => shared,
            _ => {
                let word = self.define_stage_variable(variable);
                self.spv.out.place(word, variable.span);
                self.interface().note(word);
                word
            }
        };
        self.interface().variables.insert(id, word);
        word
    }

    /// Makes the variables of a tree.
    pub(crate) fn define_tree(&mut self, entry: &'a EntryPoint, tree: &'a StageTree) {
        match tree {
            StageTree::Leaf(id) if entry.variables[*id].is_known() => {}
            StageTree::Leaf(id) => _ = self.stage_variable(entry, *id),
            StageTree::PerVertex(_, vertex) => self.define_tree(entry, vertex),
            StageTree::Struct(_, parts) | StageTree::Array(_, parts) => {
                for part in parts {
                    self.define_tree(entry, part);
                }
            }
        }
    }

    fn define_stage_variable(&mut self, variable: &StageVariable) -> Word {
        let mut ty = self.type_of(variable.var_ty);
        if let Some(vertices) = variable.vertices {
            ty = self.spv.array(ty, vertices, None);
        }
        let storage = if variable.output { StorageClass::Output } else { StorageClass::Input };
        let spelled = variable.builtin.filter(|_| variable.vertices.is_none()).and_then(|builtin| {
            let spelled = self.spelled_builtin(builtin, storage, ty)?;
            let entry = self.entries.last()?.entry;
            self.spelled_interface(entry).any(|id| id == spelled).then_some(spelled)
        });
        if let Some(spelled) = spelled {
            self.spv.out.spells_decorations = true;
            self.decorate_stage_variable(spelled, variable);
            return spelled;
        }
        let name = if variable.builtin.is_some() { "" } else { self.text(variable.name) };
        let id = self.module_variable(storage, ty, name, None);
        if let Some(builtin) = variable.builtin {
            self.spv.out.decorate(id, Decoration::BuiltIn, &[builtin as u32]);
            let before_geometry = matches!(self.current.stage, Stage::Vertex | Stage::Hull | Stage::Domain);
            self.spv.availability.require_builtin(builtin, before_geometry, variable.span);
        }
        self.decorate_stage_variable(id, variable);
        id
    }

    fn decorate_stage_variable(&mut self, id: Word, variable: &StageVariable) {
        self.reflect_semantic(id, variable);
        for &decoration in variable.decorations.iter().filter(|&&it| it != Decoration::PerVertexKHR) {
            self.spv.out.decorate(id, decoration, &[]);
        }
        self.ext_decorations(id, &variable.ext_decorations);
        self.relax_type(id, variable.ty);
    }

    /// Places the variables of an entry point, inputs first.
    pub(crate) fn decorate_locations(&mut self, entry: &EntryPoint, interface: &Interface) {
        for output in [false, true] {
            let mut placed: Vec<(&StageVariable, Word)> = interface
                .variables
                .iter()
                .map(|(&id, &word)| (&entry.variables[id], word))
                .filter(|(variable, _)| variable.output == output && variable.location.is_some())
                .collect();
            // What two stages have in common is placed by name, whatever the order of declaration.
            if matches!((entry.stage, output), (Stage::Hull, true) | (Stage::Domain, false)) {
                placed.sort_by_key(|(variable, _)| variable.location);
            }
            for &(variable, word) in &placed {
                self.decorate_location(variable, word);
            }
            // DXC finds out last of which inputs there is one for each vertex.
            for (_, word) in placed.iter().filter(|(variable, _)| variable.is_per_vertex()) {
                self.spv.out.decorate(*word, Decoration::PerVertexKHR, &[]);
            }
        }
    }

    fn decorate_location(&mut self, variable: &StageVariable, word: Word) {
        let operand = |value: Option<u32>| value.map(|value| [value]);
        let decorations = [
            (Decoration::Location, operand(variable.location)),
            (Decoration::Component, operand(variable.component)),
            (Decoration::Index, operand(variable.index)),
        ];
        for (decoration, operand) in decorations {
            if let Some(operand) = operand {
                self.spv.out.decorate(word, decoration, &operand);
            }
        }
    }
}

/// Inputs.
impl<'a> Emitter<'a> {
    /// The value that a tree of variables makes; with vertices, an array with the value of each.
    pub(crate) fn load_tree(
        &mut self,
        entry: &'a EntryPoint,
        tree: &'a StageTree,
        vertices: Option<u32>,
    ) -> (Word, TypeId) {
        match tree {
            StageTree::Leaf(id) => (self.load_leaf_for(entry, *id, vertices), entry.variables[*id].ty),
            StageTree::PerVertex(ty, vertex) => {
                let count = self.vertex_count(*ty);
                (self.load_tree(entry, vertex, Some(count)).0, *ty)
            }
            StageTree::Struct(ty, parts) | StageTree::Array(ty, parts) => {
                let parts: Vec<(Word, TypeId)> =
                    parts.iter().map(|part| self.load_tree(entry, part, vertices)).collect();
                let word = self.type_of(*ty);
                let value = match vertices {
                    None => {
                        let parts: Vec<Word> = parts.iter().map(|&(part, _)| part).collect();
                        self.spv.construct(word, &parts)
                    }
                    Some(count) => self.gather_vertices(word, &parts, count),
                };
                (value, *ty)
            }
        }
    }

    pub(crate) fn load_leaf(&mut self, entry: &'a EntryPoint, id: StageVariableId) -> Word {
        let variable = &entry.variables[id];
        self.spv.at(variable.span);
        if variable.is_known() {
            let ty = self.type_of(variable.ty);
            return self.spv.constant_null(ty);
        }
        let pointer = self.stage_variable(entry, id);
        if let Adapt::ClipCull { offset } = variable.adapt {
            return self.load_distances(variable, pointer, offset);
        }
        let var_ty = self.type_of(variable.var_ty);
        let Some(vertices) = variable.vertices else {
            let value = match variable.builtin {
                Some(_) => self.load_builtin(var_ty, pointer),
                None => self.spv.load_word(var_ty, pointer),
            };
            if variable.builtin == Some(BuiltIn::InvocationId) {
                self.interface().invocation = Some(value);
            }
            self.relax_type(value, variable.ty);
            return self.adapt_input(entry, variable, value);
        };
        let array = self.spv.array(var_ty, vertices, None);
        let values = self.spv.load_word(array, pointer);
        if variable.adapt == Adapt::Same {
            return values;
        }
        let parts: Vec<Word> = (0..vertices)
            .map(|vertex| {
                let value = self.spv.extract(var_ty, values, &[vertex]);
                self.adapt_input(entry, variable, value)
            })
            .collect();
        let ty = self.type_of(variable.ty);
        let array = self.spv.array(ty, vertices, None);
        self.spv.construct(array, &parts)
    }

    fn adapt_input(&mut self, entry: &'a EntryPoint, variable: &'a StageVariable, value: Word) -> Word {
        match variable.adapt {
            Adapt::Same | Adapt::InvertY => value,
            Adapt::BoolAsUint => self.bools_from_uints(value, variable.ty),
            Adapt::Convert => self.narrow_input(value, variable),
            Adapt::ArrayOfOne => {
                let uint = self.spv.uint();
                let element = self.spv.extract(uint, value, &[0]);
                self.bitcast_to(element, variable.ty)
            }
            Adapt::UintFromBool => self.number_of_bool(value, variable.ty),
            Adapt::Barycentrics => self.barycentrics(value),
            Adapt::MinusBase(base) => self.minus_base(entry, variable, value, base),
            Adapt::ReciprocalW => self.reciprocal_w(value, variable.ty),
            Adapt::PartOfArray => self.part_of_array(value, variable.ty),
            Adapt::Transposed => {
                let ty = self.type_of(variable.ty);
                self.spv.op(Op::Transpose, ty, &[value])
            }
            Adapt::ClipCull { .. } => panic!("distances are loaded one by one"),
        }
    }

    /// `bool`s of any shape from the `uint`s that represent them.
    fn bools_from_uints(&mut self, value: Word, ty: TypeId) -> Word {
        self.map_bools(value, ty, true)
    }

    /// Each vector of `bool`s or `uint`s in a value, turned into the other.
    #[expect(clippy::wildcard_enum_match_arm, reason = "the other types are treated alike")]
    pub(crate) fn map_bools(&mut self, value: Word, ty: TypeId, to_bool: bool) -> Word {
        let (count, part, part_count) = match self.module.types[ty] {
            Type::Vector(_, count) => return self.turn_bools(value, u32::from(count), to_bool),
            Type::Matrix { rows, columns, .. } if rows == 1 || columns == 1 => {
                return self.turn_bools(value, u32::from(rows) * u32::from(columns), to_bool);
            }
            Type::Matrix { rows, columns, .. } => (u32::from(rows), None, u32::from(columns)),
            Type::Array(element, count) => (count, Some(element), 1),
            _ => return self.turn_bools(value, 1, to_bool),
        };
        let (mut parts, mut part_type) = (Vec::new(), 0);
        for index in 0..count {
            let (from, to) = self.bool_part_types(part, part_count, to_bool);
            let element = self.spv.extract(from, value, &[index]);
            parts.push(match part {
                Some(element_ty) => self.map_bools(element, element_ty, to_bool),
                None => self.turn_bools(element, part_count, to_bool),
            });
            part_type = to;
        }
        let array = self.spv.array(part_type, count, None);
        self.spv.construct(array, &parts)
    }

    fn turn_bools(&mut self, value: Word, count: u32, to_bool: bool) -> Word {
        if to_bool { self.uint_to_bool(value, count) } else { self.bool_to_uint(value, count) }
    }

    /// The types of a part before and after it is turned.
    fn bool_part_types(&mut self, part: Option<TypeId>, count: u32, to_bool: bool) -> (Word, Word) {
        let (bools, uints) = match part {
            Some(ty) => (self.type_of(ty), self.uint_shape(ty)),
            None => {
                let (bool, uint) = (self.spv.bool(), self.spv.uint());
                (self.spv.vector(bool, count), self.spv.vector(uint, count))
            }
        };
        if to_bool { (uints, bools) } else { (bools, uints) }
    }

    /// The type of `uint`s that represents a type of `bool`s.
    #[expect(clippy::wildcard_enum_match_arm, reason = "the other types are treated alike")]
    pub(crate) fn uint_shape(&mut self, ty: TypeId) -> Word {
        let uint = self.spv.uint();
        match self.module.types[ty] {
            Type::Vector(_, count) => self.spv.vector(uint, u32::from(count)),
            Type::Matrix { rows, columns, .. } if rows == 1 || columns == 1 => {
                self.spv.vector(uint, u32::from(rows) * u32::from(columns))
            }
            Type::Matrix { rows, columns, .. } => {
                let row = self.spv.vector(uint, u32::from(columns));
                self.spv.array(row, u32::from(rows), None)
            }
            Type::Array(element, count) => {
                let element = self.uint_shape(element);
                self.spv.array(element, count, None)
            }
            _ => uint,
        }
    }

    /// The first components, of the type that the source requires.
    fn narrow_input(&mut self, value: Word, variable: &StageVariable) -> Word {
        let (have, _) = self.vector_shape(variable.var_ty);
        let (want, scalar) = self.vector_shape(variable.ty);
        let narrowed = if have == want {
            value
        } else {
            let element = self.spv.scalar_type(self.vector_shape(variable.var_ty).1);
            let ty = self.spv.vector(element, want);
            let components: Vec<u32> = (0..want).collect();
            if want == 1 {
                self.spv.extract(ty, value, &[0])
            } else {
                self.spv.shuffle_word(ty, value, value, &components)
            }
        };
        let (_, from) = self.vector_shape(variable.var_ty);
        if from.class() == scalar.class() { narrowed } else { self.bitcast_to(narrowed, variable.ty) }
    }

    pub(crate) fn vector_shape(&self, ty: TypeId) -> (u32, Scalar) {
        let ty = self.module.types[ty];
        if let Type::Vector(scalar, count) = ty {
            return (u32::from(count), scalar);
        }
        (1, if let Type::Scalar(scalar) = ty { scalar } else { Scalar::UInt })
    }

    /// Integers of the same width, of the sign that the source requires, or the numbers that they are.
    fn bitcast_to(&mut self, value: Word, ty: TypeId) -> Word {
        let (_, scalar) = self.vector_shape(ty);
        let op = match scalar.class() {
            ElemClass::UInt => return value,
            ElemClass::Float => Op::ConvertUToF,
            ElemClass::SInt | ElemClass::Bool => Op::Bitcast,
        };
        let ty = self.type_of(ty);
        self.spv.op(op, ty, &[value])
    }

    fn number_of_bool(&mut self, value: Word, ty: TypeId) -> Word {
        let (_, scalar) = self.vector_shape(ty);
        let (one, zero) = match scalar.class() {
            ElemClass::Float => (self.spv.constant_float(1.0), self.spv.constant_float(0.0)),
            ElemClass::SInt => (self.spv.constant_int(1), self.spv.constant_int(0)),
            ElemClass::UInt => (self.spv.constant_uint(1), self.spv.constant_uint(0)),
            ElemClass::Bool => return value,
        };
        let ty = self.type_of(ty);
        self.spv.select(ty, value, one, zero)
    }

    fn barycentrics(&mut self, value: Word) -> Word {
        let float = self.spv.float();
        let x = self.spv.extract(float, value, &[0]);
        let y = self.spv.extract(float, value, &[1]);
        let sum = self.spv.op(Op::FAdd, float, &[x, y]);
        let one = self.spv.constant_float(1.0);
        let z = self.spv.op(Op::FSub, float, &[one, sum]);
        let ty = self.spv.vector(float, 3);
        self.spv.construct(ty, &[x, y, z])
    }

    fn minus_base(
        &mut self,
        entry: &'a EntryPoint,
        variable: &'a StageVariable,
        value: Word,
        base: StageVariableId,
    ) -> Word {
        let ty = self.type_of(variable.ty);
        let name = self.text(variable.semantic.text);
        let copy = self.spv.variable(name, ty);
        let base_type = entry.variables[base].var_ty;
        let base = self.stage_variable(entry, base);
        let base_word = self.type_of(base_type);
        let mut base = self.spv.load_word(base_word, base);
        if base_word != ty {
            base = self.spv.op(Op::Bitcast, ty, &[base]);
        }
        let difference = self.spv.op(Op::ISub, ty, &[value, base]);
        self.spv.store_word(copy, difference);
        self.spv.load_word(ty, copy)
    }

    fn reciprocal_w(&mut self, value: Word, ty: TypeId) -> Word {
        let (float, ty) = (self.spv.float(), self.type_of(ty));
        let w = self.spv.extract(float, value, &[3]);
        let one = self.spv.constant_float(1.0);
        let inverse = self.spv.op(Op::FDiv, float, &[one, w]);
        self.spv.insert(ty, inverse, value, &[3])
    }

    /// The number of elements or components of an array or a vector.
    #[expect(clippy::wildcard_enum_match_arm, reason = "the other types are single values here")]
    fn part_count(&self, ty: TypeId) -> Option<u32> {
        match self.module.types[ty] {
            Type::Array(_, count) => Some(count),
            Type::Vector(_, count) if count > 1 => Some(u32::from(count)),
            _ => None,
        }
    }

    /// The first elements of an array of floats, or the first one alone.
    fn part_of_array(&mut self, value: Word, ty: TypeId) -> Word {
        let float = self.spv.float();
        let Some(count) = self.part_count(ty) else { return self.spv.extract(float, value, &[0]) };
        let parts: Vec<Word> = (0..count).map(|index| self.spv.extract(float, value, &[index])).collect();
        let ty = self.type_of(ty);
        self.spv.construct(ty, &parts)
    }

    fn load_distances(&mut self, variable: &StageVariable, pointer: Word, offset: u32) -> Word {
        match variable.vertices {
            None => self.load_distance(pointer, None, variable.ty, &mut offset.clone()),
            Some(count) => {
                let parts: Vec<Word> = (0..count)
                    .map(|vertex| self.load_distance(pointer, Some(vertex), variable.ty, &mut offset.clone()))
                    .collect();
                let ty = self.type_of(variable.ty);
                let array = self.spv.array(ty, count, None);
                self.spv.construct(array, &parts)
            }
        }
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "the other types are treated alike")]
    fn load_distance(&mut self, pointer: Word, vertex: Option<u32>, ty: TypeId, offset: &mut u32) -> Word {
        let word = self.type_of(ty);
        let parts: Vec<Word> = match self.module.types[ty] {
            Type::Vector(_, count) if count > 1 => {
                (0..count).map(|_| self.load_one_distance(pointer, vertex, offset)).collect()
            }
            Type::Array(element, count) => {
                (0..count).map(|_| self.load_distance(pointer, vertex, element, offset)).collect()
            }
            _ => return self.load_one_distance(pointer, vertex, offset),
        };
        self.spv.construct(word, &parts)
    }

    fn load_one_distance(&mut self, pointer: Word, vertex: Option<u32>, offset: &mut u32) -> Word {
        let float = self.spv.float();
        let mut indices: Vec<Word> = vertex.map(|vertex| self.spv.constant_uint(vertex)).into_iter().collect();
        indices.push(self.spv.constant_uint(*offset));
        *offset += 1;
        let pointer = self.spv.chain_word(StorageClass::Input, float, pointer, &indices);
        self.spv.load_word(float, pointer)
    }
}

/// Outputs.
impl<'a> Emitter<'a> {
    /// Writes a value to a tree of variables; to the element `vertex` of each, where they hold one for each vertex.
    pub(crate) fn store_tree(&mut self, entry: &'a EntryPoint, tree: &'a StageTree, value: Word, vertex: Option<Word>) {
        match tree {
            StageTree::Leaf(id) => self.store_leaf(entry, *id, value, vertex),
            StageTree::PerVertex(_, first) => {
                let ty = self.tree_type(entry, first);
                let ty = self.type_of(ty);
                let value = self.spv.extract(ty, value, &[0]);
                self.store_tree(entry, first, value, vertex);
            }
            StageTree::Struct(_, parts) | StageTree::Array(_, parts) => {
                for (index, part) in (0..).zip(parts) {
                    let ty = self.tree_type(entry, part);
                    let ty = self.type_of(ty);
                    let part_value = self.spv.extract(ty, value, &[index]);
                    self.store_tree(entry, part, part_value, vertex);
                }
            }
        }
    }

    /// The outputs of one vertex.
    pub(crate) fn load_output_tree(&mut self, entry: &'a EntryPoint, tree: &'a StageTree, vertex: Word) -> Word {
        match tree {
            StageTree::Leaf(id) => {
                let variable = &entry.variables[*id];
                let base = self.stage_variable(entry, *id);
                let ty = self.type_of(variable.var_ty);
                let pointer = self.vertex_pointer(base, variable.var_ty, Some(vertex));
                let value = self.spv.load_word(ty, pointer);
                self.adapt_input(entry, variable, value)
            }
            StageTree::PerVertex(ty, first) => {
                let value = self.load_output_tree(entry, first, vertex);
                let count = self.vertex_count(*ty);
                let ty = self.type_of(*ty);
                self.spv.construct(ty, &vec![value; count as usize])
            }
            StageTree::Struct(ty, parts) | StageTree::Array(ty, parts) => {
                let parts: Vec<Word> = parts.iter().map(|part| self.load_output_tree(entry, part, vertex)).collect();
                let ty = self.type_of(*ty);
                self.spv.construct(ty, &parts)
            }
        }
    }

    fn tree_type(&self, entry: &EntryPoint, tree: &StageTree) -> TypeId {
        match tree {
            StageTree::Leaf(id) => entry.variables[*id].ty,
            StageTree::Struct(ty, _) | StageTree::Array(ty, _) | StageTree::PerVertex(ty, _) => *ty,
        }
    }

    fn store_leaf(&mut self, entry: &'a EntryPoint, id: StageVariableId, value: Word, vertex: Option<Word>) {
        let variable = &entry.variables[id];
        self.spv.at(variable.span);
        let base = self.stage_variable(entry, id);
        // Patch constants have no vertices even in stages that write vertices.
        let vertex = vertex.filter(|_| variable.vertices.is_some());
        match variable.adapt {
            Adapt::ClipCull { offset } => {
                let start = self.spv.constant_uint(offset);
                return self.store_distance(base, vertex, variable.ty, start, value);
            }
            Adapt::PartOfArray => return self.store_part_of_array(base, variable.ty, value),
            Adapt::ArrayOfOne => return self.store_array_of_one(base, variable.ty, value),
            Adapt::Same
            | Adapt::BoolAsUint
            | Adapt::Convert
            | Adapt::UintFromBool
            | Adapt::Barycentrics
            | Adapt::MinusBase(_)
            | Adapt::InvertY
            | Adapt::ReciprocalW
            | Adapt::Transposed => {}
        }
        let pointer = self.vertex_pointer(base, variable.var_ty, vertex);
        let value = self.adapt_output(variable, value);
        self.spv.store_word(pointer, value);
    }

    fn vertex_pointer(&mut self, base: Word, ty: TypeId, vertex: Option<Word>) -> Word {
        let Some(vertex) = vertex else { return base };
        let ty = self.type_of(ty);
        self.spv.chain_word(StorageClass::Output, ty, base, &[vertex])
    }

    fn adapt_output(&mut self, variable: &StageVariable, value: Word) -> Word {
        match variable.adapt {
            Adapt::BoolAsUint => self.map_bools(value, variable.ty, false),
            Adapt::UintFromBool => {
                let (count, _) = self.vector_shape(variable.ty);
                let value = self.bitcast_from(value, variable.ty);
                self.uint_to_bool(value, count)
            }
            Adapt::InvertY => {
                let (float, ty) = (self.spv.float(), self.type_of(variable.ty));
                let y = self.spv.extract(float, value, &[1]);
                let inverse = self.spv.op(Op::FNegate, float, &[y]);
                self.spv.insert(ty, inverse, value, &[1])
            }
            Adapt::Transposed => {
                let ty = self.type_of(variable.var_ty);
                self.spv.op(Op::Transpose, ty, &[value])
            }
            Adapt::Convert => self.widen_output(value, variable),
            Adapt::Same
            | Adapt::Barycentrics
            | Adapt::MinusBase(_)
            | Adapt::ReciprocalW
            | Adapt::PartOfArray
            | Adapt::ArrayOfOne
            | Adapt::ClipCull { .. } => value,
        }
    }

    fn bitcast_from(&mut self, value: Word, ty: TypeId) -> Word {
        let (count, scalar) = self.vector_shape(ty);
        if scalar.class() == ElemClass::UInt {
            return value;
        }
        let uint = self.spv.uint();
        let ty = self.spv.vector(uint, count);
        self.spv.op(Op::Bitcast, ty, &[value])
    }

    /// Components that the source does not have are zero, and a number has the sign of its variable.
    fn widen_output(&mut self, value: Word, variable: &StageVariable) -> Word {
        let (have, scalar) = self.vector_shape(variable.ty);
        let (want, wanted) = self.vector_shape(variable.var_ty);
        if have == want {
            let ty = self.type_of(variable.var_ty);
            return if scalar == wanted { value } else { self.spv.op(Op::Bitcast, ty, &[value]) };
        }
        let element = self.spv.scalar_type(scalar);
        let zero = self.spv.constant_null(element);
        let mut parts: Vec<Word> =
            if have == 1 { vec![value] } else { (0..have).map(|at| self.spv.extract(element, value, &[at])).collect() };
        parts.resize(want as usize, zero);
        let ty = self.type_of(variable.var_ty);
        self.spv.construct(ty, &parts)
    }

    fn store_array_of_one(&mut self, base: Word, ty: TypeId, value: Word) {
        let uint = self.spv.uint();
        let zero = self.spv.constant_uint(0);
        let pointer = self.spv.chain_word(StorageClass::Output, uint, base, &[zero]);
        let value = self.bitcast_from(value, ty);
        self.spv.store_word(pointer, value);
    }

    fn store_part_of_array(&mut self, base: Word, ty: TypeId, value: Word) {
        let float = self.spv.float();
        let count = self.part_count(ty);
        for index in 0..count.unwrap_or(1) {
            let at = self.spv.constant_uint(index);
            let pointer = self.spv.chain_word(StorageClass::Output, float, base, &[at]);
            let part = if count.is_some() { self.spv.extract(float, value, &[index]) } else { value };
            self.spv.store_word(pointer, part);
        }
    }

    /// Writes distances from the element `start + skip` on.
    #[expect(clippy::wildcard_enum_match_arm, reason = "the other types are treated alike")]
    fn store_distance(&mut self, base: Word, vertex: Option<Word>, ty: TypeId, start: Word, value: Word) {
        let float = self.spv.float();
        let uint = self.spv.uint();
        let (count, part) = match self.module.types[ty] {
            Type::Vector(_, count) if count > 1 => (u32::from(count), None),
            Type::Array(element, count) => (count, Some(element)),
            _ => {
                let pointer = self.distance_pointer(base, vertex, start);
                return self.spv.store_word(pointer, value);
            }
        };
        let width = part.map_or(1, |part| self.vector_shape(part).0);
        for index in 0..count {
            let at = self.spv.constant_uint(index * width);
            let at = self.spv.op(Op::IAdd, uint, &[start, at]);
            match part {
                Some(part) => {
                    let part_type = self.type_of(part);
                    let element = self.spv.extract(part_type, value, &[index]);
                    self.store_distance(base, vertex, part, at, element);
                }
                None => {
                    let pointer = self.distance_pointer(base, vertex, at);
                    let element = self.spv.extract(float, value, &[index]);
                    self.spv.store_word(pointer, element);
                }
            }
        }
    }

    fn distance_pointer(&mut self, base: Word, vertex: Option<Word>, at: Word) -> Word {
        let float = self.spv.float();
        let mut indices: Vec<Word> = vertex.into_iter().collect();
        indices.push(at);
        self.spv.chain_word(StorageClass::Output, float, base, &indices)
    }
}
