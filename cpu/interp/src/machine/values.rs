//! Items of a debugger: their kinds, their parts, and the numbers that they are.

use super::Machine;
use super::debuggee::Debuggee;
use super::images::args_of;
use crate::code::{BUFFERS, DESCRIPTORS, LOCAL};
use crate::compute;
use crate::host::Extent;
use crate::query_types;
use crate::state::Wave;
use crate::types::{ImageType, Scalar as Cell, Type, Types};
use crate::value::{At, Item, Kind, Number, Scalar};
use abi::{BindingKind, ImageFunction};

impl Debuggee {
    /// The kind of an item.
    pub fn kind(&self, item: &Item) -> Kind {
        let types = &self.machine.kernel.types;
        if let Some(texels) = self.machine.texels_of(item) {
            return match texels.axes {
                0 => Kind::Vector(texels.count as u32),
                _ => Kind::Array(texels.count),
            };
        }
        match types.get(settled(types, item).ty) {
            Type::Scalar(scalar) => number(*scalar).map_or(Kind::Opaque, Kind::Number),
            Type::Vector { count, .. } => Kind::Vector(*count),
            Type::Matrix { count, .. } => Kind::Matrix(*count),
            Type::Array { count, .. } => Kind::Array(u64::from(*count)),
            Type::Runtime { .. } => Kind::Array(self.machine.room_for(item)),
            Type::Struct(members) => Kind::Struct(members.len() as u32),
            Type::Void
            | Type::Pointer { .. }
            | Type::Image(_)
            | Type::Sampler
            | Type::SampledImage(_)
            | Type::Scene
            | Type::Query
            | Type::Other => Kind::Opaque,
        }
    }

    /// A part of an item: a component, a row, an element or a member, with its name if it is a member.
    pub fn part(&self, item: &Item, at: u64) -> Option<(Option<&str>, Item)> {
        let types = &self.machine.kernel.types;
        let item = &settled(types, item);
        if let Some(texels) = self.machine.texels_of(item) {
            return texels.part(at).map(|(ty, at)| (None, Item::new(ty, at)));
        }
        if let At::Memory { object: DESCRIPTORS, offset } = item.at {
            let Kind::Array(count) = self.kind(item) else { return None };
            return (at < count).then(|| (None, self.machine.descriptor_item(types.part(item.ty), offset + at)));
        }
        let small = u32::try_from(at).ok();
        let (name, ty) = match (types.get(item.ty), self.kind(item)) {
            (Type::Struct(members), _) => {
                let member = members.get(small? as usize)?;
                (Some(&*member.name), member.ty)
            }
            (_, Kind::Vector(count) | Kind::Matrix(count)) if at < count.into() => (None, types.part(item.ty)),
            (_, Kind::Array(count)) if at < count => (None, types.part(item.ty)),
            _ => return None,
        };
        let (place, shape) = match (item.at, types.get(item.ty)) {
            (At::Query { of, word }, Type::Struct(members)) => {
                let before = members[..small? as usize].iter().map(|member| types.count(member.ty));
                let before: u32 = before.sum::<Result<u32, _>>().ok()?;
                (At::Query { of, word: word + before }, item.shape)
            }
            (At::Query { of, word }, _) => {
                (At::Query { of, word: word + types.count(ty).ok()?.checked_mul(small?)? }, item.shape)
            }
            (At::Cells(slot), Type::Struct(members)) => {
                let before = members[..small? as usize].iter().map(|member| types.count(member.ty));
                let before: u32 = before.sum::<Result<u32, _>>().ok()?;
                (At::Cells(slot + before), item.shape)
            }
            (At::Cells(slot), _) => (At::Cells(slot + types.count(ty).ok()?.checked_mul(small?)?), item.shape),
            (At::Memory { object, offset }, Type::Struct(members)) => {
                let (start, shape) = types.member(members, small? as usize).ok()?;
                (At::Memory { object, offset: offset.checked_add(start)? }, shape)
            }
            (At::Memory { object, offset }, _) => {
                let (stride, shape) = types.step(item.ty, item.shape).ok()?;
                (At::Memory { object, offset: offset.checked_add(stride.checked_mul(at)?)? }, shape)
            }
            (At::Texels { .. } | At::Component { .. }, _) => return None,
        };
        Some((name, Item { ty, shape, at: place }))
    }

    /// The type of an item as HLSL spells it.
    pub fn type_name(&self, item: &Item) -> String {
        match (item.at, self.machine.texels_of(item)) {
            (At::Texels { axes: 0, .. }, Some(texels)) => {
                format!("{}{}", self.type_name_of(texels.sampled, 0), texels.count)
            }
            _ => self.type_name_of(item.ty, 0),
        }
    }

