//! Probes: pieces of HLSL with inputs and allowed results. Knows no compiler.
//!
//! The text of a probe has placeholders, which [`crate::program`] replaces:
//!
//! | placeholder | meaning |
//! |---|---|
//! | `@` | the number of the probe, to keep the names of its declarations apart |
//! | `$[0]`, `$[1]`, … | a word of the row's inputs, an lvalue of type `uint` that is read |
//! | `$u[0]`, `$u[1]`, … | a uniform of the probe |
//! | `$lane` | the number of the row |

use crate::oracle::{Allowed, Number, Scalar};
use std::sync::Arc;

/// Rows of input words, all of one length.
#[derive(Debug, PartialEq, Eq)]
pub struct Table {
    /// The words of a row.
    pub width: usize,
    /// The rows.
    pub rows: Vec<Vec<u32>>,
}

impl Table {
    /// A table of rows.
    pub fn new(rows: Vec<Vec<u32>>) -> Arc<Self> {
        Arc::new(Table { width: rows.first().map_or(0, Vec::len), rows })
    }

    /// The table of probes without inputs: one row without words.
    pub fn none() -> Arc<Self> {
        Self::new(vec![Vec::new()])
    }

    /// A row for each tuple of numbers.
    pub fn of_numbers<const N: usize>(rows: &[[Number; N]]) -> Arc<Self> {
        Self::new(rows.iter().map(|row| row.iter().flat_map(|number| number.words()).collect()).collect())
    }
}

/// A result of a probe.
#[derive(Clone, Debug)]
pub struct Output {
    /// The type of its bits.
    pub of: Scalar,
    /// The expression, or whatever names the result among the others of the probe.
    pub label: String,
}

/// A member of the uniform buffer, in rows of its own.
#[derive(Clone, Debug)]
pub struct Uniform {
    /// The type in HLSL.
    pub ty: String,
    /// The content, in rows of four words.
    pub words: Vec<u32>,
}

/// A texture with a sampler, at bindings 4 and 5.
#[derive(Clone, Debug, PartialEq)]
pub struct Texture {
    /// The format of texels, by the name that HLSL's `vk::image_format` gives it, without separators.
    pub format: &'static str,
    /// The shape.
    pub shape: Shape,
    /// The size of the finest level.
    pub size: [u32; 3],
    /// The number of layers, or of cubes; zero for a texture that is not an array.
    pub layers: u32,
    /// The bytes of each layer or face of each level, from the finest level on.
    pub levels: Vec<Vec<Vec<u8>>>,
    /// True if the sampler interpolates, between levels as well.
    pub is_linear: bool,
    /// What the sampler does beyond the edges.
    pub edge: Edge,
    /// The comparison of the sampler.
    pub compare: Option<Comparison>,
    /// True for a texture that the program stores to, which has no sampler.
    pub is_writable: bool,
}

/// The shape of a texture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names of Vulkan")]
pub enum Shape {
    D1,
    D2,
    D3,
    Cube,
    Buffer,
}

/// The behaviour of a sampler beyond the edges.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names of Direct3D")]
pub enum Edge {
    Wrap,
    Mirror,
    MirrorOnce,
    Clamp,
    Border(Border),
}

/// The colour beyond the edges: those that every device has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Border {
    Transparent,
    Black,
    White,
}

impl Border {
    /// The components.
    pub fn colour(self) -> [f64; 4] {
        match self {
            Border::Transparent => [0.0; 4],
            Border::Black => [0.0, 0.0, 0.0, 1.0],
            Border::White => [1.0; 4],
        }
    }
}

/// The comparison of a reference with a texel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names of Direct3D")]
pub enum Comparison {
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Equal,
    NotEqual,
}

/// The value of counters before a program runs.
pub const FIRST_COUNT: u32 = 5;

/// Options that DXC lacks.
const OWN_OPTIONS: [&str; 2] = ["-fexact-remainder", "-funordered-not-equal"];

/// Settings that all probes of a program share.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Settings {
    /// The version of the language.
    pub version: Version,
    /// True for native types of 16 bits.
    pub small: bool,
    /// Further options of the command line.
    pub options: &'static [&'static str],
}

/// A version of the language.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(missing_docs, reason = "years")]
pub enum Version {
    V2018,
    V2021,
}

impl Default for Settings {
    fn default() -> Self {
        Settings { version: Version::V2021, small: false, options: &[] }
    }
}

impl Settings {
    /// The settings with native types of 16 bits.
    pub fn small() -> Self {
        Settings { small: true, ..Settings::default() }
    }

    /// The settings that values of these types need.
    pub fn of_types(types: &[Scalar]) -> Self {
        Settings { small: types.iter().any(|of| of.is_small()), ..Settings::default() }
    }
}

