//! Requests as the callers write them. Unknown fields are errors.

use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;

/// A text to compile, and all that it needs.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Source {
    /// The name of the file, for messages and as the base of includes.
    pub name: String,
    /// The text.
    pub text: String,
    /// The texts of other files by their names.
    #[serde(default)]
    pub files: BTreeMap<String, String>,
    /// The command line, in DXC's style.
    #[serde(default)]
    pub args: Vec<String>,
}

/// A request; modules and other bytes are given as numbers of parts.
#[derive(Debug, Deserialize)]
#[serde(tag = "op", rename_all = "camelCase", deny_unknown_fields)]
pub(crate) enum Request {
    /// Text to module.
    Compile {
        source: Source,
        #[serde(default)]
        reflection: bool,
    },
    /// Module to interface.
    Reflect { module: usize },
    /// Module to text.
    Disassemble { module: usize },
    /// Text to formatted text.
    Format { text: String, settings: Option<Value> },
    /// Code of a message to its page.
    Explain { code: String },
    /// A dispatch.
    Run(Box<Run>),
    /// A draw.
    Draw(Box<Draw>),
    /// A launch of rays.
    Trace(Box<Trace>),
    /// The text of a Wavefront OBJ file to the arrays of a mesh.
    Mesh { text: String },
    /// Text to the module after each pass that changes it.
    Passes { source: Source },
    /// Text to declarations for hosts.
    Code { source: Source, language: Language },
    /// A struct of a text to a comparison of its layouts.
    Layouts { source: Source, name: String, rules: Vec<String> },
    /// The text about what is at a place.
    Hover(At),
    /// What may be at a place.
    Complete(At),
    /// The functions that the call around a place may mean.
    Signatures(At),
    /// The declarations of the name at a place.
    Definition(At),
    /// The tokens of a file with their classes.
    Tokens(Within),
    /// A wrong and a right program for each message.
    Examples {},
    /// The version.
    Version {},
}

/// The languages of declarations.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Language {
    C,
    Ctypes,
    Python,
    Rust,
    /// Tables for people.
    Text,
}

/// A file of a compilation: its main file if none is named.
#[derive(Debug, Deserialize)]
pub(crate) struct Within {
    pub(crate) source: Source,
    pub(crate) file: Option<String>,
}

/// A place in it.
#[derive(Debug, Deserialize)]
pub(crate) struct At {
    #[serde(flatten)]
    pub(crate) within: Within,
    /// The number of UTF-16 units before it.
    pub(crate) offset: u32,
}

/// A dispatch of a compute shader.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Run {
    /// The shader; this or the next.
    pub(crate) source: Option<Source>,
    pub(crate) module: Option<usize>,
    /// The entry point; `main` or the only one when not given.
    pub(crate) entry: Option<String>,
    pub(crate) dispatch: [u32; 3],
    /// Names with contents. An image and its sampler may share one.
    #[serde(default)]
    pub(crate) bindings: Vec<(String, Given)>,
    pub(crate) push: Option<Given>,
    /// Values of specialisation constants by id, as in job files.
    pub(crate) constants: Option<Value>,
    /// The checks: their names, as on the command line.
    pub(crate) check: Option<String>,
    pub(crate) rules: Option<String>,
    pub(crate) wave: Option<u32>,
    pub(crate) schedule: Option<String>,
    pub(crate) max_steps: Option<u64>,
    /// The contents that there must be afterwards, as in job files.
    pub(crate) expect: Option<Value>,
    /// The findings that there must be, and no others, as in job files.
    pub(crate) findings: Option<Value>,
}

/// The contents of a binding.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) enum Given {
    /// As in job files: a text as on the command line (`f32:1,2,3`, `image:64x64`, `sampler:linear`), numbers of one type, or
    /// members by their names.
    Value(Value),
    /// The bytes of a buffer, as a part.
    Bytes(usize),
    /// An image.
    Image { size: [u32; 3], format: Option<String>, texels: Option<usize> },
}

