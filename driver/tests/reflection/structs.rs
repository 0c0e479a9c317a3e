// Made by `hlsl2spirv reflect --format rust`. Needs Rust 1.77.

#[doc = "What a light does to a surface."]
///
/// An enumeration.
#[repr(transparent)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
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
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(non_camel_case_types, non_snake_case, clippy::doc_markdown, clippy::pub_underscore_fields)]
pub struct LightOthersHeadElement {
    pub value: Mode,
    #[doc(hidden)]
    pub _pad0: [u8; 12],
}
#[allow(dead_code, non_snake_case, clippy::many_single_char_names, clippy::too_many_arguments)]
impl LightOthersHeadElement {
    /// All bytes are zero.
    pub const ZERO: Self = Self { value: Mode(0), _pad0: [0; 12] };

    /// All members, the padding left out.
    #[must_use]
    pub const fn new(value: Mode) -> Self {
        Self { value, _pad0: [0; 12] }
    }
}
impl Default for LightOthersHeadElement {
    fn default() -> Self {
        Self::ZERO
    }
}
const _: () = assert!(core::mem::size_of::<LightOthersHeadElement>() == 16);
impl core::ops::Deref for LightOthersHeadElement {
    type Target = Mode;
    fn deref(&self) -> &Mode {
        &self.value
    }
}
impl core::ops::DerefMut for LightOthersHeadElement {
    fn deref_mut(&mut self) -> &mut Mode {
        &mut self.value
    }
}
impl From<Mode> for LightOthersHeadElement {
    fn from(value: Mode) -> Self {
        Self::new(value)
    }
}

#[doc = "A light,\nand its flags."]
///
/// 56 bytes.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(non_camel_case_types, non_snake_case, clippy::doc_markdown, clippy::pub_underscore_fields)]
pub struct Light {
    #[doc = "In metres."]
    pub place: [f32; 3],
    pub mode: Mode,
    #[doc = "Set by the editor."]
    pub layer_bits: u32,
    pub bias_bits: i32,
    pub count_bits: u32,
    #[doc(hidden)]
    pub _pad0: [u8; 4],
    pub others_head: [LightOthersHeadElement; 1],
    pub others_tail: Mode,
    pub on: u32,
}
#[allow(dead_code, non_snake_case, clippy::many_single_char_names, clippy::too_many_arguments)]
impl Light {
    /// All bytes are zero.
    pub const ZERO: Self = Self { place: [0.0; 3], mode: Mode(0), layer_bits: 0, bias_bits: 0, count_bits: 0, _pad0: [0; 4], others_head: [LightOthersHeadElement::ZERO; 1], others_tail: Mode(0), on: 0 };

    /// All members, the padding left out.
    #[must_use]
    pub const fn new(place: [f32; 3], mode: Mode, layer_bits: u32, bias_bits: i32, count_bits: u32, others_head: [LightOthersHeadElement; 1], others_tail: Mode, on: u32) -> Self {
        Self { place, mode, layer_bits, bias_bits, count_bits, _pad0: [0; 4], others_head, others_tail, on }
    }
}
impl Default for Light {
    fn default() -> Self {
        Self::ZERO
    }
}
const _: () = {
    assert!(core::mem::size_of::<Light>() == 56);
    assert!(core::mem::offset_of!(Light, place) == 0);
    assert!(core::mem::offset_of!(Light, mode) == 12);
    assert!(core::mem::offset_of!(Light, layer_bits) == 16);
    assert!(core::mem::offset_of!(Light, bias_bits) == 20);
    assert!(core::mem::offset_of!(Light, count_bits) == 24);
    assert!(core::mem::offset_of!(Light, _pad0) == 28);
    assert!(core::mem::offset_of!(Light, others_head) == 32);
    assert!(core::mem::offset_of!(Light, others_tail) == 48);
    assert!(core::mem::offset_of!(Light, on) == 52);
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
    /// 4 bits of `bias_bits` from bit 0 on.
    #[must_use]
    pub const fn bias(&self) -> i32 {
        (self.bias_bits << 28) >> 28
    }
    /// Sets these bits; those of the value beyond them are ignored.
    pub fn set_bias(&mut self, value: i32) {
        self.bias_bits = (self.bias_bits & -16) | (value & 15);
    }
    /// 20 bits of `count_bits` from bit 0 on.
    #[must_use]
    pub const fn count(&self) -> u32 {
        self.count_bits & 0xf_ffff
    }
    /// Sets these bits; those of the value beyond them are ignored.
    pub fn set_count(&mut self, value: u32) {
        self.count_bits = (self.count_bits & 0xfff0_0000) | (value & 0xf_ffff);
    }
    /// An element of `others`, of which there are 2.
    ///
    /// # Panics
    /// When there is no such element.
    #[must_use]
    pub fn others(&self, index: usize) -> Mode {
        if index == 1 { self.others_tail } else { self.others_head[index].value }
    }
    /// Sets an element of `others`.
    ///
    /// # Panics
    /// When there is no such element.
    pub fn set_others(&mut self, index: usize, value: Mode) {
        if index == 1 {
            self.others_tail = value;
        } else {
            self.others_head[index].value = value;
        }
    }
}

