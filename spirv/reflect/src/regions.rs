//! Byte ranges of a block that code accesses: targets of access chains, and lists of ranges.

use crate::constants::Constants;
use crate::index::Index;
use crate::model::{Access, Amount, Order, Range};
use crate::types::{Placing, Types};
use dialect::spirv::access::Access as _;
use spirv::{Decoration, Op};

/// The limit of ranges in a list, which then become one from their first byte to their last.
const MAX_PARTS: usize = 256;

/// A region of a block, and the type there.
#[derive(Clone, Copy)]
pub(crate) struct Region {
    start: u64,
    /// The end, after a variable index, where the type alone does not give it.
    end: Option<u64>,
    /// True after a variable index: further indices stay within the same bytes.
    blurred: bool,
    ty: u32,
    placing: Placing,
}

/// Types and decorations for indexing.
#[derive(Clone, Copy)]
pub(crate) struct Layouts<'a, 'm> {
    pub(crate) index: &'a Index<'m>,
    pub(crate) constants: &'a Constants,
    pub(crate) types: &'a Types<'m, 'a>,
}

/// The end of a run-time array.
const UNBOUNDED: u64 = u64::MAX;

impl Region {
    /// The whole pointee of a variable.
    pub(crate) fn whole(ty: u32) -> Region {
        Region { start: 0, end: None, blurred: false, ty, placing: Placing::default() }
    }

    /// All bytes, of whatever type.
    pub(crate) fn everything() -> Region {
        Region { start: 0, end: Some(UNBOUNDED), blurred: true, ty: 0, placing: Placing::default() }
    }

    /// The region after an index.
    pub(crate) fn at(self, layouts: Layouts<'_, '_>, index: u32) -> Region {
        let Some(inst) = layouts.index.def(self.ty) else { return self.blur(layouts, 0) };
        let constant = layouts.constants.fixed(index);
        match inst.op {
            Op::TypeStruct => {
                let Some(member) = constant else { return self.blur(layouts, 0) };
                let part = inst.id(member as usize);
                match layouts.types.placing(self.ty, member) {
                    Some(placing) => self.step(placing.offset.unwrap_or_default(), part, placing),
                    None => Region { ty: part, ..self },
                }
            }
            Op::TypeArray | Op::TypeRuntimeArray => {
                let part = inst.id(0);
                // Arrays of descriptors have no stride: each element has the same bytes.
                let Some(stride) = layouts.index.decorated(self.ty, Decoration::ArrayStride) else {
                    return Region { ty: part, ..self };
                };
                match constant {
                    Some(at) => self.step(u64::from(stride).saturating_mul(at), part, self.placing),
                    None => self.blur(layouts, part),
                }
            }
            Op::TypeMatrix => match (constant, self.placing.order, self.placing.stride) {
                (Some(at), Some(Order::ColumnMajor), Some(stride)) => {
                    self.step(stride.saturating_mul(at), inst.id(0), Placing::default())
                }
                _ => self.blur(layouts, inst.id(0)),
            },
            Op::TypeVector => match constant {
                Some(at) => {
                    let bytes = u64::from(layouts.types.scalar(inst.id(0)).bytes());
                    self.step(bytes.saturating_mul(at), inst.id(0), Placing::default())
                }
                None => self.blur(layouts, inst.id(0)),
            },
            _ => self.blur(layouts, 0),
        }
    }

    /// The region after the element index of an `OpPtrAccessChain`.
    pub(crate) fn element(self, layouts: Layouts<'_, '_>, index: u32) -> Region {
        match layouts.constants.fixed(index) {
            Some(0) => self,
            _ => Region { end: Some(UNBOUNDED), blurred: true, ..self },
        }
    }

    fn step(self, offset: u64, ty: u32, placing: Placing) -> Region {
        let start = if self.blurred { self.start } else { self.start.saturating_add(offset) };
        Region { start, ty, placing, ..self }
    }

