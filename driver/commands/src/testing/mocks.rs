//! Resources of tests that are filled by the methods of a struct: `[[mock(T)]] Texture2D<float4> t`.
//!
//! A generated entry point calls `Initialize` and then `Read` for each texel, and writes what it returns; the test gets a resource
//! of these texels, on which all methods work as on any other. `SizeX`, `SizeY`, `SizeZ` and `MipCount` say how large it is.

use super::SET;
use launch::kernels::resources::place;
use runner::{Format, Image, Module};
use std::fmt::Write;
use std::time::Duration;

/// The first binding of mocks.
const FIRST: u32 = 2;
/// The descriptor set of the buffers that are filled, which no shader is likely to use.
const FILLED_SET: u32 = 1002;
/// The words before the texels: the sizes.
const HEADER: usize = 4;
/// The size along an axis that a struct does not say.
const SIZE: u32 = 16;
/// The texels of a mock, at most.
const MOST_TEXELS: u64 = 1 << 22;
/// The bytes of an element, at most.
const MOST_STRIDE: u32 = 1 << 16;

/// A resource that is filled.
#[derive(Clone, Debug)]
pub(crate) struct Mock {
    number: u32,
    shape: Shape,
    /// Its name in the module.
    name: String,
}

/// The kind of a mocked resource, with its element type.
#[derive(Clone, Debug)]
struct Shape {
    kind: Kind,
    /// True if the shader may write to it.
    is_written: bool,
    /// The kind of its numbers, and how many of them a texel has.
    numbers: (Numbers, u32),
    /// The type of its elements.
    element: String,
    /// The member that is filled, with a dot.
    member: &'static str,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    D1,
    D1Array,
    D2,
    D2Array,
    D3,
    Cube,
    CubeArray,
    /// `Buffer`
    Texels,
    /// `ByteAddressBuffer`, whose words are read at their offsets.
    Bytes,
    /// `StructuredBuffer` and `AppendStructuredBuffer`, with a counter that starts at zero.
    Structured,
    /// `ConsumeStructuredBuffer`, with a counter of all its elements.
    Consumed,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Numbers {
    Float,
    Int,
    Uint,
}

/// The resource types by name, without `RW`. Textures of several samples have one.
const KINDS: [(&str, Kind); 14] = [
    ("Texture1D", Kind::D1),
    ("Texture1DArray", Kind::D1Array),
    ("Texture2D", Kind::D2),
    ("Texture2DArray", Kind::D2Array),
    ("Texture2DMS", Kind::D2),
    ("Texture2DMSArray", Kind::D2Array),
    ("Texture3D", Kind::D3),
    ("TextureCube", Kind::Cube),
    ("TextureCubeArray", Kind::CubeArray),
    ("Buffer", Kind::Texels),
    ("ByteAddressBuffer", Kind::Bytes),
    ("StructuredBuffer", Kind::Structured),
    ("AppendStructuredBuffer", Kind::Structured),
    ("ConsumeStructuredBuffer", Kind::Consumed),
];

/// The structs of a texture and its sampler that the include for HLSLInterpreter has, with the type and the name of the texture.
const COMBINED: [(&str, &str, &str); 4] = [
    ("sampler1D", "Texture1D", ".texture"),
    ("sampler2D", "Texture2D", ".texture"),
    ("sampler3D", "Texture3D", ".texture"),
    ("samplerCUBE", "TextureCube", ".texture"),
];

/// The types of texels: their names without a number, and their kind.
const ELEMENTS: [(&str, Numbers); 5] = [
    ("float", Numbers::Float),
    ("half", Numbers::Float),
    ("min16float", Numbers::Float),
    ("int", Numbers::Int),
    ("uint", Numbers::Uint),
];

/// The shape of a type, if such a resource can be filled.
fn shape(ty: &str) -> Option<Shape> {
    let combined = COMBINED.iter().find(|(name, ..)| *name == ty);
    let (ty, member) = combined.map_or((ty, ""), |(_, texture, member)| (*texture, *member));
    let (name, element) = match ty.split_once('<') {
        Some((name, element)) => (name.trim(), element.trim_end().strip_suffix('>')?.trim()),
        None => (ty.trim(), "float4"),
    };
    let (name, is_written) = name.strip_prefix("RW").map_or((name, false), |name| (name, true));
    let (_, kind) = *KINDS.iter().find(|(own, _)| *own == name)?;
    // What is behind a comma is the number of samples.
    let texel = element.split(',').next().unwrap_or(element);
    let numbers = match kind {
        Kind::Bytes | Kind::Structured | Kind::Consumed => (Numbers::Uint, 1),
        Kind::D1
        | Kind::D1Array
        | Kind::D2
        | Kind::D2Array
        | Kind::D3
        | Kind::Cube
        | Kind::CubeArray
        | Kind::Texels => numbers_of(texel)?,
    };
    Some(Shape { kind, is_written, numbers, element: element.to_owned(), member })
}

/// The numbers of a texel.
fn numbers_of(ty: &str) -> Option<(Numbers, u32)> {
    let ty = ["unorm", "snorm"].iter().find_map(|word| ty.strip_prefix(word)).unwrap_or(ty).trim();
    ELEMENTS.iter().find_map(|(name, numbers)| {
        let count = match ty.strip_prefix(name)? {
            "" => 1,
            digit => digit.parse().ok().filter(|count| (1..=4).contains(count))?,
        };
        Some((*numbers, count))
    })
}

impl Mock {
    /// A resource of the harness, which is a parameter of a test; `None` if such a type cannot be filled.
    pub(super) fn of_parameter(number: u32, ty: &str) -> Option<Self> {
        Some(Mock { number, shape: shape(ty)?, name: format!("__hlsl2spirv_mock_{number}") })
    }

