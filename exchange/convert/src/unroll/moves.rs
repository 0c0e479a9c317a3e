//! Ops that move components from their operands to their results: which component comes from where, and the ops on parts
//! that do so.

use super::Unroller;
use crate::rows;
use crate::tree::{Fact, Node, Ty, Value};
use dialect::diagnostics::Result;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// The lengths of the dimensions of a vector; a scalar has none.
pub(super) struct Shape(Vec<u64>);

/// A component of an operand, by their numbers.
type From = (usize, u64);

impl Shape {
    pub(super) fn of(ty: &Ty) -> Shape {
        match ty {
            Ty::Vector { shape, .. } => Shape(shape.clone()),
            _ => Shape(Vec::new()),
        }
    }

    /// The number of components.
    pub(super) fn count(&self) -> u64 {
        self.0.iter().product()
    }

    /// The place of a component in each dimension.
    fn place(&self, mut at: u64) -> Vec<u64> {
        let mut place = vec![0; self.0.len()];
        for (place, len) in place.iter_mut().zip(&self.0).rev() {
            (*place, at) = (at % len, at / len);
        }
        place
    }

    /// The number of the component at a place; those of a longer place that come first do not count. Places outside have
    /// none.
    fn at(&self, place: &[u64]) -> Option<u64> {
        let place = &place[place.len().checked_sub(self.0.len())?..];
        let inside = place.iter().zip(&self.0).all(|(at, len)| at < len);
        inside.then(|| place.iter().zip(&self.0).fold(0, |all, (at, len)| all * len + at))
    }
}

impl Unroller<'_> {
    /// An op that moves components.
    pub(super) fn moved(&mut self, node: &Node, name: &str, out: &mut Vec<Node>) -> Result<()> {
        if node.numbers("static_position").is_some_and(|position| position.contains(&-1)) {
            return self.poisoned(node, out);
        }
        let shapes: Vec<Shape> = node.operands.iter().map(|value| Shape::of(&self.type_of(*value))).collect();
        let mut scalars = FxHashMap::default();
        for (at, result) in node.results.iter().enumerate() {
            let ty = self.type_of(*result);
            let shape = Shape::of(&ty);
            let all = (0..shape.count()).map(|component| source(node, name, &shapes, &shape, at, component));
            let Some(sources) = all.collect::<Option<Vec<From>>>() else {
                return self.error(node, "cannot be converted to SPIR-V");
            };
            let (part, _) = self.part(&ty).unwrap_or((ty, 1));
            let len = Shape::of(&part).count() as usize;
            let mut parts = Vec::new();
            for own in sources.chunks(len) {
                parts.push(self.gathered(node, own, &part, &mut scalars, out));
            }
            self.parts.insert(*result, parts);
        }
        Ok(())
    }

    /// A component that no vector has: the results may be anything.
    fn poisoned(&mut self, node: &Node, out: &mut Vec<Node>) -> Result<()> {
        for result in node.results.iter().flat_map(|result| self.defined(*result)).collect::<Vec<Value>>() {
            out.extend(made("ub.poison", node, Vec::new(), result));
        }
        Ok(())
    }

    /// A vector of components of operands, or one of these.
    fn gathered(
        &mut self,
        node: &Node,
        sources: &[From],
        ty: &Rc<Ty>,
        scalars: &mut FxHashMap<From, Value>,
        out: &mut Vec<Node>,
    ) -> Value {
        if let Some(whole) = self.whole(node, sources, ty) {
            return whole;
        }
        let operands: Vec<Value> = sources.iter().map(|from| self.scalar(node, *from, scalars, out)).collect();
        match operands[..] {
            [only] if Shape::of(ty).0.is_empty() => only,
            _ => {
                let value = self.add(ty.clone());
                out.extend(made("vector.from_elements", node, operands, value));
                value
            }
        }
    }

    /// The part of an operand that has just these components.
    fn whole(&self, node: &Node, sources: &[From], ty: &Rc<Ty>) -> Option<Value> {
        let (operand, first) = *sources.first()?;
        let len = sources.len() as u64;
        let follows = |(at, from): (u64, &From)| *from == (operand, first + at);
        if first % len != 0 || !(0..).zip(sources).all(follows) {
            return None;
        }
        let part = *self.used(node.operands[operand]).get((first / len) as usize)?;
        (self.type_of(part) == *ty).then_some(part)
    }

    /// A component of an operand.
    fn scalar(&mut self, node: &Node, from: From, scalars: &mut FxHashMap<From, Value>, out: &mut Vec<Node>) -> Value {
        if let Some(known) = scalars.get(&from) {
            return *known;
        }
        let parts = self.used(node.operands[from.0]);
        let ty = self.type_of(parts[0]);
        let shape = Shape::of(&ty);
        let (part, at) = (parts[(from.1 / shape.count()) as usize], from.1 % shape.count());
        if shape.0.is_empty() {
            return part;
        }
        let value = self.add(ty.scalar());
        let place = shape.place(at).into_iter().map(|at| Fact::Number(at.to_string())).collect();
        out.extend(made("vector.extract", node, vec![part], value).map(|mut made| {
            made.add("static_position", Fact::List(place));
            made
        }));
        scalars.insert(from, value);
        value
    }
}

