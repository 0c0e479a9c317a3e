//! Ways to run a module: on the CPU with lanes one by one or together, as other processors, and through Vulkan.

use crate::case::{Comparison, Edge, FIRST_COUNT, Shape, Texture};
use crate::program::Program;
use check::Checks;
use harness::device::{Device, Kernel, Source};
use runner::image::{Address, Compare};
use runner::{Access, Effort, Format, Image, Lanes, Sampler};

/// A device with its name on the page of results.
#[derive(Clone)]
pub struct Way {
    /// The name.
    pub name: String,
    device: Device,
    /// The most lanes in a wave on the CPU.
    wave: Option<u32>,
}

/// The ways on the CPU by name, with what each is.
pub const CPU: [(&str, &str); 6] = [
    ("single", "lanes one by one"),
    ("together", "lanes of a wave as vectors that suit the processor"),
    ("fours", "lanes as vectors of four"),
    ("v2", "lanes together, for the lowest level of x86-64"),
    ("checked", "each access to memory is asked for"),
    ("interpreter", "the interpreter of checked runs"),
];

/// The beginning of the name of a way with another number of lanes in a wave.
const WAVE: &str = "wave-";

impl Way {
    /// A way by its name, `vulkan`, or `wave-` with a number of lanes in a wave.
    ///
    /// # Errors
    /// When there is no such way, or this machine lacks what it needs.
    pub fn open(name: &str) -> Result<Self, String> {
        let cpu = || Device::cpu().map(|device| device.with_effort(Effort::None));
        let lanes = name.strip_prefix(WAVE);
        let wave =
            lanes.map(|lanes| lanes.parse().map_err(|_| format!("invalid number of lanes '{lanes}'"))).transpose()?;
        let device = match name {
            _ if wave.is_some() => cpu()?,
            "interpreter" => Device::interpreter(Checks::none()),
            "single" => cpu()?.with_lanes(Lanes::OneByOne),
            "together" => cpu()?,
            "fours" => cpu()?.with_lanes(Lanes::Vectors(4)),
            "v2" => cpu()?.with_processor("x86-64-v2".parse().map_err(|_| "no such processor".to_owned())?),
            "checked" => cpu()?.checked(),
            "vulkan" => Device::vulkan()?,
            _ => {
                return Err(format!(
                    "'{name}' is no way to run: single, together, fours, v2, checked, interpreter, wave-8, vulkan"
                ));
            }
        };
        let name = match &device {
            Device::Vulkan(device) => device.name().to_owned(),
            Device::Cpu(_) | Device::OpenCl(_) => name.to_owned(),
        };
        Ok(Way { name, device, wave })
    }

    /// Runs a program's words, and returns its results and the content of its probe's own buffer.
    ///
    /// # Errors
    /// When the module does not run.
    pub fn run(&self, program: &Program, words: &[u32]) -> Result<(Vec<u32>, Vec<u32>), String> {
        let plain = Source::new(words, "main");
        let source = Source { wave: self.wave.unwrap_or(plain.wave), ..plain };
        let kernel = Kernel::new(&self.device, &source)?;
        let has = |binding: u32| kernel.info().bindings.iter().any(|found| (found.set, found.binding) == (0, binding));
        let (given, uniforms) = (program.inputs(), program.uniforms());
        let mut storage = program.storage().to_vec();
        let mut results = vec![UNWRITTEN; program.results()];
        let mut counter = [FIRST_COUNT];
        let mut texture = program.texture().map(image).transpose()?;
        let mut dispatch = kernel.dispatch();
        if let Some(image) = texture.as_mut().filter(|_| has(4)) {
            match program.texture().is_some_and(|texture| texture.is_writable) {
                true => dispatch.image("0:4", image)?,
                false => dispatch.texture("0:4", image)?,
            };
        }
        if let Some(texture) = program.texture().filter(|_| has(5)) {
            dispatch.sampler("0:5", sampler(texture))?;
        }
        // Compilers drop buffers that nothing reads.
        if has(0) {
            dispatch.buffer("0:0", &given)?;
        }
        if has(1) {
            dispatch.buffer_mut("0:1", &mut results)?;
        }
        if has(2) {
            dispatch.buffer("0:2", &uniforms)?;
        }
        if has(3) {
            match kernel.info().bindings.iter().find(|found| found.binding == 3).map(|found| found.access) {
                Some(Access::Read) => dispatch.buffer("0:3", &storage)?,
                _ => dispatch.buffer_mut("0:3", &mut storage)?,
            };
        }
        if has(6) {
            dispatch.buffer_mut("0:6", &mut counter)?;
        }
        dispatch.run([program.groups(), 1, 1])?;
        drop(dispatch);
        Ok((results, storage))
    }
}

/// The image of a texture.
fn image(texture: &Texture) -> Result<Image, String> {
    let format = Format::from_name(texture.format).ok_or_else(|| format!("unknown format {}", texture.format))?;
    let [width, height, depth] = texture.size;
    let image = match texture.shape {
        Shape::D1 => Image::d1(format, width),
        Shape::D2 => Image::d2(format, width, height),
        Shape::D3 => Image::d3(format, width, height, depth),
        Shape::Cube => Image::cube(format, width),
        Shape::Buffer => Image::buffer(format, width),
    };
    let image = image.and_then(|image| image.with_levels(texture.levels.len() as u32));
    let layered =
        image.and_then(|image| if texture.layers == 0 { Ok(image) } else { image.with_layers(texture.layers) });
    let mut image = layered.map_err(|error| error.to_string())?;
    for (level, layers) in texture.levels.iter().enumerate() {
        for (layer, bytes) in layers.iter().enumerate() {
            image.set_values(level, layer as u32, bytes);
        }
    }
    Ok(image)
}

fn sampler(texture: &Texture) -> Sampler {
    let sampler = if texture.is_linear { Sampler::linear() } else { Sampler::nearest() };
    let border = match texture.edge {
        Edge::Border(border) => border.colour().map(|component| component as f32),
        Edge::Wrap | Edge::Mirror | Edge::MirrorOnce | Edge::Clamp => sampler.border,
    };
    let sampler = Sampler { border, ..sampler }.address(match texture.edge {
        Edge::Wrap => Address::Wrap,
        Edge::Mirror => Address::Mirror,
        Edge::MirrorOnce => Address::MirrorOnce,
        Edge::Clamp => Address::Clamp,
        Edge::Border(_) => Address::Border,
    });
    match texture.compare {
        None => sampler,
        Some(compare) => sampler.compare(match compare {
            Comparison::Less => Compare::Less,
            Comparison::LessEqual => Compare::LessEqual,
            Comparison::Greater => Compare::Greater,
            Comparison::GreaterEqual => Compare::GreaterEqual,
            Comparison::Equal => Compare::Equal,
            Comparison::NotEqual => Compare::NotEqual,
        }),
    }
}

/// The content of results before a program runs.
pub const UNWRITTEN: u32 = 0xdead_beef;