    /// A resource of the file.
    pub(super) fn of_global(number: u32, ty: &str, name: &str) -> Option<Self> {
        let shape = shape(ty)?;
        let name = format!("{name}{}", shape.member);
        Some(Mock { number, shape, name })
    }

    /// The name of the resource.
    pub(super) fn name(&self) -> &str {
        &self.name
    }

    fn entry(&self) -> String {
        format!("__hlsl2spirv_fill_{}", self.number)
    }

    /// The place of the buffer that is filled, of structured ones.
    fn filled_place(&self) -> (u32, u32) {
        (FILLED_SET, self.number)
    }

    /// Adds the resource of a parameter of this type.
    pub(super) fn push_resource(&self, text: &mut String, ty: &str) {
        let _ = writeln!(text, "[[vk::binding({}, {SET})]] {ty} {};", FIRST + self.number, self.name);
    }

    /// Adds the entry point that fills the resource by a struct with these methods.
    pub(super) fn push_entry(&self, text: &mut String, source: &str, methods: &[String]) {
        let has = |name: &str| methods.iter().any(|method| method == name);
        let value = |name: &str, without: &str| if has(name) { format!("m.{name}()") } else { without.to_owned() };
        let read = if has("Read") { "m.Read(x, y, z, 0, level)" } else { "0" };
        let initialize = if has("Initialize") { "m.Initialize(); " } else { "" };
        let begin = format!(
            "[shader(\"compute\")] [numthreads(1, 1, 1)] void {}() {{\n    {source} m = ({source})0; {initialize}",
            self.entry()
        );
        let (size, is_consumed) = (SIZE.to_string(), self.shape.kind == Kind::Consumed);
        let width = value("SizeX", &size);
        if matches!(self.shape.kind, Kind::Structured | Kind::Consumed) {
            let (number, element) = (self.number, &self.shape.element);
            let counted = value("Count", if is_consumed { "width" } else { "0" });
            let _ = writeln!(
                text,
                "[[vk::binding({number}, {FILLED_SET})]] RWStructuredBuffer<{element}> __hlsl2spirv_filled_{number};\n\
                 {begin}int width = {width};\n    uint count, stride; \
                 __hlsl2spirv_filled_{number}.GetDimensions(count, stride);\n    \
                 __hlsl2spirv_out.Store4(0, uint4(asuint(width), stride, 1, {counted}));\n    \
                 const int y = 0, z = 0, level = 0;\n    \
                 for (uint x = 0; x < count; x++) __hlsl2spirv_filled_{number}[x] = ({element}){read};\n}}"
            );
            return;
        }
        let (numbers, count) = self.shape.numbers;
        let number = match numbers {
            Numbers::Float => "float",
            Numbers::Int => "int",
            Numbers::Uint => "uint",
        };
        let rest = [", 0, 0, 0", ", 0, 0", ", 0", ""][count as usize - 1];
        let step = if self.shape.kind == Kind::Bytes { 4 } else { 1 };
        let [x, y, z] = extents(self.shape.kind);
        let _ = writeln!(
            text,
            "{begin}int4 size = int4({width}, {}, {}, {});\n    \
             __hlsl2spirv_out.Store4(0, asuint(size));\n    \
             uint at = 16, bytes; __hlsl2spirv_out.GetDimensions(bytes);\n    \
             for (int level = 0; level < size.w; level++)\n    \
             for (int z = 0; z < {z}; z++)\n    for (int y = 0; y < {y}; y++)\n    for (int x = 0; x < {x}; x += {step}) {{\n        \
             if (at + 16 > bytes) return;\n        \
             vector<{number}, {count}> texel = (vector<{number}, {count}>){read};\n        \
             __hlsl2spirv_out.Store4(at, asuint({number}4(texel{rest}))); at += 16;\n    }}\n}}",
            value("SizeY", &size),
            value("SizeZ", &size),
            value("MipCount", "1"),
        );
    }
}

/// The texels along each axis, as expressions of the sizes and the level.
fn extents(kind: Kind) -> [&'static str; 3] {
    const X: &str = "max(size.x >> level, 1)";
    const Y: &str = "max(size.y >> level, 1)";
    match kind {
        Kind::D1 => [X, "1", "1"],
        Kind::D1Array => [X, "size.y", "1"],
        Kind::D2 => [X, Y, "1"],
        Kind::D2Array => [X, Y, "size.z"],
        Kind::D3 => [X, Y, "max(size.z >> level, 1)"],
        Kind::Cube => [X, X, "6"],
        Kind::CubeArray => [X, X, "6 * size.z"],
        Kind::Texels | Kind::Bytes | Kind::Structured | Kind::Consumed => ["size.x", "1", "1"],
    }
}

/// The contents of a resource.
pub(super) enum Filled {
    Image(Box<Image>),
    /// The words of a buffer, and its counter.
    Words(Vec<u32>, u32),
}

impl Mock {
    /// Fills the resource: `module` compiles an entry point.
    ///
    /// # Errors
    /// When the methods do not run, or say that it is too large.
    pub(super) fn filled(
        &self,
        module: impl Fn(&str) -> Result<Module, String>,
        deadline: Duration,
    ) -> Result<Filled, String> {
        let module = module(&self.entry())?;
        let run = |words: &mut [u32], elements: &mut [u32]| {
            let mut dispatch = module.dispatch();
            dispatch.allow_gaps().deadline(deadline);
            dispatch.buffer_mut((SET, 1), words).map_err(|error| error.to_string())?;
            if !elements.is_empty() {
                dispatch.buffer_mut(self.filled_place(), elements).map_err(|error| error.to_string())?;
            }
            dispatch.run([1; 3]).map_err(|error| error.to_string())
        };
        let mut sizes = vec![0; HEADER];
        run(&mut sizes, &mut [])?;
        if matches!(self.shape.kind, Kind::Structured | Kind::Consumed) {
            let (count, stride, counted) = (sizes[0].max(1), sizes[1].min(MOST_STRIDE), sizes[3]);
            let words = u64::from(count) * u64::from(stride.div_ceil(4));
            if words > 4 * MOST_TEXELS {
                return Err(format!("the mock of a buffer has {count} elements of {stride} bytes, which are too many"));
            }
            let mut elements = vec![0; words as usize];
            run(&mut sizes, &mut elements)?;
            return Ok(Filled::Words(elements, counted));
        }
        let size: [u32; HEADER] = std::array::from_fn(|at| sizes[at].max(1));
        let texels = (0..size[3]).map(|level| self.shape.levels(size, level).iter().product::<u64>()).sum::<u64>();
        if size.iter().any(|size| u64::from(*size) > MOST_TEXELS) || texels > MOST_TEXELS {
            return Err(format!("the mock of a resource has {texels} texels; the most are {MOST_TEXELS}"));
        }
        let mut words = vec![0; HEADER + 4 * texels as usize];
        run(&mut words, &mut [])?;
        self.shape.contents(size, &words[HEADER..])
    }

