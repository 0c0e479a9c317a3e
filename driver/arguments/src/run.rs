//! The arguments of `run`.

use super::checks::wave;
use super::path;
use super::running::RunningArguments;
use std::path::PathBuf;

/// The arguments of `run`.
#[derive(clap::Args)]
#[command(after_help = CONTENTS_HELP)]
pub struct RunArguments {
    /// HLSL shader or SPIR-V module; - is the standard input
    #[arg(value_parser = path)]
    pub file: PathBuf,
    /// The entry point [default: the one named in a comment or a list of the project, main, or the only one]
    #[arg(long)]
    pub entry: Option<String>,
    /// Number of workgroups in each dimension
    #[arg(long, value_name = "X,Y,Z", default_value = "1", value_parser = groups)]
    pub dispatch: Groups,
    /// Size of a workgroup of a kernel that leaves it to the host
    #[arg(long, value_name = "X,Y,Z", value_parser = groups)]
    pub group_size: Option<Groups>,
    /// Bytes that a pointer argument of a kernel in memory of the workgroup (__local) leads to
    #[arg(long, value_name = "NAME=BYTES", value_parser = group_memory)]
    pub group_memory: Vec<(String, u64)>,
    /// Run only the group with this id
    #[arg(long, value_name = "X,Y,Z", value_parser = group, requires = "check")]
    pub only_group: Option<Groups>,
    /// Acceleration structure of a file: .obj, .gltf, .glb, or a .json file as jobs have it
    #[arg(long, value_name = "NAME=FILE")]
    pub scene: Vec<String>,
    /// Binding of which every element must be written
    #[arg(long, value_name = "NAME", requires = "check")]
    pub written: Vec<String>,
    /// Output of a binding after the run: print (with the declared types), print:f32, a .png file or a
    /// binary file
    #[arg(long, value_name = "NAME=TARGET")]
    pub out: Vec<String>,
    #[command(flatten)]
    pub running: RunningArguments,
    /// Execution of the lanes of a wave: together (vectorized) or one-by-one; a number is the vector width if the
    /// shader does not depend on the wave size
    #[arg(long, value_name = "WAY", value_parser = lanes)]
    pub lanes: Option<runner::Lanes>,
    /// Format of findings: rich, clang, msvc, json or sarif, with =FILE written to a file; html=FILE for a page
    #[arg(long, value_name = "FORM[=FILE]", default_value = "rich", requires = "check")]
    pub report: String,
    /// Compiler options, at any position
    #[arg(last = true, value_name = "OPTION")]
    pub options: Vec<String>,
}

const CONTENTS_HELP: &str = "\
CONTENTS:
  zeros:64                         64 zero bytes
  uninit:64                        64 uninitialized bytes, tracked by --check; uninit:8x8 for an image
  file:data.bin                    the bytes of a file; for .png files the texels
  u32:1,2,0xff                     numbers; also i32 f32 f16 f64 u8 i8 u16 i16 u64 i64
  f32:0.5*100,1  u32:0..16         a number repeated 100 times; a range of integers
  f32:2;u32:5                      numbers of several types, for structs
  {dt: 0.1, on: true}              members by name; [{...}, {...}] for a buffer of structs
  {mesh: a.obj}                    an acceleration structure; {tlas: [...], blas: {...}} for instances
  image:photo.png                  a picture
  image:64x64[:FORMAT[:NUMBERS]]   an image, with the format that the shader declares or this one
  sampler:linear,clamp             a sampler

EXAMPLE:
  hlsl2spirv run shaders/mandelbrot.hlsl --dispatch 64,64 --out image=mandelbrot.png \\
      --bind view='f32:-0.5,0,2.5;u32:256' --bind image=image:512x512";

fn lanes(text: &str) -> Result<runner::Lanes, String> {
    match text {
        "one-by-one" => Ok(runner::Lanes::OneByOne),
        "together" => Ok(runner::Lanes::Together),
        _ => wave(text)
            .map(runner::Lanes::Vectors)
            .map_err(|_| "expected together, one-by-one or a power of two".to_owned()),
    }
}

/// How many workgroups there are along each axis.
#[derive(Clone, Copy)]
pub struct Groups(pub [u32; 3]);

pub(crate) fn groups(text: &str) -> Result<Groups, String> {
    along_axes(text, 1)
}

/// The number of a group.
fn group(text: &str) -> Result<Groups, String> {
    along_axes(text, 0)
}

/// An argument by its name or number, and how many bytes it has.
fn group_memory(text: &str) -> Result<(String, u64), String> {
    let parts = text.split_once('=').and_then(|(name, bytes)| Some((name.to_owned(), bytes.trim().parse().ok()?)));
    parts.ok_or_else(|| "expected an argument and its bytes, such as cache=1024".to_owned())
}

/// A number along each axis; this many where there is none.
fn along_axes(text: &str, default: u32) -> Result<Groups, String> {
    let mut groups = [default; 3];
    for (index, part) in text.split(',').enumerate() {
        let wrong = || "expected up to three numbers, such as 8,8,1".to_owned();
        *groups.get_mut(index).ok_or_else(wrong)? = part.trim().parse().map_err(|_| wrong())?;
    }
    Ok(Groups(groups))
}
