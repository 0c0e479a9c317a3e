//! Names of memory for messages: the variable, and the way to an element in it.

use super::Machine;
use crate::code::{ADDRESS, BUFFERS, LOCAL, PUSH, SHARED, TEXELS};
use crate::types::{Shape, Type, Types};
use abi::Binding;
use std::fmt::Write;

/// The deepest way that is followed.
const DEEPEST: u32 = 16;

impl Machine<'_> {
    /// The place of an offset in an object, such as `nodes[3].left`.
    pub(super) fn name_of(&self, object: u64, offset: u64) -> String {
        let program = &self.kernel.program;
        let known = program
            .named
            .iter()
            .find(|named| u64::from(named.object) == object && (named.start..named.end).contains(&offset));
        match object {
            _ if object >= TEXELS => {
                let name = self.binding_name((object - TEXELS) as u32);
                let texel = offset / 4;
                let extent = self.host.extent((object - TEXELS) as u32, 0);
                let [width, height, depth] = extent.map_or([1; 3], |extent| extent.size.map(u64::from));
                let at = (texel % width, texel / width % height, texel / width / height);
                match (height, depth) {
                    (1, 1) => format!("{name}[{}]", at.0),
                    (_, 1) => format!("{name}[{}, {}]", at.0, at.1),
                    _ => format!("{name}[{}, {}, {}]", at.0, at.1, at.2),
                }
            }
            LOCAL | SHARED | PUSH => match known {
                Some(named) => path(&self.kernel.types, &named.name, named.ty, offset - named.start),
                None => "memory".to_owned(),
            },
            ADDRESS => format!("memory at address {offset:#x}"),
            _ if object >= BUFFERS => self.buffer_name((object - BUFFERS) as u32, offset),
            _ => "unknown memory".to_owned(),
        }
    }

    pub(super) fn binding_of(&self, slot: u32) -> Option<&Binding> {
        let is_it = |binding: &&Binding| (binding.slot..binding.slot.saturating_add(binding.count)).contains(&slot);
        self.kernel.info.bindings.iter().find(is_it)
    }

    /// The name of a binding, with its element if it is an array.
    pub(super) fn binding_name(&self, slot: u32) -> String {
        let Some(binding) = self.binding_of(slot) else { return "nothing".to_owned() };
        let name = match binding.names.first() {
            Some(name) => name.clone(),
            None => format!("binding {} of set {}", binding.binding, binding.set),
        };
        if binding.count > 1 { format!("{name}[{}]", slot - binding.slot) } else { name }
    }

    /// The bytes of a buffer's element, and where the first one lies.
    pub(super) fn element(&self, slot: u32) -> (usize, usize) {
        match self.binding_of(slot).map(|binding| (binding.stride, binding.min_bytes)) {
            Some((stride, start)) if stride > 0 => (stride as usize, start as usize),
            _ => (4, 0),
        }
    }

    /// The stride of a buffer's elements is all that is known here of its type.
    fn buffer_name(&self, slot: u32, offset: u64) -> String {
        let name = self.binding_name(slot);
        match self.binding_of(slot).map(|binding| (binding.stride, binding.min_bytes)) {
            Some((stride, start)) if stride > 0 && offset >= start => {
                let (index, rest) = ((offset - start) / u64::from(stride), (offset - start) % u64::from(stride));
                if rest == 0 { format!("{name}[{index}]") } else { format!("{name}[{index}] + {rest} bytes") }
            }
            _ => format!("{name} + {offset} bytes"),
        }
    }
}

/// The way to an offset in a variable.
fn path(types: &Types, name: &str, ty: u32, offset: u64) -> String {
    let (mut text, mut ty, mut left, mut shape) = (name.to_owned(), ty, offset, Shape::Packed);
    for _ in 0..DEEPEST {
        match types.get(ty) {
            Type::Struct(members) => {
                let inside = |at: &usize| {
                    let (start, shape) = types.member(members, *at).ok()?;
                    let size = types.size(members[*at].ty, shape).ok()?;
                    (start..start + size).contains(&left).then_some((*at, start, shape))
                };
                let Some((at, start, own)) = (0..members.len()).find_map(|at| inside(&at)) else { return text };
                let _ = write!(text, ".{}", members[at].name);
                (ty, left, shape) = (members[at].ty, left - start, own);
            }
            Type::Array { .. } | Type::Runtime { .. } => {
                let Ok((stride, own)) = types.step(ty, shape) else { return text };
                let stride = stride.max(1);
                let _ = write!(text, "[{}]", left / stride);
                (ty, left, shape) = (types.part(ty), left % stride, own);
            }
            Type::Vector { .. } if shape == Shape::Packed => {
                let Ok((stride, _)) = types.step(ty, shape) else { return text };
                let component = ["x", "y", "z", "w"].get((left / stride.max(1)) as usize).unwrap_or(&"?");
                let _ = write!(text, ".{component}");
                return text;
            }
            Type::Void
            | Type::Scalar(_)
            | Type::Vector { .. }
            | Type::Matrix { .. }
            | Type::Pointer { .. }
            | Type::Image(_)
            | Type::Sampler
            | Type::SampledImage(_)
            | Type::Scene
            | Type::Query
            | Type::Other => return text,
        }
    }
    text
}