    /// Binds the resource to a dispatch of a module, and its counter if the module has one.
    pub(super) fn bind<'b>(
        &'b self,
        module: &Module,
        dispatch: &mut runner::Dispatch<'b>,
        filled: &'b mut Filled,
    ) -> Result<(), runner::Error> {
        let own = place(&self.name);
        match filled {
            Filled::Image(image) => match self.shape.is_written {
                true => dispatch.image(own, image).map(drop),
                false => dispatch.texture(own, image).map(drop),
            },
            Filled::Words(words, counter) => {
                let name = self.counter();
                if has(module, &name) {
                    dispatch.buffer_mut(place(&name), std::slice::from_mut(counter))?;
                }
                if has(module, &self.name) {
                    dispatch.buffer_mut(own, words)?;
                }
                Ok(())
            }
        }
    }

    /// Returns whether a module has the resource, or its counter.
    pub(super) fn is_in(&self, module: &Module) -> bool {
        has(module, &self.name) || has(module, &self.counter())
    }

    /// The name of the counter.
    fn counter(&self) -> String {
        format!("counter.var.{}", self.name)
    }
}

/// Returns whether a module has a binding of a name.
fn has(module: &Module, name: &str) -> bool {
    place(name).binding(module.info()).is_ok()
}

impl Shape {
    /// The texels along each axis of a level, layers and faces included.
    fn levels(&self, [x, y, z, _]: [u32; HEADER], level: u32) -> [u64; 3] {
        let half = |size: u32| u64::from((size >> level).max(1));
        match self.kind {
            Kind::D1 => [half(x), 1, 1],
            Kind::D1Array => [half(x), y.into(), 1],
            Kind::D2 => [half(x), half(y), 1],
            Kind::D2Array => [half(x), half(y), z.into()],
            Kind::D3 => [half(x), half(y), half(z)],
            Kind::Cube => [half(x), half(x), 6],
            Kind::CubeArray => [half(x), half(x), 6 * u64::from(z)],
            Kind::Texels | Kind::Structured | Kind::Consumed => [x.into(), 1, 1],
            Kind::Bytes => [u64::from(x).div_ceil(4), 1, 1],
        }
    }

