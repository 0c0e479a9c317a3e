//! The arguments of `draw`.

use super::path;
use super::running::RunningArguments;
use runner::stages::fixed::ColorFormat;
use std::path::PathBuf;

/// The arguments of `draw`.
#[derive(clap::Args)]
#[command(after_help = DRAW_HELP)]
pub struct DrawArguments {
    /// HLSL shader or SPIR-V module; - is the standard input
    #[arg(value_parser = path)]
    pub file: PathBuf,
    /// The entry point of the vertex shader [default: the only one, if there is any]
    #[arg(long, value_name = "ENTRY")]
    pub vertex: Option<String>,
    /// The entry point of the hull shader [default: the only one, if there is any]
    #[arg(long, value_name = "ENTRY")]
    pub hull: Option<String>,
    /// The entry point of the domain shader [default: the only one, if there is any]
    #[arg(long, value_name = "ENTRY")]
    pub domain: Option<String>,
    /// The entry point of the geometry shader [default: the only one, if there is any]
    #[arg(long, value_name = "ENTRY")]
    pub geometry: Option<String>,
    /// The entry point of the amplification shader [default: the only one, if there is any]
    #[arg(long, value_name = "ENTRY")]
    pub amplification: Option<String>,
    /// The entry point of the mesh shader, which takes the place of the vertex shader [default: the only one, if there is any]
    #[arg(long, value_name = "ENTRY")]
    pub mesh: Option<String>,
    /// Groups of the mesh or amplification shader [default: 1,1,1]
    #[arg(long, value_name = "X,Y,Z", value_parser = groups)]
    pub dispatch: Option<Groups>,
    /// The entry point of the pixel shader [default: the only one]
    #[arg(long, value_name = "ENTRY")]
    pub pixel: Option<String>,
    /// The mesh whose vertices are drawn: an .obj, .gltf or .glb file
    #[arg(long, value_name = "FILE")]
    pub input: Option<String>,
    /// Number of vertices, for a vertex shader without a mesh [default: 3], or of indices of the mesh
    #[arg(long, value_name = "COUNT")]
    pub vertices: Option<u32>,
    /// Number of instances
    #[arg(long, value_name = "COUNT", default_value_t = 1)]
    pub instances: u32,
    /// Numbers of one or several draws, in the layout of indirect draws of Vulkan and Direct3D
    #[arg(long, value_name = "CONTENTS", conflicts_with_all = ["vertices", "instances"])]
    pub indirect: Option<String>,
    /// Samples of a pixel: 1, 2, 4, 8 or 16
    #[arg(long, value_name = "COUNT", default_value_t = 1)]
    pub samples: u32,
    /// Format of depth and stencil [default: d32float if depth is tested, as it is for a mesh]
    #[arg(long, value_name = "FORMAT")]
    pub depth: Option<String>,
    /// State of the draw: cull=back, depth=less, blend=alpha, topology=lines and others
    #[arg(long, value_name = "NAME=VALUE,...")]
    pub state: Vec<String>,
    /// Size of the picture
    #[arg(long, value_name = "WIDTHxHEIGHT", default_value = "512x512", value_parser = size)]
    pub size: Size,
    /// Format of a target, and the color before the draw [default: rgba8unorm, or four integers of 32 bits, and zeros]
    #[arg(long, value_name = "SV_TargetN=FORMAT[:R,G,B,A]", value_parser = target)]
    pub target: Vec<TargetArgument>,
    /// File for a target: .png, .hdr, .exr, .dds, .ktx2, or .raw for the texels alone; without it the picture is printed as text
    #[arg(long, value_name = "[SV_TargetN=]FILE")]
    pub out: Vec<String>,
    /// Capture outputs of the vertices in front of the rasterizer, one behind the other; TARGET is a file, print or print:TYPE
    #[arg(long, value_name = "[STREAM:]SEMANTIC,...=TARGET")]
    pub stream_out: Vec<String>,
    /// The frame to draw, or a range A..B, for which each file name gets the number of its frame
    #[arg(long, value_name = "A..B", default_value = "0", value_parser = frames, alias = "frame")]
    pub frames: std::ops::Range<u32>,
    /// Frames in a second, from which the time of a frame follows
    #[arg(long, value_name = "NUMBER", default_value = "60", value_parser = rate)]
    pub fps: f64,
    /// Print what was drawn at a pixel: each primitive, its tests, and the values before and after
    #[arg(long, value_name = "X,Y", value_parser = pixel)]
    pub history: Option<Pixel>,
    /// Position of the mouse in pixels
    #[arg(long, value_name = "X,Y", default_value = "0,0", value_parser = point)]
    pub mouse: Point,
    #[command(flatten)]
    pub running: RunningArguments,
    /// Format of findings: rich, clang, msvc, json or sarif, with =FILE written to a file
    #[arg(long, value_name = "FORM[=FILE]", default_value = "rich", requires = "check")]
    pub report: String,
    /// Compiler options, at any position
    #[arg(last = true, value_name = "OPTION")]
    pub options: Vec<String>,
}

const DRAW_HELP: &str = "\
A block of constants that is not bound is filled in where its members have names such as time, iTime, frame,
resolution, aspect or mouse. CONTENTS are those of 'hlsl2spirv run --help'.

