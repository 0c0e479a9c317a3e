//! The values of a function and their pieces, and the ops that make pieces of a whole and a whole of pieces.

use super::shapes::{Form, Long, PIECE, Shapes, long, vector};
use crate::edit::{self, Pool, Replaced};
use crate::error::at_op;
use crate::rules::index_attr;
use dialect::diagnostics::{Code as Error, Result};
use dialect::ir::{
    Attr, Attrs, BlockId, Def, LocId, Module, OpId, OpInfo, RegionId, Type, TypeId, ValueId, Values, walk,
};
use dialect::spirv::{attrs, ops};
use rustc_hash::{FxHashMap, FxHashSet};
use spirv::Op;
use std::collections::BTreeMap;

/// A component of a value that is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Component {
    /// A scalar.
    Scalar(ValueId),
    /// A component of a short vector.
    Of(ValueId, u32),
    /// An undefined one.
    Undefined,
}

/// The pieces that the result of an op is made of.
#[derive(Debug)]
enum Made {
    /// Those of a vector.
    Vector(Vec<ValueId>),
    /// Those of the members of a struct.
    Members(Vec<Vec<ValueId>>),
}

/// The ops around an op.
#[derive(Debug, Default)]
struct Around {
    before: Vec<OpId>,
    after: Vec<OpId>,
    is_gone: bool,
}

/// Splits the values of a function.
pub(super) struct Splitter<'m> {
    pub(super) module: &'m mut Module,
    pub(super) shapes: &'m mut Shapes,
    pub(super) pool: Pool,
    pub(super) replaced: Replaced,
    entry: BlockId,
    pieces: FxHashMap<ValueId, Vec<ValueId>>,
    /// What the results of ops are made of.
    results: FxHashMap<OpId, Made>,
    /// The values that something needs as a whole.
    whole: FxHashSet<ValueId>,
    around: FxHashMap<OpId, Around>,
    /// The ops at the starts of blocks, which take their arguments apart.
    starts: BTreeMap<BlockId, Vec<OpId>>,
    /// An op whose operands are not of the types that its result requires: the module breaks a rule that is checked behind
    /// the passes.
    unfit: Option<OpId>,
    /// The ops made for the current one, and its location.
    made: Vec<OpId>,
    loc: Option<LocId>,
    /// The variables in which components are found by their index.
    pub(super) scratch: FxHashMap<TypeId, ValueId>,
}

impl<'m> Splitter<'m> {
    pub(super) fn new(module: &'m mut Module, shapes: &'m mut Shapes, region: RegionId) -> Self {
        Splitter {
            pool: Pool::of(module, region),
            entry: module[region].blocks[0],
            replaced: Replaced::with_room(module),
            module,
            shapes,
            pieces: FxHashMap::default(),
            results: FxHashMap::default(),
            whole: FxHashSet::default(),
            around: FxHashMap::default(),
            starts: BTreeMap::new(),
            unfit: None,
            made: Vec::new(),
            loc: None,
            scratch: FxHashMap::default(),
        }
    }

    /// Splits the values of a function.
    pub(super) fn function(mut self, func: OpId) -> Result<()> {
        let ops = walk::ops_in(self.module, func);
        for op in &ops {
            self.loc = self.module[*op].loc;
            self.op(*op)?;
            if !self.made.is_empty() {
                let made = std::mem::take(&mut self.made);
                self.around.entry(*op).or_default().before.extend(made);
            }
        }
        match self.unfit {
            Some(op) => Err(at_op(self.module, op, Error::Verify, "operands do not fit the vector of the result")),
            None => {
                self.finish(&ops);
                Ok(())
            }
        }
    }