    fn type_name_of(&self, ty: u32, depth: u32) -> String {
        /// The deepest nesting that is spelt.
        const DEEPEST: u32 = 16;
        let types = &self.machine.kernel.types;
        match types.get(ty) {
            _ if depth > DEEPEST => "...".to_owned(),
            Type::Scalar(scalar) => scalar_name(*scalar),
            Type::Vector { of, count } => format!("{}{count}", self.type_name_of(*of, depth + 1)),
            Type::Matrix { column, count } => {
                let of = self.type_name_of(types.part(*column), depth + 1);
                format!("{of}{count}x{}", types.length(*column))
            }
            Type::Array { of, count, .. } => {
                let of = self.type_name_of(*of, depth + 1);
                // The outermost length stands first.
                match of.find('[') {
                    Some(at) => format!("{}[{count}]{}", &of[..at], &of[at..]),
                    None => format!("{of}[{count}]"),
                }
            }
            Type::Runtime { of, .. } => format!("{}[]", self.type_name_of(*of, depth + 1)),
            Type::Struct(_) if ty == query_types::HIT => "Hit".to_owned(),
            Type::Struct(_) => {
                let name = self.machine.kernel.names.structs.get(&ty).map_or("", |name| &**name);
                let name = name.strip_prefix("type.").unwrap_or(name);
                name.strip_prefix("PushConstant.").unwrap_or(name).to_owned()
            }
            Type::Image(_) | Type::SampledImage(_) => "texture".to_owned(),
            Type::Sampler => "sampler".to_owned(),
            Type::Scene => "RaytracingAccelerationStructure".to_owned(),
            Type::Query => "RayQuery".to_owned(),
            Type::Void | Type::Pointer { .. } | Type::Other => String::new(),
        }
    }
}

/// Texels of an image: the given number of parts, each with the given number of texels.
struct Texels {
    slot: u32,
    first: u64,
    axes: u8,
    count: u64,
    stride: u64,
    /// The number of a texel's components.
    components: u64,
    /// The types of the image and of a component.
    image: u32,
    sampled: u32,
}

impl Texels {
    fn part(&self, at: u64) -> Option<(u32, At)> {
        let Texels { slot, first, axes, count, stride, image, sampled, .. } = *self;
        (at < count).then(|| match axes.checked_sub(1) {
            // A texel of one component is that number.
            Some(0) if self.components == 1 => (sampled, At::Component { slot, texel: first + at, at: 0 }),
            Some(axes) => (image, At::Texels { slot, first: first + at * stride, axes }),
            None => (sampled, At::Component { slot, texel: first, at: at as u32 }),
        })
    }
}