/// 16 bytes.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(non_camel_case_types, non_snake_case, clippy::doc_markdown, clippy::pub_underscore_fields)]
pub struct SceneCornersHeadElement {
    pub value: [f32; 3],
    #[doc(hidden)]
    pub _pad0: [u8; 4],
}
#[allow(dead_code, non_snake_case, clippy::many_single_char_names, clippy::too_many_arguments)]
impl SceneCornersHeadElement {
    /// All bytes are zero.
    pub const ZERO: Self = Self { value: [0.0; 3], _pad0: [0; 4] };

    /// All members, the padding left out.
    #[must_use]
    pub const fn new(value: [f32; 3]) -> Self {
        Self { value, _pad0: [0; 4] }
    }
}
impl Default for SceneCornersHeadElement {
    fn default() -> Self {
        Self::ZERO
    }
}
const _: () = assert!(core::mem::size_of::<SceneCornersHeadElement>() == 16);
impl core::ops::Deref for SceneCornersHeadElement {
    type Target = [f32; 3];
    fn deref(&self) -> &[f32; 3] {
        &self.value
    }
}
impl core::ops::DerefMut for SceneCornersHeadElement {
    fn deref_mut(&mut self) -> &mut [f32; 3] {
        &mut self.value
    }
}
impl From<[f32; 3]> for SceneCornersHeadElement {
    fn from(value: [f32; 3]) -> Self {
        Self::new(value)
    }
}

/// 16 bytes.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
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

/// 128 bytes.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(non_camel_case_types, non_snake_case, clippy::doc_markdown, clippy::pub_underscore_fields)]
pub struct Scene {
    pub corners_head: [SceneCornersHeadElement; 1],
    pub corners_tail: [f32; 3],
    pub exposure: f32,
    pub light: Light,
    #[doc(hidden)]
    pub _pad0: [u8; 8],
    pub turn_head: [SceneTurnHeadElement; 1],
    pub turn_tail: [f32; 3],
    pub last: f32,
}
#[allow(dead_code, non_snake_case, clippy::many_single_char_names, clippy::too_many_arguments)]
impl Scene {
    /// All bytes are zero.
    pub const ZERO: Self = Self { corners_head: [SceneCornersHeadElement::ZERO; 1], corners_tail: [0.0; 3], exposure: 0.0, light: Light::ZERO, _pad0: [0; 8], turn_head: [SceneTurnHeadElement::ZERO; 1], turn_tail: [0.0; 3], last: 0.0 };

