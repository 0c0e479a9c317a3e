//! Buffers: allocation, access to their elements, and views of them.

use super::bytes;
use super::machine::{Flow, Machine};
use super::values::{self, Held, View};
use crate::tree::{Fact, MemRef, Node, Ty, Value};
use dialect::diagnostics::Result;
use std::rc::Rc;

/// `memref.alloc`, `memref.alloca`, `gpu.alloc`.
pub(super) fn allocate(machine: &mut Machine<'_>, node: &Node) -> Result<Flow> {
    let Some(result) = node.results.first() else { return machine.error("the op has too few results") };
    let Ty::MemRef(ty) = &**machine.type_of(*result) else { return machine.error("expected a buffer") };
    let sizes = machine.untimed(&node.operands);
    let view = machine.buffer(ty, &sizes)?;
    machine.set(*result, Held::View(Rc::new(view)));
    // The token of an asynchronous op.
    node.results[1..].iter().for_each(|token| machine.set(*token, Held::Bits(0)));
    Ok(Flow::Next)
}

/// `memref.dealloc`, `gpu.dealloc`.
pub(super) fn release(machine: &mut Machine<'_>, node: &Node) -> Result<Flow> {
    let Some(buffer) = machine.untimed(&node.operands).first().copied() else {
        return machine.error("the op has too few operands");
    };
    let buffer = machine.view(buffer)?.buffer;
    let released = machine.buffers.release(buffer);
    machine.found(released)?;
    machine.finish(node)
}

/// `memref.load`.
pub(super) fn load(machine: &mut Machine<'_>, node: &Node) -> Result<Flow> {
    let view = machine.view(machine.operand(node, 0)?)?;
    let at = machine.element(&view, &node.operands[1..], 1)?;
    let held = machine.read(&view, at)?;
    machine.give(node, held)
}

/// `memref.store`.
pub(super) fn store(machine: &mut Machine<'_>, node: &Node) -> Result<Flow> {
    let held = machine.value(machine.operand(node, 0)?)?;
    let view = machine.view(machine.operand(node, 1)?)?;
    let at = machine.element(&view, &node.operands[2..], 1)?;
    machine.write(&view, at, &held)?;
    Ok(Flow::Next)
}

/// `vector.load`: as many elements of the last dimension as the vector has.
pub(super) fn load_vector(machine: &mut Machine<'_>, node: &Node) -> Result<Flow> {
    let Some(result) = node.results.first() else { return machine.error("the op has too few results") };
    let view = machine.view(machine.operand(node, 0)?)?;
    let ty = machine.type_of(*result);
    if *view.elem == **ty {
        return load(machine, node);
    }
    let count = values::components(ty).unwrap_or(1);
    let first = machine.element(&view, &node.operands[1..], count as u64)?;
    let mut parts = Vec::with_capacity(count);
    for at in 0..count as i64 {
        match machine.read(&view, first.wrapping_add(at.wrapping_mul(machine.last_stride(&view)?)))? {
            Held::Bits(bits) => parts.push(bits),
            Held::Vector(more) => parts.extend(more.iter()),
            Held::View(_) | Held::Nothing => return machine.error("expected numbers"),
        }
    }
    machine.give(node, Held::Vector(parts.into()))
}

/// `vector.store`.
pub(super) fn store_vector(machine: &mut Machine<'_>, node: &Node) -> Result<Flow> {
    let held = machine.value(machine.operand(node, 0)?)?;
    let view = machine.view(machine.operand(node, 1)?)?;
    let Held::Vector(parts) = held else { return machine.error("expected a vector") };
    if matches!(&*view.elem, Ty::Vector { .. }) {
        let at = machine.element(&view, &node.operands[2..], 1)?;
        machine.write(&view, at, &Held::Vector(parts))?;
        return Ok(Flow::Next);
    }
    let first = machine.element(&view, &node.operands[2..], parts.len() as u64)?;
    for (at, part) in (0i64..).zip(parts.iter()) {
        machine.write(&view, first.wrapping_add(at.wrapping_mul(machine.last_stride(&view)?)), &Held::Bits(*part))?;
    }
    Ok(Flow::Next)
}

/// `memref.cast`, `memref.memory_space_cast`.
pub(super) fn cast(machine: &mut Machine<'_>, node: &Node) -> Result<Flow> {
    let view = machine.view(machine.operand(node, 0)?)?;
    let Some(result) = node.results.first() else { return machine.error("the op has too few results") };
    let ty = machine.type_of(*result);
    let elem = match &**ty {
        Ty::MemRef(MemRef { elem, .. }) | Ty::Unranked(elem) => elem,
        _ => return machine.error("expected a buffer"),
    };
    if **elem != *view.elem {
        return machine.error("the buffer has elements of another type");
    }
    if let Ty::MemRef(target) = &**ty {
        machine.fits(&view, target)?;
    }
    machine.give(node, Held::View(view))
}