    /// Puts everything in its place.
    fn finish(mut self, ops: &[OpId]) {
        for op in ops {
            let Some(result) = self.results.remove(op) else { continue };
            let value = self.module[*op].results[0];
            if !self.whole.contains(&value) {
                self.around.entry(*op).or_default().is_gone = true;
                continue;
            }
            self.loc = self.module[*op].loc;
            let operands: Values = match result {
                Made::Vector(pieces) => self.padded(&pieces, self.long_of(value)),
                Made::Members(members) => {
                    let ty = self.module.type_of(value);
                    let types = super::shapes::member_types(self.module, ty);
                    members.iter().zip(types).map(|(pieces, ty)| self.pack_as(pieces, ty, Form::Value)).collect()
                }
            };
            let made = std::mem::take(&mut self.made);
            self.around.entry(*op).or_default().before.extend(made);
            let data = &mut self.module[*op];
            data.info = ops::core(Op::CompositeConstruct);
            data.operands = operands;
            data.attrs = Attrs::new();
        }
        let mut instead: FxHashMap<OpId, Vec<OpId>> = FxHashMap::default();
        let mut made: Vec<OpId> = self.starts.values().flatten().copied().collect();
        for op in ops {
            let Some(around) = self.around.remove(op) else { continue };
            let own = (!around.is_gone).then_some(*op);
            let all: Vec<OpId> = around.before.into_iter().chain(own).chain(around.after).collect();
            made.extend(&all);
            instead.insert(*op, all);
        }
        ops.iter().chain(&made).for_each(|op| self.replaced.apply(self.module, *op));
        edit::put_in_place(self.module, &instead);
        for (block, first) in self.starts {
            edit::adopt(self.module, block, &first);
            // Variables are the first ops of a function.
            let is_first =
                |op: &OpId| edit::core(self.module, *op) == Some(Op::Variable) || edit::is_reference(self.module, *op);
            let at = match block == self.entry {
                true => self.module[block].ops.iter().take_while(|op| is_first(op)).count(),
                false => 0,
            };
            self.module[block].ops.splice(at..at, first);
        }
        self.pool.finish(self.module);
    }

    /// Makes an op for the current one.
    pub(super) fn emit(
        &mut self,
        info: &'static OpInfo,
        operands: impl Into<Values>,
        attributes: &Attrs,
        ty: TypeId,
    ) -> ValueId {
        let op = self.effect(info, operands, attributes);
        self.module.add_result(op, ty)
    }

    /// Makes an op without a result for the current one.
    pub(super) fn effect(&mut self, info: &'static OpInfo, operands: impl Into<Values>, attributes: &Attrs) -> OpId {
        let op = self.module.add_op(info);
        self.module[op].operands = operands.into();
        self.module[op].attrs = attributes.clone();
        self.module[op].loc = self.loc;
        self.made.push(op);
        op
    }

    /// Makes a core op without attributes.
    pub(super) fn core(&mut self, op: Op, operands: impl Into<Values>, ty: TypeId) -> ValueId {
        self.emit(ops::core(op), operands, &Attrs::new(), ty)
    }

    /// The part of a composite at a path.
    pub(super) fn extract(&mut self, value: ValueId, path: &[u32], ty: TypeId) -> ValueId {
        let indices = [(attrs::INDICES, index_attr(self.module, path))].into();
        self.emit(ops::core(Op::CompositeExtract), [value], &indices, ty)
    }

    /// The vector that a value is, if it is split.
    pub(super) fn long(&self, value: ValueId) -> Option<Long> {
        long(self.module, self.module.type_of(value))
    }

    fn long_of(&self, value: ValueId) -> Long {
        self.long(value).expect("the value is a long vector")
    }

    /// The type of a piece.
    pub(super) fn piece_type(&mut self, long: Long, at: u32) -> TypeId {
        vector(self.module, long.elem, long.piece_len(at))
    }

    /// Notes that something needs a value as a whole.
    pub(super) fn keep_whole(&mut self, value: ValueId) {
        self.whole.insert(value);
    }

    /// Says what the result of an op is made of. The op goes, unless something needs the whole.
    pub(super) fn define(&mut self, op: OpId, mut pieces: Vec<ValueId>) {
        let result = self.module[op].results[0];
        let long = self.long_of(result);
        let types: Vec<TypeId> = (0..long.count()).map(|at| self.piece_type(long, at)).collect();
        if !pieces.iter().map(|piece| self.module.type_of(*piece)).eq(types.iter().copied()) {
            self.give_up(op);
            pieces = types.into_iter().map(|ty| self.pool.undefined(self.module, ty)).collect();
        }
        self.pieces.insert(result, pieces.clone());
        self.results.insert(op, Made::Vector(pieces));
    }

    /// Notes an op that does not fit its operands.
    pub(super) fn give_up(&mut self, op: OpId) {
        self.unfit.get_or_insert(op);
    }