    /// All members, the padding left out.
    #[must_use]
    pub const fn new(corners_head: [SceneCornersHeadElement; 1], corners_tail: [f32; 3], exposure: f32, light: Light, turn_head: [SceneTurnHeadElement; 1], turn_tail: [f32; 3], last: f32) -> Self {
        Self { corners_head, corners_tail, exposure, light, _pad0: [0; 8], turn_head, turn_tail, last }
    }
}
impl Default for Scene {
    fn default() -> Self {
        Self::ZERO
    }
}
const _: () = {
    assert!(core::mem::size_of::<Scene>() == 128);
    assert!(core::mem::offset_of!(Scene, corners_head) == 0);
    assert!(core::mem::offset_of!(Scene, corners_tail) == 16);
    assert!(core::mem::offset_of!(Scene, exposure) == 28);
    assert!(core::mem::offset_of!(Scene, light) == 32);
    assert!(core::mem::offset_of!(Scene, _pad0) == 88);
    assert!(core::mem::offset_of!(Scene, turn_head) == 96);
    assert!(core::mem::offset_of!(Scene, turn_tail) == 112);
    assert!(core::mem::offset_of!(Scene, last) == 124);
};
#[allow(dead_code, non_snake_case)]
impl Scene {
    /// An element of `corners`, of which there are 2.
    ///
    /// # Panics
    /// When there is no such element.
    #[must_use]
    pub fn corners(&self, index: usize) -> [f32; 3] {
        if index == 1 { self.corners_tail } else { self.corners_head[index].value }
    }
    /// Sets an element of `corners`.
    ///
    /// # Panics
    /// When there is no such element.
    pub fn set_corners(&mut self, index: usize, value: [f32; 3]) {
        if index == 1 {
            self.corners_tail = value;
        } else {
            self.corners_head[index].value = value;
        }
    }
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

#[doc = "A light,\nand its flags."]
///
/// 40 bytes.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(non_camel_case_types, non_snake_case, clippy::doc_markdown, clippy::pub_underscore_fields)]
pub struct Light_2 {
    #[doc = "In metres."]
    pub place: [f32; 3],
    pub mode: Mode,
    #[doc = "Set by the editor."]
    pub layer_bits: u32,
    pub bias_bits: i32,
    pub count_bits: u32,
    pub others: [Mode; 2],
    pub on: u32,
}
#[allow(dead_code, non_snake_case, clippy::many_single_char_names, clippy::too_many_arguments)]
impl Light_2 {
    /// All bytes are zero.
    pub const ZERO: Self = Self { place: [0.0; 3], mode: Mode(0), layer_bits: 0, bias_bits: 0, count_bits: 0, others: [Mode(0); 2], on: 0 };