    /// The resource with texels of four words each.
    fn contents(&self, size: [u32; HEADER], words: &[u32]) -> Result<Filled, String> {
        let (format, width) = match self.numbers {
            (Numbers::Float, _) => (Some(Format::RGBA32_FLOAT), 4),
            // Atomic operations need texels of one number.
            (Numbers::Int, 1) => (Some(Format::R32_SINT), 1),
            (Numbers::Uint, 1) => (Some(Format::R32_UINT), 1),
            (Numbers::Int, _) => (Format::from_name("rgba32sint"), 4),
            (Numbers::Uint, _) => (Format::from_name("rgba32uint"), 4),
        };
        let format = format.unwrap_or(Format::RGBA32_FLOAT);
        let narrow: Vec<u32> = words.iter().step_by(4).copied().collect();
        let words = if width == 4 { words } else { &narrow[..] };
        let [x, y, z, levels] = size;
        let image = match self.kind {
            Kind::Bytes | Kind::Structured | Kind::Consumed => return Ok(Filled::Words(narrow, 0)),
            Kind::D1 => Image::d1(format, x),
            Kind::D1Array => Image::d1(format, x).and_then(|image| image.with_layers(y)),
            Kind::D2 => Image::d2(format, x, y),
            Kind::D2Array => Image::d2(format, x, y).and_then(|image| image.with_layers(z)),
            Kind::D3 => Image::d3(format, x, y, z),
            Kind::Cube => Image::cube(format, x),
            Kind::CubeArray => Image::cube(format, x).and_then(|image| image.with_layers(z)),
            Kind::Texels => Image::buffer(format, x),
        };
        let image = image.and_then(|image| image.with_levels(levels));
        let mut image = image.map_err(|error| error.to_string())?;
        let mut rest = words;
        for level in 0..image.levels() {
            let [x, y, z] = self.levels(size, level);
            let (layers, texels) = match self.kind {
                Kind::D1Array => (y, x),
                Kind::D2Array | Kind::Cube | Kind::CubeArray => (z, x * y),
                Kind::D1 | Kind::D2 | Kind::D3 | Kind::Texels | Kind::Bytes | Kind::Structured | Kind::Consumed => {
                    (1, x * y * z)
                }
            };
            for layer in 0..layers {
                let (own, behind) = rest.split_at((width * texels as usize).min(rest.len()));
                image.set_values(level as usize, layer as u32, own);
                rest = behind;
            }
        }
        Ok(Filled::Image(Box::new(image)))
    }
}