    /// Defines the members of a struct.
    pub(super) fn define_members(&mut self, op: OpId, members: Vec<Vec<ValueId>>) {
        self.results.insert(op, Made::Members(members));
    }

    /// The pieces of a member of a struct, if the struct was made of pieces.
    pub(super) fn member(&self, value: ValueId, at: u32) -> Option<Vec<ValueId>> {
        match self.results.get(&self.module.defining_op(value)?)? {
            Made::Members(members) => members.get(at as usize).cloned(),
            Made::Vector(_) => None,
        }
    }

    /// Replaces the result of an op, which goes.
    pub(super) fn replace(&mut self, op: OpId, value: ValueId) {
        self.replaced.replace(self.module[op].results[0], value);
        self.drop(op);
    }

    /// Removes an op.
    pub(super) fn drop(&mut self, op: OpId) {
        self.around.entry(op).or_default().is_gone = true;
    }

    /// The pieces of a value. Those of a whole are taken out of it where it is defined.
    pub(super) fn pieces(&mut self, value: ValueId) -> Vec<ValueId> {
        if let Some(known) = self.pieces.get(&value) {
            return known.clone();
        }
        let long = self.long_of(value);
        let pieces = self.constant_pieces(value, long).unwrap_or_else(|| {
            self.keep_whole(value);
            let outer = std::mem::take(&mut self.made);
            let pieces = self.pieces_in(value, long, Form::Value);
            let own = std::mem::replace(&mut self.made, outer);
            match self.module[value].def {
                Def::Result(op, _) => self.around.entry(op).or_default().after.extend(own),
                Def::Arg(block, _) => self.starts.entry(block).or_default().extend(own),
            }
            pieces
        });
        self.pieces.insert(value, pieces.clone());
        pieces
    }

    fn constant_pieces(&mut self, value: ValueId, long: Long) -> Option<Vec<ValueId>> {
        let types: Vec<TypeId> = (0..long.count()).map(|at| self.piece_type(long, at)).collect();
        if edit::is_undefined(self.module, value) {
            return Some(types.into_iter().map(|ty| self.pool.undefined(self.module, ty)).collect());
        }
        let attr = edit::constant(self.module, value)?;
        let Attr::Dense { elems, .. } = &self.module.ctx[attr] else { return None };
        let elems = elems.clone();
        let pieces = elems.chunks(PIECE as usize).zip(types).map(|(elems, ty)| {
            let attr = match elems {
                [scalar] => *scalar,
                _ => self.module.ctx.attr(Attr::Dense { elems: elems.into(), ty }),
            };
            self.pool.constant(self.module, attr, ty)
        });
        Some(pieces.collect())
    }

    /// The pieces of a vector that is a composite.
    pub(super) fn pieces_in(&mut self, composite: ValueId, long: Long, form: Form) -> Vec<ValueId> {
        if long.is_packed(form) {
            let components: Vec<Component> =
                (0..long.len).map(|at| Component::Scalar(self.extract(composite, &[at], long.elem))).collect();
            return self.assemble_all(&components, long);
        }
        let full = self.module.ctx.vector(long.elem, PIECE);
        let pieces = (0..long.count()).map(|at| match long.piece_len(at) {
            PIECE => self.extract(composite, &[at], full),
            1 => self.extract(composite, &[at, 0], long.elem),
            len => {
                let whole = self.extract(composite, &[at], full);
                let components: Vec<Component> = (0..len).map(|at| Component::Of(whole, at)).collect();
                self.assemble(&components, long.elem)
            }
        });
        pieces.collect()
    }

    /// The composite of pieces.
    pub(super) fn pack(&mut self, pieces: &[ValueId], long: Long, form: Form) -> ValueId {
        let ty = self.module.ctx.vector(long.elem, long.len);
        self.pack_as(pieces, ty, form)
    }

    fn pack_as(&mut self, pieces: &[ValueId], ty: TypeId, form: Form) -> ValueId {
        let Some(long) = long(self.module, ty) else { return pieces[0] };
        let mapped = self.shapes.map(self.module, ty, form);
        let parts: Values = if long.is_packed(form) {
            let components = self.components_of(pieces, long);
            components.into_iter().map(|component| self.scalar(component, long.elem)).collect()
        } else {
            self.padded(pieces, long)
        };
        self.core(Op::CompositeConstruct, parts, mapped)
    }

