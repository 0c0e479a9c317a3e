//! Ops that make composites of parts and take them apart.

use super::pieces::{Component, Splitter};
use super::shapes::{Form, Long, PIECE, long, part_form};
use crate::rules::{index_attr, indices};
use dialect::ir::{Attrs, OpId, Type, TypeId, ValueId, Values};
use dialect::spirv::{attrs, facts, ops};
use spirv::Op;

/// The end of a path of indices in a composite.
struct End {
    /// The form of the part.
    form: Form,
    /// The vector that the last index selects a component of.
    of: Option<Long>,
}

impl Splitter<'_> {
    fn end_of(&self, mut ty: TypeId, path: &[u32]) -> End {
        let (mut form, mut of) = (Form::Value, None);
        for at in path {
            of = long(self.module, ty);
            let Some(part) = facts::part_type(&self.module.ctx, ty, *at as usize) else { break };
            if of.is_none() {
                form = part_form(self.module, ty, *at as usize, form);
            }
            ty = part;
        }
        End { form, of }
    }

    /// A path whose last index selects a component of a long vector, as one into the pieces.
    fn in_pieces(path: &[u32], end: &End) -> Vec<u32> {
        let mut path = path.to_vec();
        if end.of.is_some_and(|vector| !vector.is_packed(end.form))
            && let Some(at) = path.pop()
        {
            path.extend([at / PIECE, at % PIECE]);
        }
        path
    }

    pub(super) fn composite_extract(&mut self, op: OpId) {
        let (value, result) = (self.module[op].operands[0], self.module[op].results[0]);
        let path = indices(self.module, op);
        if self.long(value).is_some() && path.len() == 1 {
            let Some(component) = self.components(value).get(path[0] as usize).copied() else {
                return self.give_up(op);
            };
            let ty = self.module.type_of(result);
            let scalar = self.scalar(component, ty);
            return self.replace(op, scalar);
        }
        if let (Some(_), [at]) = (self.long(result), &path[..])
            && let Some(pieces) = self.member(value, *at)
        {
            return self.define(op, pieces);
        }
        self.keep_whole(value);
        let end = self.end_of(self.module.type_of(value), &path);
        if let Some(vector) = self.long(result).filter(|vector| vector.is_packed(end.form)) {
            let ty = self.module.type_of(result);
            let held = self.shapes.map(self.module, ty, end.form);
            let whole = self.extract(value, &path, held);
            let pieces = self.pieces_in(whole, vector, end.form);
            return self.define(op, pieces);
        }
        let path = Self::in_pieces(&path, &end);
        let attr = index_attr(self.module, &path);
        self.module[op].set_attr(attrs::INDICES, attr);
    }

    pub(super) fn composite_insert(&mut self, op: OpId) {
        let [object, value] = [0, 1].map(|at| self.module[op].operands[at]);
        let path = indices(self.module, op);
        if let (Some(vector), [at]) = (self.long(value), &path[..]) {
            let mut pieces = self.pieces(value);
            let (piece, lane) = (at / PIECE, at % PIECE);
            if *at >= vector.len {
                return self.give_up(op);
            }
            let ty = self.piece_type(vector, piece);
            pieces[piece as usize] = match vector.piece_len(piece) {
                1 => object,
                _ => {
                    let indices: Attrs = [(attrs::INDICES, index_attr(self.module, &[lane]))].into();
                    self.emit(ops::core(Op::CompositeInsert), [object, pieces[piece as usize]], &indices, ty)
                }
            };
            return self.define(op, pieces);
        }
        self.keep_whole(value);
        let end = self.end_of(self.module.type_of(value), &path);
        let object = self.in_form(object, end.form);
        let path = Self::in_pieces(&path, &end);
        let attr = index_attr(self.module, &path);
        self.module[op].operands[0] = object;
        self.module[op].set_attr(attrs::INDICES, attr);
    }

    pub(super) fn composite_construct(&mut self, op: OpId) {
        let operands = self.module[op].operands.clone();
        let ty = self.module.type_of(self.module[op].results[0]);
        match &self.module.ctx[ty] {
            Type::Vector { elem, len } => {
                let (elem, len) = (*elem, *len);
                let components: Vec<Component> = operands.iter().flat_map(|part| self.components(*part)).collect();
                self.give(op, &components, Long { elem, len });
            }
            Type::None
            | Type::Int { .. }
            | Type::Float { .. }
            | Type::Function { .. }
            | Type::Spirv(_)
            | Type::Llvm(_) => {
                let parts = operands.iter().enumerate().map(|(at, part)| {
                    let form = part_form(self.module, ty, at, Form::Value);
                    self.in_form(*part, form)
                });
                let parts: Values = parts.collect();
                self.module[op].operands = parts;
            }
        }
    }

    pub(super) fn shuffle(&mut self, op: OpId) {
        let sources: Vec<ValueId> = self.module[op].operands.to_vec();
        let all: Vec<Component> = sources.iter().flat_map(|source| self.components(*source)).collect();
        let chosen = indices(self.module, op);
        let components: Vec<Component> =
            chosen.iter().map(|at| all.get(*at as usize).copied().unwrap_or(Component::Undefined)).collect();
        let elem = self.module.ctx.scalar_of(self.module.type_of(self.module[op].results[0]));
        self.give(op, &components, Long { elem, len: components.len() as u32 });
    }

    /// Makes the result of an op of components: a long vector or a short one.
    fn give(&mut self, op: OpId, components: &[Component], vector: Long) {
        if vector.len > PIECE {
            let pieces = self.assemble_all(components, vector);
            self.define(op, pieces);
        } else {
            let value = self.assemble(components, vector.elem);
            self.replace(op, value);
        }
    }
}
