// Made by `hlsl2spirv reflect --format rust`. Needs Rust 1.77.

#[doc = "How a light shines."]
///
/// An enumeration.
#[repr(transparent)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, bytemuck::Pod, bytemuck::Zeroable)]
#[allow(non_camel_case_types, clippy::doc_markdown)]
pub struct Mode(
    /// The number.
    pub i32,
);
#[allow(dead_code, non_upper_case_globals)]
impl Mode {
    /// The value 0.
    pub const Lit: Self = Self(0);
    /// The value 4.
    pub const Shadowed: Self = Self(4);
}

/// 16 bytes.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, bytemuck::Pod, bytemuck::Zeroable)]
#[allow(non_camel_case_types, non_snake_case, clippy::doc_markdown, clippy::pub_underscore_fields)]
pub struct CornerAtHeadElement {
    pub value: [f32; 3],
    #[doc(hidden)]
    pub _pad0: [u8; 4],
}
#[allow(dead_code, non_snake_case, clippy::many_single_char_names, clippy::too_many_arguments)]
impl CornerAtHeadElement {
    /// All bytes are zero.
    pub const ZERO: Self = Self { value: [0.0; 3], _pad0: [0; 4] };

    /// All members, the padding left out.
    #[must_use]
    pub const fn new(value: [f32; 3]) -> Self {
        Self { value, _pad0: [0; 4] }
    }
}
impl Default for CornerAtHeadElement {
    fn default() -> Self {
        Self::ZERO
    }
}
const _: () = assert!(core::mem::size_of::<CornerAtHeadElement>() == 16);
impl core::ops::Deref for CornerAtHeadElement {
    type Target = [f32; 3];
    fn deref(&self) -> &[f32; 3] {
        &self.value
    }
}
impl core::ops::DerefMut for CornerAtHeadElement {
    fn deref_mut(&mut self) -> &mut [f32; 3] {
        &mut self.value
    }
}
impl From<[f32; 3]> for CornerAtHeadElement {
    fn from(value: [f32; 3]) -> Self {
        Self::new(value)
    }
}

/// 32 bytes.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, bytemuck::Pod, bytemuck::Zeroable)]
#[allow(non_camel_case_types, non_snake_case, clippy::doc_markdown, clippy::pub_underscore_fields)]
pub struct Corner {
    pub at_head: [CornerAtHeadElement; 1],
    pub at_tail: [f32; 3],
    pub is_round: u32,
}
#[allow(dead_code, non_snake_case, clippy::many_single_char_names, clippy::too_many_arguments)]
impl Corner {
    /// All bytes are zero.
    pub const ZERO: Self = Self { at_head: [CornerAtHeadElement::ZERO; 1], at_tail: [0.0; 3], is_round: 0 };

    /// All members, the padding left out.
    #[must_use]
    pub const fn new(at_head: [CornerAtHeadElement; 1], at_tail: [f32; 3], is_round: u32) -> Self {
        Self { at_head, at_tail, is_round }
    }
}
impl Default for Corner {
    fn default() -> Self {
        Self::ZERO
    }
}
const _: () = {
    assert!(core::mem::size_of::<Corner>() == 32);
    assert!(core::mem::offset_of!(Corner, at_head) == 0);
    assert!(core::mem::offset_of!(Corner, at_tail) == 16);
    assert!(core::mem::offset_of!(Corner, is_round) == 28);
};
#[allow(dead_code, non_snake_case)]
impl Corner {
    /// An element of `at`, of which there are 2.
    ///
    /// # Panics
    /// When there is no such element.
    #[must_use]
    pub fn at(&self, index: usize) -> [f32; 3] {
        if index == 1 { self.at_tail } else { self.at_head[index].value }
    }
    /// Sets an element of `at`.
    ///
    /// # Panics
    /// When there is no such element.
    pub fn set_at(&mut self, index: usize, value: [f32; 3]) {
        if index == 1 {
            self.at_tail = value;
        } else {
            self.at_head[index].value = value;
        }
    }
}

/// 16 bytes.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, bytemuck::Pod, bytemuck::Zeroable)]
#[allow(non_camel_case_types, non_snake_case, clippy::doc_markdown, clippy::pub_underscore_fields)]
pub struct SceneTurnHeadElement {
    pub value: [f32; 3],
    #[doc(hidden)]
    pub _pad0: [u8; 4],
}
#[allow(dead_code, non_snake_case, clippy::many_single_char_names, clippy::too_many_arguments)]
impl SceneTurnHeadElement {
    /// All bytes are zero.
    pub const ZERO: Self = Self { value: [0.0; 3], _pad0: [0; 4] };

