//! Components of vectors and elements of matrices, as values and as places.

use crate::builder::num::Num;
use crate::emitter::places::place::{Place, Pointer, Value};
use crate::emitter::{Emitter, Repr};
use sema::hir::expr::{Category, Components, ExprId, ExprKind, MatrixElements};
use sema::hir::ty::{Scalar, Type, TypeId};
use spirv::{Op, Word};

impl Emitter<'_> {
    /// The components of components.
    fn compose(inner: Components, outer: Components) -> Components {
        let mut items = [0; 4];
        for (item, &component) in items.iter_mut().zip(outer.as_slice()) {
            *item = inner.items[component as usize];
        }
        Components { items, len: outer.len }
    }

    /// Looks through swizzles of swizzles of one category.
    fn condense(&self, base: ExprId, components: Components, category: Category) -> (ExprId, Components) {
        let (mut base, mut components) = (base, components);
        while let ExprKind::Swizzle { base: inner, components: taken } = &self.expr_of(base).kind
            && self.expr_of(base).category == category
        {
            components = Self::compose(*taken, components);
            base = *inner;
        }
        (base, components)
    }

    /// The shape of a vector that is swizzled.
    fn vector_num(&self, base: ExprId) -> Num {
        let ty = self.expr_of(base).ty;
        Num::of(self.module, ty).unwrap_or(Num::scalar(Scalar::Float))
    }

    /// `base.components` as a place.
    pub(crate) fn swizzle_place(&mut self, base: ExprId, components: Components, ty: TypeId) -> Place {
        let (base, components) = self.condense(base, components, Category::Place);
        if let ExprKind::MatrixSwizzle { base: matrix, elements } = self.expr_of(base).kind {
            let mut items = [(0, 0); 4];
            for (item, &component) in items.iter_mut().zip(components.as_slice()) {
                *item = elements.items[component as usize];
            }
            let elements = MatrixElements { items, len: components.len };
            return self.matrix_swizzle_place(matrix, elements, ty);
        }
        let num = self.vector_num(base);
        let place = self.place(base);
        if is_identity(num, components) {
            return place;
        }
        match (place, components.as_slice()) {
            (Place::Memory(pointer), &[component]) => {
                let index = self.spv.constant_int(i32::from(component));
                Place::Memory(self.element_pointer(pointer, index, ty))
            }
            (place, _) => Place::Components { base: Box::new(place), num, components },
        }
    }

    /// `base.components` as a value.
    pub(crate) fn swizzle_value(&mut self, base: ExprId, components: Components) -> Word {
        let (base, components) = self.condense(base, components, Category::Value);
        let num = self.vector_num(base);
        if components.len == 1 && num.is_vector() && self.leads_to_memory(base) {
            let pointer = self.pointer(base);
            return self.component_of(pointer, num, components.items[0]);
        }
        let vector = self.expr(base);
        self.select_components(vector, num, components)
    }

    /// Reads one component of a vector in memory.
    fn component_of(&mut self, vector: Pointer, num: Num, component: u8) -> Word {
        let index = self.spv.constant_int(i32::from(component));
        let elem = self.scalar_in(num.elem, vector.repr.layout());
        let id = self.spv.chain_word(vector.storage, elem, vector.id, &[index]);
        let value = self.load_from(self.number_in(vector, id), elem);
        self.scalar_from_memory(value, num.elem, vector.repr)
    }

    /// The pointer to a number of a vector or matrix, by its id.
    fn number_in(&self, whole: Pointer, id: Word) -> Pointer {
        Pointer { id, align: whole.align.min(self.number_size(whole.ty)), ..whole }
    }

    /// Components of a vector.
    pub(crate) fn select_components(&mut self, vector: Word, num: Num, components: Components) -> Word {
        let indices: Vec<u32> = components.as_slice().iter().map(|&index| u32::from(index)).collect();
        if is_identity(num, components) {
            return vector;
        }
        match indices.as_slice() {
            [one] => self.spv.component(num, vector, *one),
            many if num.is_scalar() => self.spv.construct_vector(num.elem, &vec![vector; many.len()]),
            many => self.spv.shuffle_num(num.elem, vector, vector, many),
        }
    }

    /// A vector that a place holds, however it lies there.
    pub(crate) fn read_vector(&mut self, place: &Place) -> Word {
        let value = self.read(place);
        match place {
            Place::Memory(pointer) => self.plain(value, pointer.ty),
            Place::Bits(..)
            | Place::Components { .. }
            | Place::Elements { .. }
            | Place::Texel(_)
            | Place::Within { .. } => value.id,
        }
    }

    /// Writes components of a vector.
    pub(crate) fn write_components(&mut self, base: &Place, num: Num, components: Components, value: Word) {
        let old = self.read_vector(base);
        let ty = self.spv.num_type(num);
        let new = if let &[component] = components.as_slice() {
            self.spv.insert(ty, value, old, &[u32::from(component)])
        } else {
            let mut selectors: Vec<u32> = (0..num.columns).collect();
            for (from, &component) in (num.columns..).zip(components.as_slice()) {
                selectors[component as usize] = from;
            }
            self.spv.shuffle(ty, old, value, &selectors)
        };
        self.write_number(base, new);
    }

    /// Writes a number where it needs no conversion but that of its representation.
    fn write_number(&mut self, place: &Place, value: Word) {
        match place {
            Place::Memory(pointer) => self.write_pointer(*pointer, Value::plain(value)),
            Place::Bits(unit, _) => self.write(place, Value::plain(value), unit.ty),
            Place::Components { base, num, components } => self.write_components(base, *num, *components, value),
            Place::Elements { matrix, num, elements } => self.write_elements(*matrix, *num, *elements, value),
            Place::Texel(texel) => self.write_texel(texel, value),
            Place::Within { part, .. } => self.write(place, Value::plain(value), part.ty),
        }
    }

    /// The indices that lead to an element of a matrix.
    fn element_indices(&self, matrix: TypeId, position: (u8, u8)) -> Vec<u32> {
        let (row, column) = position;
        let Type::Matrix { rows, columns, .. } = self.module.types[matrix] else { return vec![u32::from(column)] };
        let row = (rows > 1).then_some(u32::from(row));
        let column = (columns > 1).then_some(u32::from(column));
        row.into_iter().chain(column).collect()
    }

    fn matrix_element(&mut self, matrix: Pointer, elem: Scalar, position: (u8, u8)) -> Word {
        let indices = self.element_indices(matrix.ty, position);
        if indices.is_empty() {
            return matrix.id;
        }
        let indices: Vec<Word> = indices.iter().map(|&index| self.spv.constant_int(index as i32)).collect();
        let elem = self.scalar_in(elem, matrix.repr.layout());
        self.spv.chain_word(matrix.storage, elem, matrix.id, &indices)
    }

    /// `base.elements` as a place.
    pub(crate) fn matrix_swizzle_place(&mut self, base: ExprId, elements: MatrixElements, ty: TypeId) -> Place {
        let num = self.vector_num(base);
        let matrix = match self.place(base) {
            Place::Memory(pointer) => pointer,
            whole @ (Place::Bits(..)
            | Place::Components { .. }
            | Place::Elements { .. }
            | Place::Texel(_)
            | Place::Within { .. }) => return self.matrix_swizzle_within(whole, base, elements, ty),
        };
        self.elements_of(matrix, num, elements, ty)
    }

    fn elements_of(&mut self, matrix: Pointer, num: Num, elements: MatrixElements, ty: TypeId) -> Place {
        if let &[position] = elements.as_slice() {
            let id = self.matrix_element(matrix, num.elem, position);
            let repr = self.element_repr(matrix.repr);
            return Place::Memory(Pointer { ty, repr, ..self.number_in(matrix, id) });
        }
        Place::Elements { matrix, num, elements }
    }

    /// Elements of a matrix that is not a memory.
    fn matrix_swizzle_within(&mut self, whole: Place, base: ExprId, elements: MatrixElements, ty: TypeId) -> Place {
        let matrix_type = self.expr_of(base).ty;
        let num = self.vector_num(base);
        let value = self.read(&whole);
        let value = self.plain(value, matrix_type);
        let copy = self.materialise(value, matrix_type, None);
        match self.elements_of(copy, num, elements, ty) {
            Place::Memory(part) => Place::Within { whole: Box::new(whole), copy, part },
            place @ (Place::Bits(..)
            | Place::Components { .. }
            | Place::Elements { .. }
            | Place::Texel(_)
            | Place::Within { .. }) => place,
        }
    }

    /// `base.elements` as a value.
    pub(crate) fn matrix_swizzle_value(&mut self, base: ExprId, elements: MatrixElements) -> Word {
        let num = self.vector_num(base);
        let ty = self.expr_of(base).ty;
        let matrix = self.expr(base);
        let elem = self.spv.scalar_type(num.elem);
        let parts: Vec<Word> = elements
            .as_slice()
            .iter()
            .map(|&position| match self.element_indices(ty, position).as_slice() {
                [] => matrix,
                indices => self.spv.extract(elem, matrix, indices),
            })
            .collect();
        self.spv.construct_vector(num.elem, &parts)
    }

    /// Reads elements of a matrix in memory.
    pub(crate) fn read_elements(&mut self, matrix: Pointer, num: Num, elements: MatrixElements) -> Word {
        let word = self.scalar_in(num.elem, matrix.repr.layout());
        let parts: Vec<Word> = elements
            .as_slice()
            .iter()
            .map(|&position| {
                let pointer = self.matrix_element(matrix, num.elem, position);
                let value = self.load_from(self.number_in(matrix, pointer), word);
                self.scalar_from_memory(value, num.elem, matrix.repr)
            })
            .collect();
        self.spv.construct_vector(num.elem, &parts)
    }

    /// Writes elements of a matrix in memory.
    pub(crate) fn write_elements(&mut self, matrix: Pointer, num: Num, elements: MatrixElements, value: Word) {
        let count = u32::from(elements.len);
        for (index, &position) in (0..).zip(elements.as_slice()) {
            let scalar = self.spv.component(Num::vector(num.elem, count), value, index);
            let pointer = self.matrix_element(matrix, num.elem, position);
            let scalar = self.scalar_to_memory(scalar, num.elem, matrix.repr);
            self.store_to(self.number_in(matrix, pointer), scalar);
        }
    }

    fn scalar_from_memory(&mut self, value: Word, elem: Scalar, repr: Repr) -> Word {
        if elem == Scalar::Bool && repr != Repr::Value {
            return self.as_bool(value, Num::scalar(Scalar::UInt));
        }
        value
    }

    fn scalar_to_memory(&mut self, value: Word, elem: Scalar, repr: Repr) -> Word {
        if elem == Scalar::Bool && repr != Repr::Value {
            return self.numeric(value, Num::scalar(Scalar::Bool), Scalar::UInt);
        }
        value
    }

    /// `select` by rows, for a condition of the same shape.
    pub(crate) fn select_num(&mut self, num: Num, condition: Word, then: Word, otherwise: Word) -> Word {
        if !num.is_matrix() {
            return self.spv.op_num(Op::Select, num, &[condition, then, otherwise]);
        }
        let operands = [(num.with_elem(Scalar::Bool), condition), (num, then), (num, otherwise)];
        self.by_rows(&operands, num, |this, parts| this.spv.op_num(Op::Select, num.row(), parts))
    }
}

/// Returns whether all components are taken in order.
fn is_identity(num: Num, components: Components) -> bool {
    num.columns == u32::from(components.len) && (0..).zip(components.as_slice()).all(|(index, &item)| index == item)
}