/// `memref.reinterpret_cast`: other sizes and distances on the same elements.
pub(super) fn recast(machine: &mut Machine<'_>, node: &Node) -> Result<Flow> {
    let view = machine.view(machine.operand(node, 0)?)?;
    let mut dynamic = node.operands[1..].iter();
    let mut numbers = |name: &str| -> Result<Vec<i64>> {
        let all = node.numbers(name).unwrap_or_default();
        let mut found = Vec::new();
        for number in all {
            found.push(match (number, number == i64::MIN) {
                (number, false) => number,
                (_, true) => match dynamic.next() {
                    Some(value) => machine.bits(*value)? as i64,
                    None => return machine.error("the op has too few operands"),
                },
            });
        }
        Ok(found)
    };
    let (offset, sizes) = (numbers("static_offsets")?, numbers("static_sizes")?);
    let strides = numbers("static_strides")?;
    let [offset] = offset[..] else { return machine.error("expected one offset") };
    if sizes.len() != strides.len() || sizes.iter().any(|size| *size < 0) {
        return machine.error("sizes and strides do not fit");
    }
    let shape = sizes.into_iter().map(|size| size as u64).collect();
    let recast = View { offset, shape, strides, ..View::clone(&view) };
    machine.give(node, Held::View(Rc::new(recast)))
}

/// `memref.dim`.
pub(super) fn length(machine: &mut Machine<'_>, node: &Node) -> Result<Flow> {
    let view = machine.view(machine.operand(node, 0)?)?;
    let dimension = machine.bits(machine.operand(node, 1)?)?;
    match view.shape.get(dimension as usize) {
        Some(length) => machine.give(node, Held::Bits(*length)),
        None => machine.error(format!("the buffer has no dimension {dimension}")),
    }
}

/// `memref.rank`.
pub(super) fn rank(machine: &mut Machine<'_>, node: &Node) -> Result<Flow> {
    let rank = machine.view(machine.operand(node, 0)?)?.shape.len();
    machine.give(node, Held::Bits(rank as u64))
}

/// `memref.get_global`.
pub(super) fn global(machine: &mut Machine<'_>, node: &Node) -> Result<Flow> {
    let name = node.word("name").unwrap_or_default();
    if let Some(view) = machine.globals.get(name).cloned() {
        return machine.give(node, Held::View(view));
    }
    let program = machine.program;
    let Some(op) = program.globals.get(name) else { return machine.error(format!("unknown global buffer '{name}'")) };
    let op = &program.tree.ops[*op];
    let Some(Fact::Type(ty)) = op.fact("type") else { return machine.error("the global buffer has no type") };
    let Ty::MemRef(ty) = &**ty else { return machine.error("the global buffer has another type") };
    if values::size_of(&ty.elem).is_none() {
        return machine.error("the host has no values of this type");
    }
    let view = Rc::new(machine.buffer(ty, &[])?);
    if let Some(value) = op.fact("initial_value") {
        machine.initialize(&view, value)?;
    }
    machine.globals.insert(name.to_owned(), view.clone());
    machine.give(node, Held::View(view))
}

