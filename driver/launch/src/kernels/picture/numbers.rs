//! The numbers of formats in files.

/// The formats of targets: the name, and the numbers in DXGI and in Vulkan.
#[rustfmt::skip]
pub(crate) const NUMBERS: &[(&str, u32, u32)] = &[
    ("r8unorm", 61, 9), ("r8snorm", 63, 10), ("r8uint", 62, 13), ("r8sint", 64, 14),
    ("rg8unorm", 49, 16), ("rg8snorm", 51, 17), ("rg8uint", 50, 20), ("rg8sint", 52, 21),
    ("rgba8unorm", 28, 37), ("rgba8snorm", 31, 38), ("rgba8uint", 30, 41), ("rgba8sint", 32, 42),
    ("rgba8unorm-srgb", 29, 43), ("bgra8unorm", 87, 44), ("bgra8unorm-srgb", 91, 50),
    ("rgb10a2unorm", 24, 64), ("rgb10a2uint", 25, 68), ("rg11b10float", 26, 122),
    ("r16unorm", 56, 70), ("r16snorm", 58, 71), ("r16uint", 57, 74), ("r16sint", 59, 75), ("r16float", 54, 76),
    ("rg16unorm", 35, 77), ("rg16snorm", 37, 78), ("rg16uint", 36, 81), ("rg16sint", 38, 82), ("rg16float", 34, 83),
    ("rgba16unorm", 11, 91), ("rgba16snorm", 13, 92), ("rgba16uint", 12, 95), ("rgba16sint", 14, 96),
    ("rgba16float", 10, 97),
    ("r32uint", 42, 98), ("r32sint", 43, 99), ("r32float", 41, 100),
    ("rg32uint", 17, 101), ("rg32sint", 18, 102), ("rg32float", 16, 103),
    ("rgba32uint", 3, 107), ("rgba32sint", 4, 108), ("rgba32float", 2, 109),
    ("b5g6r5unorm", 85, 4), ("b5g5r5a1unorm", 86, 8), ("b4g4r4a4unorm", 115, 1_000_340_000),
    ("a8unorm", 65, 1_000_470_001),
];

/// How four by four texels are compressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Block {
    Bc1,
    Bc2,
    Bc3,
    Bc4,
    Bc5,
    Bc6h,
    Bc7,
}

/// A compressed format: how, whether colors are sRGB or values signed, and the numbers in DXGI and in Vulkan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Compressed {
    pub(super) block: Block,
    pub(super) is_srgb: bool,
    pub(super) is_signed: bool,
    dxgi: u32,
    vulkan: u32,
}

const fn row(block: Block, [is_srgb, is_signed]: [bool; 2], dxgi: u32, vulkan: u32) -> Compressed {
    Compressed { block, is_srgb, is_signed, dxgi, vulkan }
}

const PLAIN: [bool; 2] = [false, false];
const SRGB: [bool; 2] = [true, false];
const SIGNED: [bool; 2] = [false, true];

/// The compressed formats. Vulkan has one of BC1 without alpha besides.
const COMPRESSED: &[Compressed] = &[
    row(Block::Bc1, PLAIN, 71, 133),
    row(Block::Bc1, SRGB, 72, 134),
    row(Block::Bc1, PLAIN, 0, 131),
    row(Block::Bc1, SRGB, 0, 132),
    row(Block::Bc2, PLAIN, 74, 135),
    row(Block::Bc2, SRGB, 75, 136),
    row(Block::Bc3, PLAIN, 77, 137),
    row(Block::Bc3, SRGB, 78, 138),
    row(Block::Bc4, PLAIN, 80, 139),
    row(Block::Bc4, SIGNED, 81, 140),
    row(Block::Bc5, PLAIN, 83, 141),
    row(Block::Bc5, SIGNED, 84, 142),
    row(Block::Bc6h, PLAIN, 95, 143),
    row(Block::Bc6h, SIGNED, 96, 144),
    row(Block::Bc7, PLAIN, 98, 145),
    row(Block::Bc7, SRGB, 99, 146),
];

/// The compressed format with a number of DXGI.
pub(super) fn of_dxgi(number: u32) -> Option<Compressed> {
    COMPRESSED.iter().find(|row| row.dxgi == number && number > 0).copied()
}

/// The compressed format with a number of Vulkan.
pub(super) fn of_vulkan(number: u32) -> Option<Compressed> {
    COMPRESSED.iter().find(|row| row.vulkan == number).copied()
}
