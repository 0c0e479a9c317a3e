//! Requests as the callers write them. Fields that nobody knows are mistakes.

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
    /// The version.
    Version {},
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
}

/// The contents of a binding.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) enum Given {
    /// As on the command line: `f32:1,2,3`, `image:64x64`, `sampler:linear`, `{dt: 0.1}`.
    Text(String),
    /// The bytes of a buffer, as a part.
    Bytes(usize),
    /// An image.
    Image { size: [u32; 3], format: Option<String>, texels: Option<usize> },
}