    /// A part of the same bytes at an unknown offset.
    fn blur(self, layouts: Layouts<'_, '_>, ty: u32) -> Region {
        let (start, end) = self.bytes(layouts);
        Region { start, end: Some(end), blurred: true, ty, placing: self.placing }
    }

    /// The first byte and the one after the last.
    pub(crate) fn bytes(self, layouts: Layouts<'_, '_>) -> (u64, u64) {
        let own = || layouts.types.bytes_of(self.ty, self.placing);
        let end = self.end.unwrap_or_else(|| own().map_or(UNBOUNDED, |bytes| self.start.saturating_add(bytes)));
        (self.start, end)
    }

    /// The bytes relative to `outer`.
    pub(crate) fn shifted(layouts: Layouts<'_, '_>, outer: Region, bytes: (u64, u64)) -> (u64, u64) {
        if outer.blurred {
            return outer.bytes(layouts);
        }
        (outer.start.saturating_add(bytes.0), outer.start.saturating_add(bytes.1))
    }
}

/// Accesses to a variable or a parameter, with the bytes.
#[derive(Clone, Default)]
pub(crate) struct Touch {
    pub(crate) access: Access,
    /// True if the pointer or handle differs between invocations.
    pub(crate) nonuniform: bool,
    /// Starts and ends.
    pub(crate) parts: Vec<(u64, u64)>,
}

impl Touch {
    /// Adds an access to a range of bytes.
    pub(crate) fn add(&mut self, access: Access, part: (u64, u64)) {
        self.access = self.access.or(access);
        if (access.read || access.write) && part.0 < part.1 && !self.parts.contains(&part) {
            self.parts.push(part);
            if self.parts.len() > MAX_PARTS {
                self.parts = joined(&self.parts);
                let ends = self.parts.first().zip(self.parts.last()).map(|(first, last)| (first.0, last.1));
                if self.parts.len() > MAX_PARTS / 2 {
                    self.parts = Vec::from_iter(ends);
                }
            }
        }
    }

    /// Adds the accesses of another one.
    pub(crate) fn merge(&mut self, other: &Touch) {
        self.access = self.access.or(other.access);
        self.nonuniform |= other.nonuniform;
        let both = Access { read: true, ..Access::default() };
        let access = self.access;
        other.parts.iter().for_each(|part| self.add(both, *part));
        self.access = access;
    }

    /// The ranges in order, cut at the end of a block.
    pub(crate) fn ranges(&self, end: Option<u64>) -> Vec<Range> {
        let limit = end.unwrap_or(UNBOUNDED);
        let range = |(start, end): (u64, u64)| {
            let end = end.min(limit);
            let size = if end == UNBOUNDED { Amount::RUNTIME } else { Amount::Fixed(end.saturating_sub(start)) };
            (start < end).then_some(Range { offset: start, size })
        };
        joined(&self.parts).into_iter().filter_map(range).collect()
    }
}

/// The ranges in order, with adjacent ones merged.
pub(crate) fn joined(parts: &[(u64, u64)]) -> Vec<(u64, u64)> {
    let mut sorted = parts.to_vec();
    sorted.sort_unstable();
    let mut out: Vec<(u64, u64)> = Vec::with_capacity(sorted.len());
    for part in sorted {
        match out.last_mut() {
            Some(last) if last.1 >= part.0 => last.1 = last.1.max(part.1),
            _ => out.push(part),
        }
    }
    out
}

impl Access {
    pub(crate) const READ: Access = Access { read: true, write: false, atomic: false, query: false };
    pub(crate) const WRITE: Access = Access { read: false, write: true, atomic: false, query: false };
    pub(crate) const QUERY: Access = Access { read: false, write: false, atomic: false, query: true };
    /// The access of code that cannot be followed.
    pub(crate) const ANY: Access = Access { read: true, write: true, atomic: false, query: false };

    /// The union.
    pub(crate) fn or(self, other: Access) -> Access {
        Access {
            read: self.read || other.read,
            write: self.write || other.write,
            atomic: self.atomic || other.atomic,
            query: self.query || other.query,
        }
    }
}