    /// All members, the padding left out.
    #[must_use]
    pub const fn new(value: [f32; 3]) -> Self {
        Self { value, _pad0: [0; 4] }
    }
}
impl Default for SceneTurnHeadElement {
    fn default() -> Self {
        Self::ZERO
    }
}
const _: () = assert!(core::mem::size_of::<SceneTurnHeadElement>() == 16);
impl core::ops::Deref for SceneTurnHeadElement {
    type Target = [f32; 3];
    fn deref(&self) -> &[f32; 3] {
        &self.value
    }
}
impl core::ops::DerefMut for SceneTurnHeadElement {
    fn deref_mut(&mut self) -> &mut [f32; 3] {
        &mut self.value
    }
}
impl From<[f32; 3]> for SceneTurnHeadElement {
    fn from(value: [f32; 3]) -> Self {
        Self::new(value)
    }
}

/// 96 bytes.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, bytemuck::Pod, bytemuck::Zeroable)]
#[allow(non_camel_case_types, non_snake_case, clippy::doc_markdown, clippy::pub_underscore_fields)]
pub struct Scene {
    pub turn_head: [SceneTurnHeadElement; 1],
    pub turn_tail: [f32; 3],
    pub last: f32,
    pub corners: [Corner; 2],
}
#[allow(dead_code, non_snake_case, clippy::many_single_char_names, clippy::too_many_arguments)]
impl Scene {
    /// All bytes are zero.
    pub const ZERO: Self = Self { turn_head: [SceneTurnHeadElement::ZERO; 1], turn_tail: [0.0; 3], last: 0.0, corners: [Corner::ZERO; 2] };

    /// All members, the padding left out.
    #[must_use]
    pub const fn new(turn_head: [SceneTurnHeadElement; 1], turn_tail: [f32; 3], last: f32, corners: [Corner; 2]) -> Self {
        Self { turn_head, turn_tail, last, corners }
    }
}
impl Default for Scene {
    fn default() -> Self {
        Self::ZERO
    }
}
const _: () = {
    assert!(core::mem::size_of::<Scene>() == 96);
    assert!(core::mem::offset_of!(Scene, turn_head) == 0);
    assert!(core::mem::offset_of!(Scene, turn_tail) == 16);
    assert!(core::mem::offset_of!(Scene, last) == 28);
    assert!(core::mem::offset_of!(Scene, corners) == 32);
};
#[allow(dead_code, non_snake_case)]
impl Scene {
    /// An element of `turn`, of which there are 2.
    ///
    /// # Panics
    /// When there is no such element.
    #[must_use]
    pub fn turn(&self, index: usize) -> [f32; 3] {
        if index == 1 { self.turn_tail } else { self.turn_head[index].value }
    }
    /// Sets an element of `turn`.
    ///
    /// # Panics
    /// When there is no such element.
    pub fn set_turn(&mut self, index: usize, value: [f32; 3]) {
        if index == 1 {
            self.turn_tail = value;
        } else {
            self.turn_head[index].value = value;
        }
    }
}

#[doc = "A light."]
///
/// 32 bytes.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, bytemuck::Pod, bytemuck::Zeroable)]
#[allow(non_camel_case_types, non_snake_case, clippy::doc_markdown, clippy::pub_underscore_fields)]
pub struct Light {
    #[doc = "In metres."]
    pub place: [f32; 3],
    pub mode: Mode,
    pub layer_bits: u32,
    #[doc(hidden)]
    pub _pad0: [u8; 4],
    pub samples: u64,
}
#[allow(dead_code, non_snake_case, clippy::many_single_char_names, clippy::too_many_arguments)]
impl Light {
    /// All bytes are zero.
    pub const ZERO: Self = Self { place: [0.0; 3], mode: Mode(0), layer_bits: 0, _pad0: [0; 4], samples: 0 };

    /// All members, the padding left out.
    #[must_use]
    pub const fn new(place: [f32; 3], mode: Mode, layer_bits: u32, samples: u64) -> Self {
        Self { place, mode, layer_bits, _pad0: [0; 4], samples }
    }
}
impl Default for Light {
    fn default() -> Self {
        Self::ZERO
    }
}
const _: () = {
    assert!(core::mem::size_of::<Light>() == 32);
    assert!(core::mem::offset_of!(Light, place) == 0);
    assert!(core::mem::offset_of!(Light, mode) == 12);
    assert!(core::mem::offset_of!(Light, layer_bits) == 16);
    assert!(core::mem::offset_of!(Light, _pad0) == 20);
    assert!(core::mem::offset_of!(Light, samples) == 24);
};
#[allow(dead_code, non_snake_case)]
impl Light {
    /// 5 bits of `layer_bits` from bit 0 on.
    #[must_use]
    pub const fn layer(&self) -> u32 {
        self.layer_bits & 0x1f
    }
    /// Sets these bits; those of the value beyond them are ignored.
    pub fn set_layer(&mut self, value: u32) {
        self.layer_bits = (self.layer_bits & 0xffff_ffe0) | (value & 0x1f);
    }
    /// 20 bits of `layer_bits` from bit 5 on.
    #[must_use]
    pub const fn count(&self) -> u32 {
        (self.layer_bits >> 5) & 0xf_ffff
    }
    /// Sets these bits; those of the value beyond them are ignored.
    pub fn set_count(&mut self, value: u32) {
        self.layer_bits = (self.layer_bits & 0xfe00_001f) | ((value & 0xf_ffff) << 5);
    }
}

