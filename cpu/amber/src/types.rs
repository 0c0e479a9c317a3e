//! Types of elements of buffers: numbers, vectors, matrices, structs and image formats, and where their numbers are in memory.
//!
//! It must not know statements.

use texels::ColorFormat;
use texels::format::{half_to_single, single_to_half};

/// What the bits of a number represent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// 0 to 1.
    Unorm,
    /// -1 to 1.
    Snorm,
    /// 0 to 1 on the curve of sRGB.
    Srgb,
    /// Unsigned integers.
    Uint,
    /// Signed integers.
    Sint,
    /// Unsigned integers that become floating-point numbers.
    Uscaled,
    /// Signed integers that become floating-point numbers.
    Sscaled,
    /// Floating-point numbers.
    Float,
}

impl Mode {
    fn from_name(name: &str) -> Option<Self> {
        Some(match name {
            "UNORM" => Mode::Unorm,
            "SNORM" => Mode::Snorm,
            "SRGB" => Mode::Srgb,
            "UINT" => Mode::Uint,
            "SINT" => Mode::Sint,
            "USCALED" => Mode::Uscaled,
            "SSCALED" => Mode::Sscaled,
            "SFLOAT" | "UFLOAT" => Mode::Float,
            _ => return None,
        })
    }
}

/// The size of the blocks that memory of uniform buffers is rounded to.
const BLOCK: u32 = 16;

/// The rules by which parts of a type are placed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Layout {
    /// That of uniform buffers: arrays, columns and structs are multiples of 16 bytes.
    Std140,
    /// That of storage buffers.
    #[default]
    Std430,
}

/// A number in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Number {
    /// The first bit, from the start of its element.
    pub bit: u32,
    /// The number of bits.
    pub bits: u32,
    /// What they represent.
    pub mode: Mode,
    /// The component of a texel that it is: `R`, `G`, `B`, `A`, `D` or `S`; `R` elsewhere.
    pub component: char,
}

/// An element of a buffer: its bytes, and its numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Element {
    /// The bytes from an element to the next one.
    pub bytes: u32,
    /// The numbers in the order in which they are written.
    pub numbers: Vec<Number>,
}

/// A type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DataType {
    /// Numbers, vectors and matrices.
    Numeric {
        /// What a number represents.
        mode: Mode,
        /// The bits of a number.
        bits: u32,
        /// The numbers of a column.
        rows: u32,
        /// The columns.
        columns: u32,
        /// The elements of an array; 0 if it has no size.
        array: Option<u32>,
    },
    /// An image format.
    Texel(Texel),
    /// A struct.
    Struct(Struct),
}

/// An image format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Texel {
    /// The name.
    pub name: String,
    /// The bytes of a texel.
    pub bytes: u32,
    /// The components.
    pub components: Vec<Number>,
    /// True if they share a word, which is written as one number.
    pub is_packed: bool,
}

/// A struct.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Struct {
    pub(crate) members: Vec<Member>,
    pub(crate) stride: Option<u32>,
}

/// The strides that a script gives a member.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Strides {
    pub(crate) array: Option<u32>,
    pub(crate) matrix: Option<u32>,
}

/// A member of a struct, with what the script says of its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Member {
    pub(crate) ty: DataType,
    pub(crate) offset: Option<u32>,
    pub(crate) strides: Strides,
}

/// Kinds of numbers by their names.
const NUMBERS: &[(&str, Mode, u32)] = &[
    ("int8", Mode::Sint, 8),
    ("int16", Mode::Sint, 16),
    ("int32", Mode::Sint, 32),
    ("int64", Mode::Sint, 64),
    ("uint8", Mode::Uint, 8),
    ("uint16", Mode::Uint, 16),
    ("uint32", Mode::Uint, 32),
    ("uint64", Mode::Uint, 64),
    ("float16", Mode::Float, 16),
    ("float", Mode::Float, 32),
    ("double", Mode::Float, 64),
];

impl DataType {
    /// The type of a name such as `vec3<float>`, `int32[4]` or `R8G8B8A8_UNORM`.
    pub fn from_name(name: &str) -> Option<Self> {
        if let Some(texel) = Texel::from_name(name) {
            return Some(DataType::Texel(texel));
        }
        let (name, array) = match name.strip_suffix(']') {
            Some(rest) => {
                let (name, count) = rest.split_once('[')?;
                (name, Some(if count.is_empty() { 0 } else { count.parse().ok()? }))
            }
            None => (name, None),
        };
        let digit = |text: &str| text.parse().ok().filter(|count| (2..=4).contains(count));
        let (shape, inner) = match name.split_once('<') {
            Some((shape, inner)) => (Some(shape), inner.strip_suffix('>')?),
            None => (None, name),
        };
        let (columns, rows) = match shape {
            None => (1, 1),
            Some(shape) => match (shape.strip_prefix("vec"), shape.strip_prefix("mat")) {
                (Some(rows), _) => (1, digit(rows)?),
                (_, Some(sizes)) => sizes.split_once('x').and_then(|(c, r)| Some((digit(c)?, digit(r)?)))?,
                (None, None) => return None,
            },
        };
        let (_, mode, bits) = NUMBERS.iter().find(|(own, ..)| *own == inner)?;
        Some(DataType::Numeric { mode: *mode, bits: *bits, rows, columns, array })
    }