/// A piece of HLSL with its expectations.
#[derive(Clone, Debug)]
pub struct Probe {
    /// The subject, in a few words.
    pub name: String,
    /// The section of the specification, with its document.
    pub section: &'static str,
    /// The settings.
    pub settings: Settings,
    /// Declarations outside of functions.
    pub globals: String,
    /// Statements, each result of which is stored by [`store`].
    pub body: String,
    /// The uniforms.
    pub uniforms: Vec<Uniform>,
    /// The inputs.
    pub table: Arc<Table>,
    /// The content of a buffer of the probe's own, at binding 3; such a probe is a program by itself. Its counter is at
    /// binding 6.
    pub storage: Vec<u32>,
    /// The bytes of that buffer afterwards; those without a number may be anything.
    pub stored: Vec<Option<u8>>,
    /// A texture of the probe's own; such a probe is a program by itself.
    pub texture: Option<Arc<Texture>>,
    /// The results.
    pub outputs: Vec<Output>,
    /// The allowed results: for each row those of each output.
    pub expected: Vec<Allowed>,
}

impl Probe {
    /// The probe with these options.
    pub(crate) fn under(&self, options: &'static [&'static str]) -> Self {
        let mut probe = self.clone();
        probe.name = format!("{} under {}", self.name, options.join(" "));
        probe.settings.options = options;
        probe
    }

    /// A probe without inputs, declarations and results.
    pub fn new(name: impl Into<String>, section: &'static str) -> Self {
        let (globals, body, uniforms, storage, stored, outputs, expected) = Default::default();
        let (settings, table) = (Settings::default(), Table::none());
        Probe {
            name: name.into(),
            section,
            settings,
            globals,
            body,
            uniforms,
            table,
            storage,
            stored,
            texture: None,
            outputs,
            expected,
        }
    }

    /// Adds a result without inputs: an expression of a type, and what it may be.
    pub fn check(&mut self, of: Scalar, expression: &str, allowed: Allowed) {
        debug_assert_eq!(self.table.rows.len(), 1, "rows need an expectation each");
        self.output(of, expression);
        self.expected.push(allowed);
    }

    /// Adds a result; the expectations of all rows follow separately.
    pub fn output(&mut self, of: Scalar, expression: &str) {
        let at = self.words();
        self.body.push_str(&store(of, expression, at));
        self.outputs.push(Output { of, label: expression.to_owned() });
    }

    /// Returns whether the probe requires options that this project's compiler alone has.
    pub fn has_own_options(&self) -> bool {
        self.settings.options.iter().any(|option| OWN_OPTIONS.contains(option))
    }

    /// Returns whether the probe is a program by itself, as it has resources of its own.
    pub fn is_alone(&self) -> bool {
        !self.storage.is_empty() || self.texture.is_some()
    }

    /// The words of the results of a row.
    pub fn words(&self) -> usize {
        self.outputs.iter().map(|output| output.of.words()).sum()
    }

    /// The number of cases.
    pub fn cases(&self) -> usize {
        let results = self.expected.iter().filter(|allowed| !allowed.is_undefined()).count();
        results + self.stored.iter().step_by(4).filter(|byte| byte.is_some()).count()
    }
}

/// The statement that stores an expression as result words from an index on.
pub fn store(of: Scalar, expression: &str, at: usize) -> String {
    let target = format!("result[r + {at}]");
    match of {
        Scalar::Bool => format!("{target} = ({expression}) ? 1u : 0u;\n"),
        Scalar::U32 => format!("{target} = {expression};\n"),
        Scalar::I32 | Scalar::F32 => format!("{target} = asuint({expression});\n"),
        Scalar::I16 | Scalar::U16 | Scalar::F16 => format!("{target} = uint(asuint16({expression}));\n"),
        Scalar::I64 | Scalar::U64 => {
            format!(
                "{{ uint64_t wide_ = uint64_t({expression}); {target} = uint(wide_); result[r + {}] = uint(wide_ >> 32); }}\n",
                at + 1
            )
        }
        Scalar::F64 => format!(
            "{{ uint low_, high_; asuint({expression}, low_, high_); {target} = low_; result[r + {}] = high_; }}\n",
            at + 1
        ),
    }
}

/// The expression that reads a number of a type from input words, from an index on.
pub fn load(of: Scalar, at: usize) -> String {
    match of {
        Scalar::Bool => format!("($[{at}] != 0u)"),
        Scalar::U32 => format!("$[{at}]"),
        Scalar::I32 => format!("asint($[{at}])"),
        Scalar::F32 => format!("asfloat($[{at}])"),
        Scalar::I16 => format!("asint16(uint16_t($[{at}]))"),
        Scalar::U16 => format!("uint16_t($[{at}])"),
        Scalar::F16 => format!("asfloat16(uint16_t($[{at}]))"),
        Scalar::U64 => format!("(uint64_t($[{at}]) | uint64_t($[{}]) << 32)", at + 1),
        Scalar::I64 => format!("int64_t(uint64_t($[{at}]) | uint64_t($[{}]) << 32)", at + 1),
        Scalar::F64 => format!("asdouble($[{at}], $[{}])", at + 1),
    }
}