#[doc = "Of each draw."]
///
/// 40 bytes.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, bytemuck::Pod, bytemuck::Zeroable)]
#[allow(non_camel_case_types, non_snake_case, clippy::doc_markdown, clippy::pub_underscore_fields)]
pub struct pushed {
    pub light: Light,
    pub dt: f32,
    #[doc(hidden)]
    pub _pad0: [u8; 4],
}
#[allow(dead_code, non_snake_case, clippy::many_single_char_names, clippy::too_many_arguments)]
impl pushed {
    /// All bytes are zero.
    pub const ZERO: Self = Self { light: Light::ZERO, dt: 0.0, _pad0: [0; 4] };

    /// All members, the padding left out.
    #[must_use]
    pub const fn new(light: Light, dt: f32) -> Self {
        Self { light, dt, _pad0: [0; 4] }
    }
}
impl Default for pushed {
    fn default() -> Self {
        Self::ZERO
    }
}
const _: () = {
    assert!(core::mem::size_of::<pushed>() == 40);
    assert!(core::mem::offset_of!(pushed, light) == 0);
    assert!(core::mem::offset_of!(pushed, dt) == 32);
    assert!(core::mem::offset_of!(pushed, _pad0) == 36);
};

/// An element of the array at the end of `RWStructuredBuffer_Light`.
#[allow(dead_code, non_camel_case_types)]
pub type RWStructuredBuffer_LightItem = Light;
/// How far the elements are apart.
#[allow(dead_code)]
pub const RWSTRUCTUREDBUFFER_LIGHTITEM_STRIDE: usize = 32;
/// Where the first one starts.
#[allow(dead_code)]
pub const RWSTRUCTUREDBUFFER_LIGHTITEM_OFFSET: usize = 0;
/// The bytes with the given number of elements.
#[allow(dead_code)]
#[must_use]
pub const fn rwstructuredbuffer_lightitem_size_for(len: usize) -> usize {
    RWSTRUCTUREDBUFFER_LIGHTITEM_OFFSET + len * RWSTRUCTUREDBUFFER_LIGHTITEM_STRIDE
}
const _: () = assert!(core::mem::size_of::<RWStructuredBuffer_LightItem>() == 32);

/// Sets and bindings.
#[allow(dead_code, non_snake_case)]
pub mod bindings {
    #[doc = "`lights`"]
    pub mod lights {
        /// The descriptor set.
        pub const SET: u32 = 0;
        /// The binding in it.
        pub const BINDING: u32 = 0;
        /// How many descriptors there are.
        pub const COUNT: u32 = 1;
        /// The bytes that must be bound.
        pub const MIN_SIZE: u64 = 32;
    }
    #[doc = "`colours`"]
    pub mod colours {
        /// The descriptor set.
        pub const SET: u32 = 0;
        /// The binding in it.
        pub const BINDING: u32 = 1;
        /// How many descriptors there are.
        pub const COUNT: u32 = 4;
    }
    #[doc = "`bytes`"]
    pub mod bytes {
        /// The descriptor set.
        pub const SET: u32 = 0;
        /// The binding in it.
        pub const BINDING: u32 = 2;
        /// How many descriptors there are.
        pub const COUNT: u32 = 1;
    }
    #[doc = "`Scene`"]
    pub mod Scene {
        /// The descriptor set.
        pub const SET: u32 = 1;
        /// The binding in it.
        pub const BINDING: u32 = 2;
        /// How many descriptors there are.
        pub const COUNT: u32 = 1;
        /// The bytes that must be bound.
        pub const MIN_SIZE: u64 = 96;
    }
}

/// The values of specialisation constants.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(non_snake_case)]
pub struct SpecConstants {
    /// Constant 1.
    pub doubled: bool,
    /// Constant 3.
    pub strength: f32,
}
impl Default for SpecConstants {
    fn default() -> Self {
        Self { doubled: true, strength: f32::from_bits(0x3f000000), }
    }
}
#[allow(dead_code)]
impl SpecConstants {
    /// Number, offset and size of each among the bytes.
    pub const ENTRIES: [(u32, u32, usize); 2] = [(1, 0, 4), (3, 4, 4)];

    /// The values as a pipeline takes them.
    #[must_use]
    pub fn bytes(&self) -> [u8; 8] {
        let mut bytes = [0; 8];
        bytes[0..4].copy_from_slice(&u32::from(self.doubled).to_ne_bytes());
        bytes[4..8].copy_from_slice(&self.strength.to_ne_bytes());
        bytes
    }
}
