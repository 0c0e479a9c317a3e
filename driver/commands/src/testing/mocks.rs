//! Resources of tests that are filled by the methods of a struct: `[[mock(T)]] Texture2D<float4> t`.
//!
//! A generated entry point calls `Initialize` and then `Read` for each texel, and writes what it returns; the test gets a resource
//! of these texels, on which all methods work as on any other. `SizeX`, `SizeY`, `SizeZ` and `MipCount` say how large it is.

use super::SET;
use runner::{Format, Image, Module};
use std::fmt::Write;
use std::time::Duration;

/// The first binding of mocks.
const FIRST: u32 = 2;
/// The words before the texels: the sizes.
const HEADER: usize = 4;
/// The size along an axis, and the number of levels, that a struct does not say.
const SIZE: u32 = 2;
/// The texels of a mock, at most.
const MOST_TEXELS: u64 = 1 << 22;

/// A resource that is filled.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mock {
    pub(super) number: u32,
    pub(super) shape: Shape,
}

/// What a resource holds.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shape {
    kind: Kind,
    /// True if the shader may write to it.
    is_written: bool,
    /// The kind of its numbers.
    numbers: Numbers,
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
    /// `StructuredBuffer` of vectors of four.
    Structured,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Numbers {
    Float,
    Int,
    Uint,
}

/// The resource types by name, without `RW`.
const KINDS: [(&str, Kind); 10] = [
    ("Texture1D", Kind::D1),
    ("Texture1DArray", Kind::D1Array),
    ("Texture2D", Kind::D2),
    ("Texture2DArray", Kind::D2Array),
    ("Texture3D", Kind::D3),
    ("TextureCube", Kind::Cube),
    ("TextureCubeArray", Kind::CubeArray),
    ("Buffer", Kind::Texels),
    ("ByteAddressBuffer", Kind::Bytes),
    ("StructuredBuffer", Kind::Structured),
];

/// The shape of a type, if such a resource can be filled.
pub(super) fn shape(ty: &str) -> Option<Shape> {
    let ty = ty.replace(' ', "");
    let (name, element) = ty.split_once('<').unwrap_or((&ty, "float4>"));
    let (name, is_written) = name.strip_prefix("RW").map_or((name, false), |name| (name, true));
    let (_, kind) = *KINDS.iter().find(|(own, _)| *own == name)?;
    let numbers = match element {
        _ if kind == Kind::Bytes => Numbers::Uint,
        "float>" | "float2>" | "float3>" | "float4>" => Numbers::Float,
        "int>" => Numbers::Int,
        "uint>" => Numbers::Uint,
        _ => return None,
    };
    (kind != Kind::Structured || element == "float4>").then_some(Shape { kind, is_written, numbers })
}

impl Mock {
    /// The resource in the harness.
    pub(super) fn name(&self) -> String {
        format!("__hlsl2spirv_mock_{}", self.number)
    }

    fn entry(&self) -> String {
        format!("__hlsl2spirv_fill_{}", self.number)
    }

    fn place(&self) -> (u32, u32) {
        (SET, FIRST + self.number)
    }
}

/// Adds the resource of a mock, and the entry point that fills it by a struct with these methods.
pub(super) fn push(text: &mut String, mock: &Mock, (ty, source): (&str, &str), methods: &[String]) {
    let has = |name: &str| methods.iter().any(|method| method == name);
    let size = |name: &str, without: u32| match has(name) {
        true => format!("m.{name}()"),
        false => without.to_string(),
    };
    let read = if has("Read") { "m.Read(x, y, z, 0, level)" } else { "0" };
    let (number, numbers) = match mock.shape.numbers {
        Numbers::Float => ("float", "asuint((float4)texel)"),
        Numbers::Int => ("int", "asuint((int4)texel)"),
        Numbers::Uint => ("uint", "(uint4)texel"),
    };
    let initialize = if has("Initialize") { "m.Initialize(); " } else { "" };
    let step = if mock.shape.kind == Kind::Bytes { 4 } else { 1 };
    let [x, y, z] = extents(mock.shape.kind);
    let _ = writeln!(
        text,
        "[[vk::binding({}, {SET})]] {ty} {};\n\
         [shader(\"compute\")] [numthreads(1, 1, 1)] void {}() {{\n    \
         {source} m = ({source})0; {initialize}int4 size = int4({}, {}, {}, {});\n    \
         __hlsl2spirv_out.Store4(0, asuint(size));\n    \
         uint at = 16, bytes; __hlsl2spirv_out.GetDimensions(bytes);\n    \
         for (int level = 0; level < size.w; level++)\n    \
         for (int z = 0; z < {z}; z++)\n    for (int y = 0; y < {y}; y++)\n    for (int x = 0; x < {x}; x += {step}) {{\n        \
         if (at + 16 > bytes) return;\n        \
         vector<{number}, 4> texel = (vector<{number}, 4>){read};\n        \
         __hlsl2spirv_out.Store4(at, {numbers}); at += 16;\n    }}\n}}",
        FIRST + mock.number,
        mock.name(),
        mock.entry(),
        size("SizeX", SIZE),
        size("SizeY", SIZE),
        size("SizeZ", SIZE),
        size("MipCount", 1),
    );
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
        Kind::Texels | Kind::Bytes | Kind::Structured => ["size.x", "1", "1"],
    }
}