impl Machine<'_> {
    /// Operands without tokens of asynchronous ops.
    pub(super) fn untimed(&self, operands: &[Value]) -> Vec<Value> {
        let is_token = |value: &Value| matches!(&**self.type_of(*value), Ty::Other(_));
        operands.iter().copied().filter(|value| !is_token(value)).collect()
    }

    /// Gives the token of an asynchronous op.
    pub(super) fn finish(&mut self, node: &Node) -> Result<Flow> {
        node.results.iter().for_each(|token| self.set(*token, Held::Bits(0)));
        Ok(Flow::Next)
    }

    /// A new buffer of a type, with these lengths where it has none.
    fn buffer(&mut self, ty: &MemRef, sizes: &[Value]) -> Result<View> {
        if ty.layout.is_some() {
            return self.error("buffers are allocated without a layout");
        }
        let mut sizes = sizes.iter();
        let mut shape = Vec::new();
        for length in &ty.shape {
            shape.push(match length {
                Some(length) => *length,
                None => match sizes.next() {
                    Some(value) => self.bits(*value)?,
                    None => return self.error("the op has too few operands"),
                },
            });
        }
        let bytes =
            shape.iter().try_fold(values::size_of(&ty.elem).unwrap_or(1) as u64, |all, len| all.checked_mul(*len));
        let Some(bytes) = bytes.filter(|bytes| *bytes < 1 << 40) else {
            return self.error("the buffer has too many elements");
        };
        let buffer = self.allocate(bytes)?;
        let strides = row_by_row(&shape);
        Ok(View { buffer, offset: 0, shape, strides, elem: ty.elem.clone() })
    }

    /// Writes the constant that a global buffer starts with.
    fn initialize(&mut self, view: &View, value: &Fact) -> Result<()> {
        let scalar = self.scalar(&view.elem)?;
        let parts = match value {
            Fact::Typed(inner, _) => return self.initialize(view, inner),
            Fact::Dense(parts) | Fact::List(parts) => &parts[..],
            _ => return self.error("the initial value is not a constant"),
        };
        let numbers = parts.iter().map(|part| self.number(part, scalar)).collect::<Result<Vec<u64>>>()?;
        let bytes = self.buffers.bytes_mut(view.buffer);
        let bytes = match bytes {
            Ok(bytes) => bytes,
            Err(missing) => return self.found(Err(missing)),
        };
        let count = bytes.len() / scalar.bytes();
        match numbers[..] {
            [only] => bytes::write(bytes, &vec![only; count], scalar),
            _ if numbers.len() == count => bytes::write(bytes, &numbers, scalar),
            _ => return self.error("the constant has another number of components"),
        }
        Ok(())
    }

    /// The distance of neighbours in the last dimension.
    fn last_stride(&self, view: &View) -> Result<i64> {
        view.strides.last().copied().map_or_else(|| self.error("the buffer has no dimensions"), Ok)
    }

    /// The number of an element, of which this many follow in the last dimension.
    fn element(&self, view: &View, indices: &[Value], count: u64) -> Result<i64> {
        if indices.len() != view.shape.len() {
            return self.error("the op has another number of indices than the buffer has dimensions");
        }
        let mut at = view.offset;
        for (dimension, index) in indices.iter().enumerate() {
            let index = self.bits(*index)?;
            let count = if dimension + 1 == indices.len() { count } else { 1 };
            let length = view.shape[dimension];
            if index.checked_add(count).is_none_or(|end| end > length) {
                return self.error(format!(
                    "index {} of dimension {dimension} is out of bounds: its length is {length}",
                    index as i64
                ));
            }
            at = at.wrapping_add((index as i64).wrapping_mul(view.strides[dimension]));
        }
        Ok(at)
    }

    /// The bytes of an element.
    fn range(&self, view: &View, at: i64) -> Result<std::ops::Range<usize>> {
        let size = values::size_of(&view.elem).unwrap_or(1);
        let bytes = self.found(self.buffers.bytes(view.buffer))?.len();
        let start = usize::try_from(at).ok().and_then(|at| at.checked_mul(size));
        match start.filter(|start| start.checked_add(size).is_some_and(|end| end <= bytes)) {
            Some(start) => Ok(start..start + size),
            None => self.error("the element is outside of the buffer"),
        }
    }

    /// An element by its number.
    pub(super) fn read(&self, view: &View, at: i64) -> Result<Held> {
        let range = self.range(view, at)?;
        let scalar = self.scalar(&view.elem)?;
        let bytes = self.found(self.buffers.bytes(view.buffer))?;
        Ok(bytes::read(&bytes[range], scalar, matches!(&*view.elem, Ty::Vector { .. })))
    }

    /// Writes an element.
    pub(super) fn write(&mut self, view: &View, at: i64, held: &Held) -> Result<()> {
        let range = self.range(view, at)?;
        let scalar = self.scalar(&view.elem)?;
        let numbers: &[u64] = match held {
            Held::Bits(bits) => &[*bits],
            Held::Vector(parts) => parts,
            Held::View(_) | Held::Nothing => return self.error("expected a number"),
        };
        match self.buffers.bytes_mut(view.buffer) {
            Ok(bytes) => bytes::write(&mut bytes[range], numbers, scalar),
            Err(missing) => return self.found(Err(missing)),
        }
        Ok(())
    }

    /// Checks that a buffer is of a type, as far as that says.
    fn fits(&self, view: &View, ty: &MemRef) -> Result<()> {
        let is = |wanted: &Option<u64>, own: i64| wanted.is_none_or(|wanted| i64::try_from(wanted) == Ok(own));
        let lengths = ty.shape.len() == view.shape.len()
            && ty.shape.iter().zip(&view.shape).all(|(wanted, own)| is(wanted, *own as i64));
        let is_laid_out = match &ty.layout {
            Some(layout) => {
                is(&layout.offset, view.offset)
                    && layout.strides.iter().zip(&view.strides).all(|(wanted, own)| is(wanted, *own))
            }
            None => view.offset == 0 && view.strides == row_by_row(&view.shape),
        };
        match (lengths, is_laid_out) {
            (true, true) => Ok(()),
            (false, _) => self.error(format!("the buffer has the sizes {:?}", view.shape)),
            (true, false) => self.error("the buffer has another layout"),
        }
    }
}

/// The distances of elements that follow each other row by row.
fn row_by_row(shape: &[u64]) -> Vec<i64> {
    let mut strides = vec![1i64; shape.len()];
    for at in (1..shape.len()).rev() {
        strides[at - 1] = strides[at].wrapping_mul(shape[at].max(1) as i64);
    }
    strides
}