EXAMPLE:
  hlsl2spirv draw shaders/tunnel.hlsl --size 640x360 --frame 90 --out tunnel.png";

/// The width and the height of a picture.
#[derive(Clone, Copy, Debug)]
pub struct Size(pub [u32; 2]);

/// The largest width and height of a picture.
const MOST_SIDE: u32 = 16384;

pub(crate) fn size(text: &str) -> Result<Size, String> {
    let side = |text: &str| text.parse::<u32>().ok().filter(|side| (1..=MOST_SIDE).contains(side));
    let sides = text.split_once('x').and_then(|(width, height)| Some([side(width)?, side(height)?]));
    sides.map(Size).ok_or_else(|| format!("expected a width and a height such as 640x360, each up to {MOST_SIDE}"))
}

/// The groups of a mesh or amplification shader along each axis.
#[derive(Clone, Copy, Debug)]
pub struct Groups(pub [u32; 3]);

/// The most groups along an axis, and of all.
const MOST_GROUPS: u32 = 65_535;
const MOST_ALL_GROUPS: u64 = 1 << 22;

fn groups(text: &str) -> Result<Groups, String> {
    let mut counts = [1; 3];
    let parts: Vec<&str> = text.split(',').collect();
    let is_fine = parts.len() <= 3
        && counts.iter_mut().zip(&parts).all(|(count, part)| {
            part.trim().parse().ok().filter(|number| *number <= MOST_GROUPS).map(|number| *count = number).is_some()
        })
        && counts.iter().map(|count| u64::from(*count)).product::<u64>() <= MOST_ALL_GROUPS;
    let text = format!("expected up to three numbers of groups, each up to {MOST_GROUPS} and {MOST_ALL_GROUPS} in all");
    if is_fine { Ok(Groups(counts)) } else { Err(text) }
}

/// A pixel.
#[derive(Clone, Copy, Debug)]
pub struct Pixel(pub [u32; 2]);

fn pixel(text: &str) -> Result<Pixel, String> {
    let number = |text: &str| text.trim().parse::<u32>().ok();
    let numbers = text.split_once(',').and_then(|(x, y)| Some([number(x)?, number(y)?]));
    numbers.map(Pixel).ok_or_else(|| "expected a column and a row such as 100,50".to_owned())
}

/// A place in a picture.
#[derive(Clone, Copy, Debug)]
pub struct Point(pub [f64; 2]);

fn point(text: &str) -> Result<Point, String> {
    let number = |text: &str| text.trim().parse::<f64>().ok().filter(|number| number.is_finite());
    let numbers = text.split_once(',').and_then(|(x, y)| Some([number(x)?, number(y)?]));
    numbers.map(Point).ok_or_else(|| "expected two numbers such as 100,50".to_owned())
}

/// The format of a target, and what is there before the draw.
#[derive(Clone, Debug)]
pub struct TargetArgument {
    /// The number of the output (`SV_Target1`).
    pub location: u32,
    /// The format of its texels.
    pub format: ColorFormat,
    /// The color or the integers before the draw.
    pub clear: [f64; 4],
}

fn target(text: &str) -> Result<TargetArgument, String> {
    let (name, rest) = text
        .split_once('=')
        .ok_or_else(|| "expected a target and a format, such as SV_Target0=rgba16float".to_owned())?;
    let digits = name.to_ascii_lowercase().strip_prefix("sv_target").map(str::to_owned);
    let location = digits.and_then(|digits| if digits.is_empty() { Some(0) } else { digits.parse().ok() });
    let location = location.ok_or_else(|| format!("unknown target '{name}': expected SV_Target0 to SV_Target7"))?;
    let (format, clear) = rest.split_once(':').map_or((rest, None), |(format, clear)| (format, Some(clear)));
    let format = ColorFormat::from_name(format).ok_or_else(|| format!("unknown format '{format}'"))?;
    let number = |text: &str| text.trim().parse::<f64>().ok().filter(|number| number.is_finite());
    let clear = match clear.map(|clear| clear.split(',').map(number).collect::<Option<Vec<f64>>>()) {
        None => [0.0; 4],
        Some(Some(numbers)) if numbers.len() == 4 => [numbers[0], numbers[1], numbers[2], numbers[3]],
        Some(_) => return Err("expected four numbers such as 0,0,0,1 behind the format".to_owned()),
    };
    Ok(TargetArgument { location, format, clear })
}

fn rate(text: &str) -> Result<f64, String> {
    let rate = text.parse::<f64>().ok().filter(|rate| rate.is_finite() && *rate > 0.0);
    rate.ok_or_else(|| "expected a positive number".to_owned())
}

/// The most frames of a call.
const MOST_FRAMES: usize = 100_000;

fn frames(text: &str) -> Result<std::ops::Range<u32>, String> {
    let number = |text: &str| text.parse::<u32>().ok();
    let range = match text.split_once("..") {
        Some((start, end)) => number(start).zip(number(end)).map(|(start, end)| start..end),
        None => number(text).and_then(|frame| Some(frame..frame.checked_add(1)?)),
    };
    let range = range.filter(|range| !range.is_empty() && range.len() <= MOST_FRAMES);
    range.ok_or_else(|| format!("expected a number, or a range such as 0..60 of at most {MOST_FRAMES} frames"))
}