    /// Where the numbers of an element of a buffer are.
    pub fn element(&self, layout: Layout) -> Element {
        let mut numbers = Vec::new();
        let size = self.place(0, layout, Strides::default(), &mut numbers);
        let is_list = matches!(self, DataType::Numeric { columns: 2.., .. } | DataType::Numeric { array: Some(_), .. });
        let bytes = match self {
            DataType::Texel(_) => size,
            DataType::Numeric { .. } if is_list => size.next_multiple_of(self.alignment(layout)),
            // Vectors of three take the place of four.
            DataType::Numeric { bits, rows: 3, .. } => bits / 8 * 4,
            DataType::Numeric { .. } => size,
            DataType::Struct(own) => {
                own.stride.unwrap_or_else(|| size.next_multiple_of(self.alignment(layout))).max(size)
            }
        };
        let numbers = match self {
            DataType::Texel(Texel { is_packed: true, bytes, .. }) => {
                vec![Number { bit: 0, bits: bytes * 8, mode: Mode::Uint, component: 'R' }]
            }
            DataType::Texel(_) | DataType::Numeric { .. } | DataType::Struct(_) => numbers,
        };
        Element { bytes: bytes.max(1), numbers }
    }

    /// The multiple of bytes at which it starts.
    fn alignment(&self, layout: Layout) -> u32 {
        let round = |bytes: u32| match layout {
            Layout::Std140 => bytes.next_multiple_of(BLOCK),
            Layout::Std430 => bytes,
        };
        match self {
            DataType::Numeric { bits, rows, columns, array, .. } => {
                let own = bits / 8 * if *rows == 3 { 4 } else { *rows };
                if *columns > 1 || array.is_some() { round(own) } else { own }
            }
            DataType::Texel(texel) => texel.bytes.max(1),
            DataType::Struct(own) => {
                round(own.members.iter().map(|member| member.ty.alignment(layout)).max().unwrap_or(1))
            }
        }
    }

    /// Places the numbers from a byte on. Returns the byte behind them.
    fn place(&self, start: u32, layout: Layout, strides: Strides, out: &mut Vec<Number>) -> u32 {
        match self {
            DataType::Numeric { mode, bits, rows, columns, array } => {
                let (bytes, alignment) = (bits / 8, self.alignment(layout));
                let column = strides.matrix.unwrap_or(alignment);
                let whole = if *columns > 1 { column * columns } else { bytes * rows };
                let stride = strides.array.unwrap_or_else(|| whole.next_multiple_of(alignment));
                let count = array.map_or(1, |count| count.max(1));
                for element in 0..count {
                    for at in 0..*columns {
                        let first = start + element * stride + at * column;
                        let number =
                            |row| Number { bit: 8 * (first + row * bytes), bits: *bits, mode: *mode, component: 'R' };
                        out.extend((0..*rows).map(number));
                    }
                }
                if array.is_some() { start + count * stride } else { start + whole }
            }
            DataType::Texel(texel) => {
                out.extend(texel.components.iter().map(|own| Number { bit: own.bit + 8 * start, ..*own }));
                start + texel.bytes
            }
            DataType::Struct(own) => {
                let mut end = start;
                for member in &own.members {
                    let at = match member.offset {
                        Some(offset) => start + offset,
                        None => end.next_multiple_of(member.ty.alignment(layout)),
                    };
                    end = member.ty.place(at, layout, member.strides, out);
                }
                own.stride.map_or_else(|| end.next_multiple_of(self.alignment(layout)), |stride| start + stride)
            }
        }
    }
}