    /// All members, the padding left out.
    #[must_use]
    pub const fn new(place: [f32; 3], mode: Mode, layer_bits: u32, bias_bits: i32, count_bits: u32, others: [Mode; 2], on: u32) -> Self {
        Self { place, mode, layer_bits, bias_bits, count_bits, others, on }
    }
}
impl Default for Light_2 {
    fn default() -> Self {
        Self::ZERO
    }
}
const _: () = {
    assert!(core::mem::size_of::<Light_2>() == 40);
    assert!(core::mem::offset_of!(Light_2, place) == 0);
    assert!(core::mem::offset_of!(Light_2, mode) == 12);
    assert!(core::mem::offset_of!(Light_2, layer_bits) == 16);
    assert!(core::mem::offset_of!(Light_2, bias_bits) == 20);
    assert!(core::mem::offset_of!(Light_2, count_bits) == 24);
    assert!(core::mem::offset_of!(Light_2, others) == 28);
    assert!(core::mem::offset_of!(Light_2, on) == 36);
};
#[allow(dead_code, non_snake_case)]
impl Light_2 {
    /// 5 bits of `layer_bits` from bit 0 on.
    #[must_use]
    pub const fn layer(&self) -> u32 {
        self.layer_bits & 0x1f
    }
    /// Sets these bits; those of the value beyond them are ignored.
    pub fn set_layer(&mut self, value: u32) {
        self.layer_bits = (self.layer_bits & 0xffff_ffe0) | (value & 0x1f);
    }
    /// 4 bits of `bias_bits` from bit 0 on.
    #[must_use]
    pub const fn bias(&self) -> i32 {
        (self.bias_bits << 28) >> 28
    }
    /// Sets these bits; those of the value beyond them are ignored.
    pub fn set_bias(&mut self, value: i32) {
        self.bias_bits = (self.bias_bits & -16) | (value & 15);
    }
    /// 20 bits of `count_bits` from bit 0 on.
    #[must_use]
    pub const fn count(&self) -> u32 {
        self.count_bits & 0xf_ffff
    }
    /// Sets these bits; those of the value beyond them are ignored.
    pub fn set_count(&mut self, value: u32) {
        self.count_bits = (self.count_bits & 0xfff0_0000) | (value & 0xf_ffff);
    }
}

/// An element of the array at the end of `RWStructuredBuffer_Light`.
#[allow(dead_code, non_camel_case_types)]
pub type RWStructuredBuffer_LightItem = Light_2;
/// How far the elements are apart.
#[allow(dead_code)]
pub const RWSTRUCTUREDBUFFER_LIGHTITEM_STRIDE: usize = 40;
/// Where the first one starts.
#[allow(dead_code)]
pub const RWSTRUCTUREDBUFFER_LIGHTITEM_OFFSET: usize = 0;
/// The bytes with the given number of elements.
#[allow(dead_code)]
#[must_use]
pub const fn rwstructuredbuffer_lightitem_size_for(len: usize) -> usize {
    RWSTRUCTUREDBUFFER_LIGHTITEM_OFFSET + len * RWSTRUCTUREDBUFFER_LIGHTITEM_STRIDE
}
const _: () = assert!(core::mem::size_of::<RWStructuredBuffer_LightItem>() == 40);

/// An element of the array at the end of `RWStructuredBuffer_float`.
#[allow(dead_code, non_camel_case_types)]
pub type RWStructuredBuffer_floatItem = f32;
/// How far the elements are apart.
#[allow(dead_code)]
pub const RWSTRUCTUREDBUFFER_FLOATITEM_STRIDE: usize = 4;
/// Where the first one starts.
#[allow(dead_code)]
pub const RWSTRUCTUREDBUFFER_FLOATITEM_OFFSET: usize = 0;
/// The bytes with the given number of elements.
#[allow(dead_code)]
#[must_use]
pub const fn rwstructuredbuffer_floatitem_size_for(len: usize) -> usize {
    RWSTRUCTUREDBUFFER_FLOATITEM_OFFSET + len * RWSTRUCTUREDBUFFER_FLOATITEM_STRIDE
}
const _: () = assert!(core::mem::size_of::<RWStructuredBuffer_floatItem>() == 4);

/// Sets and bindings.
#[allow(dead_code, non_snake_case)]
pub mod bindings {
    #[doc = "`Scene`"]
    pub mod Scene {
        /// The descriptor set.
        pub const SET: u32 = 0;
        /// The binding in it.
        pub const BINDING: u32 = 0;
        /// How many descriptors there are.
        pub const COUNT: u32 = 1;
        /// The bytes that must be bound.
        pub const MIN_SIZE: u64 = 128;
    }
    #[doc = "`lights`"]
    pub mod lights {
        /// The descriptor set.
        pub const SET: u32 = 0;
        /// The binding in it.
        pub const BINDING: u32 = 1;
        /// How many descriptors there are.
        pub const COUNT: u32 = 1;
        /// The bytes that must be bound.
        pub const MIN_SIZE: u64 = 40;
    }
    #[doc = "`sum`"]
    pub mod sum {
        /// The descriptor set.
        pub const SET: u32 = 0;
        /// The binding in it.
        pub const BINDING: u32 = 2;
        /// How many descriptors there are.
        pub const COUNT: u32 = 1;
        /// The bytes that must be bound.
        pub const MIN_SIZE: u64 = 4;
    }
}

/// Entry points.
#[allow(dead_code, non_snake_case)]
pub mod entry_points {
    #[doc = "A shader of the stage `compute`."]
    pub mod main {
        /// The name by which pipelines call it.
        pub const NAME: &core::ffi::CStr = c"main";
        /// The size of a workgroup, where nothing is specialised.
        pub const WORKGROUP_SIZE: [u32; 3] = [8, 1, 1];
    }
}