    /// Pieces of four components each.
    fn padded(&mut self, pieces: &[ValueId], long: Long) -> Values {
        let rest = long.piece_len(long.count() - 1);
        let mut padded: Values = pieces.iter().copied().collect();
        let Some(last) = padded.pop() else { return padded };
        let full = self.module.ctx.vector(long.elem, PIECE);
        padded.push(match rest {
            PIECE => last,
            1 => self.core(Op::CompositeConstruct, [last; PIECE as usize], full),
            rest => {
                let lanes: Vec<Component> = (0..PIECE).map(|at| Component::Of(last, at.min(rest - 1))).collect();
                self.assemble(&lanes, long.elem)
            }
        });
        padded
    }

    /// The components of a value, of a split vector or not.
    pub(super) fn components(&mut self, value: ValueId) -> Vec<Component> {
        if let Some(long) = self.long(value) {
            let pieces = self.pieces(value);
            return self.components_of(&pieces, long);
        }
        match self.module.ctx[self.module.type_of(value)] {
            Type::Vector { len, .. } => (0..len).map(|at| Component::Of(value, at)).collect(),
            Type::None
            | Type::Int { .. }
            | Type::Float { .. }
            | Type::Function { .. }
            | Type::Spirv(_)
            | Type::Llvm(_) => vec![Component::Scalar(value)],
        }
    }

    fn components_of(&self, pieces: &[ValueId], long: Long) -> Vec<Component> {
        let component = |at: u32| match long.piece_len(at / PIECE) {
            1 => Component::Scalar(pieces[(at / PIECE) as usize]),
            _ => Component::Of(pieces[(at / PIECE) as usize], at % PIECE),
        };
        (0..long.len).map(component).collect()
    }

    /// The value of a component.
    pub(super) fn scalar(&mut self, component: Component, elem: TypeId) -> ValueId {
        match component {
            Component::Scalar(value) => value,
            Component::Of(vector, at) => self.extract(vector, &[at], elem),
            Component::Undefined => self.pool.undefined(self.module, elem),
        }
    }

    /// The pieces that consist of components.
    pub(super) fn assemble_all(&mut self, components: &[Component], long: Long) -> Vec<ValueId> {
        components.chunks(PIECE as usize).map(|piece| self.assemble(piece, long.elem)).collect()
    }

    /// The scalar or short vector that consists of components.
    pub(super) fn assemble(&mut self, components: &[Component], elem: TypeId) -> ValueId {
        if let [component] = components {
            return self.scalar(*component, elem);
        }
        let ty = self.module.ctx.vector(elem, components.len() as u32);
        match self.shuffled(components, ty) {
            Some(value) => value,
            None => {
                let parts: Values = components.iter().map(|component| self.scalar(*component, elem)).collect();
                self.core(Op::CompositeConstruct, parts, ty)
            }
        }
    }

    /// The vector of components of at most two others.
    fn shuffled(&mut self, components: &[Component], ty: TypeId) -> Option<ValueId> {
        let mut sources: Vec<ValueId> = Vec::with_capacity(2);
        for component in components {
            match component {
                Component::Of(vector, _) if !sources.contains(vector) => sources.push(*vector),
                Component::Of(..) | Component::Undefined => {}
                Component::Scalar(_) => return None,
            }
        }
        let (first, second) = match sources[..] {
            [only] => (only, only),
            [first, second] => (first, second),
            _ => return None,
        };
        let is_whole = self.module.type_of(first) == ty
            && components.iter().enumerate().all(|(at, it)| *it == Component::Of(first, at as u32));
        if is_whole {
            return Some(first);
        }
        let Type::Vector { len, .. } = self.module.ctx[self.module.type_of(first)] else { return None };
        let lanes: Vec<u32> = components
            .iter()
            .map(|component| match component {
                Component::Of(vector, at) if *vector == first => *at,
                Component::Of(_, at) => len + at,
                Component::Scalar(_) | Component::Undefined => u32::MAX,
            })
            .collect();
        let lanes = [(attrs::INDICES, index_attr(self.module, &lanes))].into();
        Some(self.emit(ops::core(Op::VectorShuffle), [first, second], &lanes, ty))
    }
}