impl Texel {
    /// The format of a name such as `B8G8R8A8_UNORM`.
    pub fn from_name(name: &str) -> Option<Self> {
        let mut components: Vec<Number> = Vec::new();
        let (mut modes, mut packed, mut bit) = (Vec::new(), None, 0);
        for part in name.split('_') {
            if let Some(mode) = Mode::from_name(part) {
                modes.push((components.len(), mode));
                continue;
            }
            if let Some(bits) = part.strip_prefix("PACK") {
                packed = Some(bits.parse::<u32>().ok()?);
                continue;
            }
            let mut rest = part;
            while let Some(component) = rest.chars().next() {
                let digits = rest[1..].find(|c: char| !c.is_ascii_digit()).map_or(rest.len(), |end| end + 1);
                let bits: u32 = rest.get(1..digits)?.parse().ok().filter(|bits| (1..=64).contains(bits))?;
                if !"RGBAXDS".contains(component) {
                    return None;
                }
                components.push(Number { bit, bits, mode: Mode::Uint, component });
                (bit, rest) = (bit + bits, &rest[digits..]);
            }
        }
        if modes.is_empty() || components.is_empty() {
            return None;
        }
        for (at, number) in components.iter_mut().enumerate() {
            number.mode = modes.iter().find(|(end, _)| at < *end).map_or(Mode::Uint, |(_, mode)| *mode);
            if let Some(bits) = packed {
                // The first component has the highest bits.
                number.bit = bits.checked_sub(number.bit + number.bits)?;
            }
            if (number.mode, number.component) == (Mode::Srgb, 'A') {
                number.mode = Mode::Unorm;
            }
        }
        let is_packed = packed.is_some();
        if is_packed {
            components.sort_by_key(|own| own.bit);
        }
        components.retain(|own| own.component != 'X');
        Some(Texel { name: name.to_owned(), bytes: bit.div_ceil(8), components, is_packed })
    }
}

impl Number {
    /// The bits in the memory of an element.
    pub fn load(&self, element: &[u8]) -> u64 {
        let (first, shift) = ((self.bit / 8) as usize, self.bit % 8);
        let count = (shift + self.bits).div_ceil(8) as usize;
        let mut bytes = [0; 16];
        for (to, from) in bytes.iter_mut().zip(element.iter().skip(first).take(count)) {
            *to = *from;
        }
        let mask = if self.bits == 64 { u64::MAX } else { (1 << self.bits) - 1 };
        (u128::from_le_bytes(bytes) >> shift) as u64 & mask
    }

    /// Sets the bits, which are whole bytes, in the memory of an element.
    pub fn store(&self, element: &mut [u8], bits: u64) {
        let (first, count) = ((self.bit / 8) as usize, (self.bits / 8) as usize);
        for (to, from) in element.iter_mut().skip(first).take(count).zip(bits.to_le_bytes()) {
            *to = from;
        }
    }

    /// The number as it is stored: integers, also of normalized formats, and floating-point numbers.
    pub fn raw(&self, element: &[u8]) -> Value {
        let bits = self.load(element);
        match self.mode {
            Mode::Unorm | Mode::Srgb | Mode::Uint | Mode::Uscaled => Value::Integer(bits.into()),
            Mode::Snorm | Mode::Sint | Mode::Sscaled => {
                Value::Integer(((bits << (64 - self.bits)).cast_signed() >> (64 - self.bits)).into())
            }
            Mode::Float => Value::Float(match self.bits {
                64 => f64::from_bits(bits),
                32 => f32::from_bits(bits as u32).into(),
                16 => half_to_single(bits as u16).into(),
                // Five bits of exponent, and no sign.
                less => half_to_single((bits << 15u32.saturating_sub(less)) as u16).into(),
            }),
        }
    }

    /// The number as shaders see it.
    pub fn value(&self, element: &[u8]) -> f64 {
        let raw = self.raw(element).number();
        let most = |bits: u32| ((1u64 << bits) - 1) as f64;
        match self.mode {
            Mode::Unorm => raw / most(self.bits),
            Mode::Snorm => (raw / most(self.bits - 1)).max(-1.0),
            Mode::Srgb => {
                // The curve of sRGB is that of targets.
                let format = ColorFormat::from_name("rgba8unorm-srgb");
                format.map_or(0.0, |format| f32::from_bits(format.decode(format.load(&[raw as u8; 4]))[0]).into())
            }
            Mode::Uint | Mode::Sint | Mode::Uscaled | Mode::Sscaled | Mode::Float => raw,
        }
    }

    /// The bits of a number of the script.
    pub fn encode(&self, value: Value) -> u64 {
        match self.mode {
            Mode::Float => match self.bits {
                64 => value.number().to_bits(),
                32 => (value.number() as f32).to_bits().into(),
                _ => single_to_half(value.number() as f32).into(),
            },
            Mode::Unorm | Mode::Snorm | Mode::Srgb | Mode::Uint | Mode::Sint | Mode::Uscaled | Mode::Sscaled => {
                value.integer() as u64
            }
        }
    }
}

/// A number of a script.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value {
    /// One without a point.
    Integer(i128),
    /// One with a point, or none.
    Float(f64),
}