/// The contents of a resource.
pub(super) enum Filled {
    Image(Box<Image>),
    Words(Vec<u32>),
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
        let run = |words: &mut [u32]| {
            let mut dispatch = module.dispatch();
            dispatch.allow_gaps().deadline(deadline);
            let bound = dispatch.buffer_mut((SET, 1), words).map(drop);
            bound.and_then(|()| dispatch.run([1; 3])).map_err(|error| error.to_string())
        };
        let mut sizes = vec![0; HEADER];
        run(&mut sizes)?;
        let size: [u32; HEADER] = std::array::from_fn(|at| sizes[at].max(1));
        let texels = (0..size[3]).map(|level| self.shape.levels(size, level).iter().product::<u64>()).sum::<u64>();
        if size.iter().any(|size| u64::from(*size) > MOST_TEXELS) || texels > MOST_TEXELS {
            return Err(format!("the mock of a resource has {texels} texels; the most are {MOST_TEXELS}"));
        }
        let mut words = vec![0; HEADER + 4 * texels as usize];
        run(&mut words)?;
        self.shape.contents(size, &words[HEADER..])
    }

    /// Binds the resource to a dispatch.
    pub(super) fn bind<'b>(
        &self,
        dispatch: &mut runner::Dispatch<'b>,
        filled: &'b mut Filled,
    ) -> Result<(), runner::Error> {
        match filled {
            Filled::Image(image) => match self.shape.is_written {
                true => dispatch.image(self.place(), image).map(drop),
                false => dispatch.texture(self.place(), image).map(drop),
            },
            Filled::Words(words) => dispatch.buffer_mut(self.place(), words).map(drop),
        }
    }

    /// Returns whether a module has the resource.
    pub(super) fn is_in(&self, module: &Module) -> bool {
        module.info().bindings.iter().any(|own| (own.set, own.binding) == self.place())
    }
}

impl Shape {
    /// The texels along each axis of a level, layers and faces included.
    fn levels(self, [x, y, z, _]: [u32; HEADER], level: u32) -> [u64; 3] {
        let half = |size: u32| u64::from((size >> level).max(1));
        match self.kind {
            Kind::D1 => [half(x), 1, 1],
            Kind::D1Array => [half(x), y.into(), 1],
            Kind::D2 => [half(x), half(y), 1],
            Kind::D2Array => [half(x), half(y), z.into()],
            Kind::D3 => [half(x), half(y), half(z)],
            Kind::Cube => [half(x), half(x), 6],
            Kind::CubeArray => [half(x), half(x), 6 * u64::from(z)],
            Kind::Texels | Kind::Structured => [x.into(), 1, 1],
            Kind::Bytes => [u64::from(x).div_ceil(4), 1, 1],
        }
    }

    /// The resource with texels of four words each.
    fn contents(self, size: [u32; HEADER], words: &[u32]) -> Result<Filled, String> {
        let format = match self.numbers {
            Numbers::Float => Format::RGBA32_FLOAT,
            Numbers::Int => Format::R32_SINT,
            Numbers::Uint => Format::R32_UINT,
        };
        let narrow: Vec<u32> = words.iter().step_by(4).copied().collect();
        let (words, width) = if self.numbers == Numbers::Float { (words, 4) } else { (&narrow[..], 1) };
        let [x, y, z, levels] = size;
        let image = match self.kind {
            Kind::Bytes => return Ok(Filled::Words(narrow)),
            Kind::Structured => return Ok(Filled::Words(words.to_vec())),
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
                Kind::D1 | Kind::D2 | Kind::D3 | Kind::Texels | Kind::Bytes | Kind::Structured => (1, x * y * z),
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