/// A new op at the place of another.
fn made(name: &str, node: &Node, operands: Vec<Value>, result: Value) -> Option<Node> {
    Some(Node { row: rows::find(name)?, at: node.at, operands, results: vec![result], ..Node::default() })
}

/// Where a component of a result comes from. `None` where that is not known.
fn source(node: &Node, name: &str, from: &[Shape], to: &Shape, result: usize, at: u64) -> Option<From> {
    let place = to.place(at);
    let numbers =
        |name: &str| node.numbers(name)?.into_iter().map(|at| u64::try_from(at).ok()).collect::<Option<Vec<u64>>>();
    let found = match name {
        "vector.broadcast" | "vector.splat" => {
            let own = from.first()?;
            let place = place.get(place.len().checked_sub(own.0.len())?..)?;
            let place: Vec<u64> = place.iter().zip(&own.0).map(|(at, len)| if *len == 1 { 0 } else { *at }).collect();
            (0, own.at(&place)?)
        }
        "vector.from_elements" => (at as usize, 0),
        "vector.to_elements" => (0, result as u64),
        "vector.shape_cast" => (0, at),
        "vector.extract" => (0, from.first()?.at(&[numbers("static_position")?, place].concat())?),
        "vector.insert" => {
            let position = numbers("static_position")?;
            match place.strip_prefix(&position[..]) {
                Some(rest) => (0, from.first()?.at(rest)?),
                None => (1, at),
            }
        }
        "vector.extract_strided_slice" => {
            let (offsets, strides) = (numbers("offsets")?, numbers("strides")?);
            let moved = |(dim, at): (usize, &u64)| match (offsets.get(dim), strides.get(dim)) {
                (Some(offset), Some(stride)) => at.checked_mul(*stride)?.checked_add(*offset),
                _ => Some(*at),
            };
            (0, from.first()?.at(&place.iter().enumerate().map(moved).collect::<Option<Vec<u64>>>()?)?)
        }
        "vector.insert_strided_slice" => {
            let (own, offsets) = (from.first()?, numbers("offsets")?);
            if numbers("strides")?.iter().any(|stride| *stride != 1) {
                return None;
            }
            let moved: Option<Vec<u64>> =
                place.iter().enumerate().map(|(dim, at)| at.checked_sub(*offsets.get(dim)?)).collect();
            // Dimensions that the part has not are those that come first.
            let first = place.len().checked_sub(own.0.len())?;
            let inside =
                moved.filter(|moved| moved[..first].iter().all(|at| *at == 0)).and_then(|moved| own.at(&moved));
            inside.map_or((1, at), |own| (0, own))
        }
        "vector.shuffle" => {
            let (row, rest) = place.split_first()?;
            let first = from.first()?;
            // An undefined row may be any.
            let row = u64::try_from(*node.numbers("mask")?.get(*row as usize)?).unwrap_or(0);
            let rows = *first.0.first()?;
            let (operand, row) = if row < rows { (0, row) } else { (1, row - rows) };
            (operand, from.get(operand)?.at(&[&[row], rest].concat())?)
        }
        "vector.interleave" => {
            let (last, rest) = place.split_last()?;
            let operand = (last % 2) as usize;
            (operand, from.get(operand)?.at(&[rest, &[last / 2]].concat())?)
        }
        "vector.deinterleave" => {
            let (last, rest) = place.split_last()?;
            (0, from.first()?.at(&[rest, &[2 * last + result as u64]].concat())?)
        }
        "vector.transpose" => {
            let permutation = numbers("permutation")?;
            let mut own = vec![0; place.len()];
            for (at, dim) in place.iter().zip(permutation) {
                *own.get_mut(dim as usize)? = *at;
            }
            (0, from.first()?.at(&own)?)
        }
        _ => return None,
    };
    let (operand, component) = found;
    (component < from.get(operand)?.count()).then_some(found)
}