impl Value {
    /// The number of a text: decimal or `0x`.
    pub fn parse(text: &str) -> Option<Self> {
        let (sign, digits) = text.strip_prefix('-').map_or((1, text), |digits| (-1, digits));
        if let Some(hex) = digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
            return u64::from_str_radix(hex, 16).ok().map(|number| Value::Integer(sign * i128::from(number)));
        }
        if let Ok(number) = text.parse() {
            return Some(Value::Integer(number));
        }
        let is_number = digits.starts_with(|c: char| c.is_ascii_digit() || c == '.');
        let is_none = ["nan", "inf", "infinity"].iter().any(|name| digits.eq_ignore_ascii_case(name));
        (is_number || is_none).then(|| text.parse().ok().map(Value::Float))?
    }

    /// The number.
    pub fn number(self) -> f64 {
        match self {
            Value::Integer(number) => number as f64,
            Value::Float(number) => number,
        }
    }

    fn integer(self) -> i128 {
        match self {
            Value::Integer(number) => number,
            Value::Float(number) => number as i128,
        }
    }
}

impl std::fmt::Display for Value {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Value::Integer(number) => number.fmt(f),
            Value::Float(number) => number.fmt(f),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places(name: &str, layout: Layout) -> (u32, Vec<u32>) {
        let element = DataType::from_name(name).unwrap().element(layout);
        (element.bytes, element.numbers.iter().map(|number| number.bit / 8).collect())
    }

    #[test]
    fn numbers_are_placed_by_the_layout() {
        assert_eq!(places("vec3<float>", Layout::Std430), (16, vec![0, 4, 8]));
        assert_eq!(places("float[]", Layout::Std140), (16, vec![0]));
        assert_eq!(places("float", Layout::Std140), (4, vec![0]));
        assert_eq!(places("mat2x3<float>", Layout::Std430), (32, vec![0, 4, 8, 16, 20, 24]));
        assert_eq!(places("mat2x2<float>", Layout::Std140), (32, vec![0, 4, 16, 20]));
        assert_eq!(places("R32G32B32_SFLOAT", Layout::Std140), (12, vec![0, 4, 8]));
        assert_eq!(places("int16[3]", Layout::Std430), (6, vec![0, 2, 4]));
    }

    #[test]
    fn members_follow_each_other() {
        let member =
            |name: &str, offset| Member { ty: DataType::from_name(name).unwrap(), offset, strides: Strides::default() };
        let own = Struct {
            members: vec![member("float", None), member("vec2<float>", None), member("uint8", Some(20))],
            stride: None,
        };
        let element = DataType::Struct(own).element(Layout::Std430);
        assert_eq!(element.bytes, 24);
        assert_eq!(element.numbers.iter().map(|number| number.bit / 8).collect::<Vec<_>>(), [0, 8, 12, 20]);
    }

    #[test]
    fn formats_are_read_by_their_names() {
        let bgra = Texel::from_name("B8G8R8A8_SRGB").unwrap();
        assert_eq!(
            bgra.components.iter().map(|own| (own.component, own.bit)).collect::<Vec<_>>(),
            [('B', 0), ('G', 8), ('R', 16), ('A', 24)]
        );
        assert_eq!((bgra.bytes, bgra.components[3].mode), (4, Mode::Unorm));
        let depth = Texel::from_name("D32_SFLOAT_S8_UINT").unwrap();
        assert_eq!((depth.components[0].mode, depth.components[1].mode), (Mode::Float, Mode::Uint));
        let packed = Texel::from_name("B10G11R11_UFLOAT_PACK32").unwrap();
        assert_eq!((packed.is_packed, packed.components[0].component, packed.components[2].bit), (true, 'R', 22));
        assert_eq!(packed.components[0].value(&[0x40, 0x02, 0, 0]), 2.0f64.powi(-6));
        assert!(Texel::from_name("my_data").is_none() && Texel::from_name("R8").is_none());
    }

    #[test]
    fn colors_of_srgb_become_linear() {
        let red = Texel::from_name("R8_SRGB").unwrap().components[0];
        assert!((red.value(&[188]) - 0.5029).abs() < 1e-3 && red.value(&[255]) == 1.0);
    }

    #[test]
    fn values_are_decimal_or_hexadecimal() {
        assert_eq!(Value::parse("0xff"), Some(Value::Integer(255)));
        assert_eq!(Value::parse("-1"), Some(Value::Integer(-1)));
        assert_eq!(Value::parse("1e3"), Some(Value::Float(1000.0)));
        assert!(matches!(Value::parse("nan"), Some(Value::Float(number)) if number.is_nan()));
        assert_eq!(Value::parse("north"), None);
    }
}