impl Machine<'_> {
    /// The texels that an item has, if it is an image or a part of one.
    fn texels_of(&self, item: &Item) -> Option<Texels> {
        let image = if let Type::SampledImage(image) = self.kernel.types.get(item.ty) { *image } else { item.ty };
        let Type::Image(ImageType { sampled, .. }) = *self.kernel.types.get(image) else { return None };
        let (slot, first, axes) = match item.at {
            At::Memory { object: DESCRIPTORS, offset } => (u32::try_from(offset).ok()?, 0, None),
            At::Texels { slot, first, axes } => (slot, first, Some(axes)),
            At::Memory { .. } | At::Cells(_) | At::Query { .. } | At::Component { .. } => return None,
        };
        let Extent { size: [width, height, depth], layers, .. } = self.host.extent(slot, 0)?;
        let slices = u64::from(depth) * u64::from(layers);
        let axes = axes.unwrap_or(if slices > 1 {
            3
        } else if height > 1 {
            2
        } else {
            1
        });
        let (width, height) = (u64::from(width), u64::from(height));
        let components = u64::from(self.host.format(slot)?.components);
        let (count, stride) = match axes {
            0 => (components, 0),
            1 => (width, 1),
            2 => (height, width),
            _ => (slices, width * height),
        };
        Some(Texels { slot, first, axes, count, stride, components, image, sampled })
    }

    /// The contents of a descriptor.
    fn descriptor_item(&self, ty: u32, slot: u64) -> Item {
        let at = if matches!(self.kernel.types.get(ty), Type::Struct(_)) {
            At::Memory { object: BUFFERS + slot, offset: 0 }
        } else {
            At::Memory { object: DESCRIPTORS, offset: slot }
        };
        self.unwrapped(Item::new(ty, at))
    }

    /// A component of a texel as the shader would read it.
    fn texel_component(&mut self, slot: u32, texel: u64, at: u32, scalar: Cell) -> u64 {
        let is_read = self
            .binding_of(slot)
            .is_some_and(|binding| matches!(binding.kind, BindingKind::StorageImage | BindingKind::StorageTexelBuffer));
        let flags = match scalar {
            Cell::Int { signed: true, .. } => abi::TEXEL_SINT,
            Cell::Int { signed: false, .. } => abi::TEXEL_UINT,
            Cell::Bool | Cell::Float { .. } | Cell::Handle => 0,
        };
        let args = args_of(texel, self.host.extent(slot, 0), self.shape(slot), flags);
        let function = if is_read { ImageFunction::Read } else { ImageFunction::Fetch };
        let word = self.host.image(function, slot, None, &args)[at.min(3) as usize];
        if let Cell::Float { bits } = scalar
            && bits != 32
        {
            compute::bits_of(bits, f32::from_bits(word).into())
        } else {
            word.into()
        }
    }

    /// The elements of a buffer that has no other members.
    pub(super) fn unwrapped(&self, item: Item) -> Item {
        let types = &self.kernel.types;
        if let Type::Struct(members) = types.get(item.ty) {
            match &members[..] {
                [only] if matches!(types.get(only.ty), Type::Runtime { .. }) => Item { ty: only.ty, ..item },
                _ => item,
            }
        } else {
            item
        }
    }

    /// The number of elements that an object has room for behind the start of an array.
    fn room_for(&self, item: &Item) -> u64 {
        let At::Memory { object, offset } = item.at else { return 0 };
        if object == DESCRIPTORS {
            let binding = u32::try_from(offset).ok().and_then(|slot| self.binding_of(slot));
            return binding.map_or(0, |binding| binding.count.into());
        }
        let stride = self.kernel.types.step(item.ty, item.shape).map_or(0, |(stride, _)| stride);
        self.size(object).saturating_sub(offset).checked_div(stride).unwrap_or(0)
    }

    pub(super) fn scalar(&mut self, item: &Item, wave: &Wave, lane: usize) -> Option<Scalar> {
        let Type::Scalar(scalar) = *self.kernel.types.get(item.ty) else { return None };
        if lane >= wave.width {
            return None;
        }
        let number = number(scalar)?;
        let (bits, is_undefined) = match item.at {
            At::Cells(slot) => (wave.get(slot, lane), wave.undefined[slot as usize] >> lane & 1 == 1),
            At::Memory { object, offset } => {
                let size = scalar.bytes() as usize;
                match object {
                    LOCAL => wave.local.read(lane, offset, size),
                    _ => {
                        let view = self.view(object, offset);
                        view.holds(offset, size).then(|| view.read(offset, size))?
                    }
                }
            }
            At::Query { of, word } => {
                let (query, handle) = wave.queries.get(&(of, lane as u32))?;
                let slot = handle.checked_sub(1).and_then(|slot| u32::try_from(slot).ok());
                let scene = slot.and_then(|slot| self.host.scene(slot));
                (u64::from(*query_types::words(query, scene.as_deref()).get(word as usize)?), false)
            }
            At::Component { slot, texel, at } => (self.texel_component(slot, texel, at, scalar), false),
            At::Texels { .. } => return None,
        };
        Some(Scalar { number, bits, is_undefined })
    }

    pub(super) fn set_scalar(&mut self, item: &Item, wave: &mut Wave, lane: usize, value: u64) -> bool {
        let Type::Scalar(scalar) = *self.kernel.types.get(item.ty) else { return false };
        if lane >= wave.width {
            return false;
        }
        match item.at {
            At::Cells(slot) => {
                wave.set(slot, lane, value);
                wave.mark(slot, 1 << lane, 0);
                true
            }
            At::Memory { object: LOCAL, offset } => {
                wave.local.write(lane, offset, scalar.bytes() as usize, value, false);
                true
            }
            At::Memory { object, offset } => {
                self.writes += 1;
                let mut room = self.room(object, offset);
                let holds = room.holds(offset, scalar.bytes() as usize);
                room.write(offset, scalar.bytes() as usize, value, false);
                holds
            }
            At::Texels { .. } | At::Query { .. } | At::Component { .. } => false,
        }
    }
}

/// An item, or for a ray query the struct that it is shown as.
fn settled(types: &Types, item: &Item) -> Item {
    match (types.get(item.ty), item.at) {
        (Type::Query, At::Memory { object: LOCAL, offset }) => {
            Item::new(query_types::STATE, At::Query { of: offset, word: 0 })
        }
        _ => *item,
    }
}

fn number(scalar: Cell) -> Option<Number> {
    match scalar {
        Cell::Bool => Some(Number::Bool),
        Cell::Int { bits, signed } => Some(Number::Int { bits, signed }),
        Cell::Float { bits } => Some(Number::Float { bits }),
        Cell::Handle => None,
    }
}

fn scalar_name(scalar: Cell) -> String {
    match scalar {
        Cell::Bool => "bool".to_owned(),
        Cell::Int { bits: 32, signed: true } => "int".to_owned(),
        Cell::Int { bits: 32, signed: false } => "uint".to_owned(),
        Cell::Int { bits, signed: true } => format!("int{bits}_t"),
        Cell::Int { bits, signed: false } => format!("uint{bits}_t"),
        Cell::Float { bits: 16 } => "half".to_owned(),
        Cell::Float { bits: 32 } => "float".to_owned(),
        Cell::Float { .. } => "double".to_owned(),
        Cell::Handle => String::new(),
    }
}