/// A draw. What is not given is as the command has it.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Draw {
    /// The shaders; this or the next.
    pub(crate) source: Option<Source>,
    pub(crate) module: Option<usize>,
    /// Entry points of stages; the only ones when not given.
    #[serde(default)]
    pub(crate) entries: BTreeMap<DrawStage, String>,
    /// The width and the height of the picture.
    pub(crate) size: Option<[u32; 2]>,
    pub(crate) samples: Option<u32>,
    /// The state, as on the command line: `cull=back,depth=less`.
    pub(crate) state: Option<String>,
    /// Formats of targets, as on the command line: `SV_Target0=rgba16float:0,0,0,1`.
    #[serde(default)]
    pub(crate) targets: Vec<String>,
    /// The format of depth and stencil.
    pub(crate) depth: Option<String>,
    pub(crate) vertices: Option<u32>,
    pub(crate) instances: Option<u32>,
    /// The groups of mesh or amplification shaders.
    pub(crate) groups: Option<[u32; 3]>,
    pub(crate) mesh: Option<GivenMesh>,
    /// Names with contents. An image and its sampler may share one.
    #[serde(default)]
    pub(crate) bindings: Vec<(String, Given)>,
    pub(crate) push: Option<Given>,
    /// The number of the frame, and how many there are in a second.
    pub(crate) frame: Option<u32>,
    pub(crate) fps: Option<f64>,
    /// The position of the mouse in pixels.
    pub(crate) mouse: Option<[f64; 2]>,
    /// The pixel whose history is printed.
    pub(crate) history: Option<[u32; 2]>,
    /// The checks: their names, as on the command line.
    pub(crate) check: Option<String>,
    pub(crate) rules: Option<String>,
    pub(crate) max_steps: Option<u64>,
    /// The time limit.
    pub(crate) seconds: Option<f64>,
}

/// A launch of rays. What is not given is as the command has it.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Trace {
    /// The shaders; this or the next.
    pub(crate) source: Option<Source>,
    pub(crate) module: Option<usize>,
    /// The size of the launch, and of images that are not bound.
    pub(crate) size: Option<[u32; 2]>,
    pub(crate) raygen: Option<String>,
    /// Records of the table of shaders, as on the command line.
    #[serde(default)]
    pub(crate) hit: Vec<String>,
    #[serde(default)]
    pub(crate) miss: Vec<String>,
    #[serde(default)]
    pub(crate) callable: Vec<String>,
    #[serde(default)]
    pub(crate) record: Vec<String>,
    pub(crate) recursion: Option<u32>,
    /// Names with contents; scenes are as in job files.
    #[serde(default)]
    pub(crate) bindings: Vec<(String, Given)>,
    pub(crate) push: Option<Given>,
    /// The checks: their names, as on the command line.
    pub(crate) check: Option<String>,
    pub(crate) rules: Option<String>,
    pub(crate) max_steps: Option<u64>,
    /// The time limit.
    pub(crate) seconds: Option<f64>,
}

/// Triangles, as parts: numbers of 32 bits in rows.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct GivenMesh {
    /// Three for each vertex.
    pub(crate) positions: usize,
    /// The vertices of each triangle.
    pub(crate) triangles: usize,
    pub(crate) normals: Option<usize>,
    /// Two for each vertex.
    pub(crate) coordinates: Option<usize>,
    pub(crate) colors: Option<usize>,
}

/// A stage of a draw.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq, PartialOrd, Ord)]
#[serde(rename_all = "lowercase")]
pub(crate) enum DrawStage {
    Vertex,
    Hull,
    Domain,
    Geometry,
    Amplification,
    Mesh,
    Pixel,
}

impl DrawStage {
    /// Its option of the command.
    pub(crate) fn option(self) -> &'static str {
        match self {
            DrawStage::Vertex => "vertex",
            DrawStage::Hull => "hull",
            DrawStage::Domain => "domain",
            DrawStage::Geometry => "geometry",
            DrawStage::Amplification => "amplification",
            DrawStage::Mesh => "mesh",
            DrawStage::Pixel => "pixel",
        }
    }
}
