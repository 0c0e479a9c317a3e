//! What the statements of a script mean. Names of shaders, buffers and pipelines are resolved to indices here.
//!
//! [`resources`](self) are buffers, images and samplers, structures are those that rays go through, pipelines say what is bound to shaders, commands what is done.

mod commands;
mod pipelines;
mod resources;
mod structures;
mod tables;

use crate::Error;
use crate::tree::{Clause, Statement, Word};
use crate::types::{DataType, Value};
pub use commands::{Command, Comparator, Expectation, Probe, Tolerance, Work};
pub use pipelines::{Attached, Bind, BindKind, Binding, Group, Kind, Listed, Pipeline, Setting, VertexData};
pub use resources::{Buffer, Contents, Dimension, Sampler};
use std::collections::BTreeMap;
pub use structures::{Bottom, Geometry, Instance, Primitives, Top};
pub use tables::Rays;

/// A script.
#[derive(Debug, Default)]
pub struct Script {
    /// The shaders.
    pub shaders: Vec<Shader>,
    /// The files within the script, by their paths.
    pub files: BTreeMap<String, String>,
    /// The buffers and images.
    pub buffers: Vec<Buffer>,
    /// The samplers.
    pub samplers: Vec<Sampler>,
    /// The bottom-level acceleration structures.
    pub bottoms: Vec<Bottom>,
    /// The top-level ones.
    pub tops: Vec<Top>,
    /// The pipelines.
    pub pipelines: Vec<Pipeline>,
    /// What is done, in order.
    pub commands: Vec<Command>,
    /// The features and extensions of a device that it requires.
    pub features: Vec<String>,
}

/// The stages of shaders.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// `compute`
    Compute,
    /// `vertex`
    Vertex,
    /// `tessellation_control`
    Hull,
    /// `tessellation_evaluation`
    Domain,
    /// `geometry`
    Geometry,
    /// `fragment`
    Pixel,
    /// `ray_generation`
    RayGeneration,
    /// `miss`
    Miss,
    /// `closest_hit`
    ClosestHit,
    /// `any_hit`
    AnyHit,
    /// `intersection`
    Intersection,
    /// `callable`
    Callable,
    /// `multi`: a module with entry points of several stages.
    Multi,
}

/// The stages by their names.
const STAGES: &[(&str, Stage)] = &[
    ("compute", Stage::Compute),
    ("vertex", Stage::Vertex),
    ("tessellation_control", Stage::Hull),
    ("tessellation_evaluation", Stage::Domain),
    ("geometry", Stage::Geometry),
    ("fragment", Stage::Pixel),
    ("ray_generation", Stage::RayGeneration),
    ("miss", Stage::Miss),
    ("closest_hit", Stage::ClosestHit),
    ("any_hit", Stage::AnyHit),
    ("intersection", Stage::Intersection),
    ("callable", Stage::Callable),
    ("multi", Stage::Multi),
];

impl Stage {
    /// The name.
    pub fn name(self) -> &'static str {
        STAGES.iter().find(|(_, own)| *own == self).map_or("", |(name, _)| name)
    }

    /// Returns whether it is a stage of pipelines with rays.
    pub fn is_of_rays(self) -> bool {
        match self {
            Stage::RayGeneration
            | Stage::Miss
            | Stage::ClosestHit
            | Stage::AnyHit
            | Stage::Intersection
            | Stage::Callable => true,
            Stage::Compute
            | Stage::Vertex
            | Stage::Hull
            | Stage::Domain
            | Stage::Geometry
            | Stage::Pixel
            | Stage::Multi => false,
        }
    }
}

/// A shader.
#[derive(Clone, Debug)]
pub struct Shader {
    /// The name.
    pub name: String,
    /// The stage.
    pub stage: Stage,
    /// The language, such as `SPIRV-ASM` or `GLSL`.
    pub language: String,
    /// Where its text is.
    pub source: Source,
    /// The environment that it is compiled for, such as `spv1.5`.
    pub target: Option<String>,
    /// Its line in the script.
    pub line: u32,
}

/// The text of a shader.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// None: a vertex shader that passes its position on.
    PassThrough,
    /// In the script.
    Text(String),
    /// In a file.
    File(String),
}

type Result<T> = std::result::Result<T, Error>;

/// Reads the statements of a text.
pub(crate) fn read(text: &str, statements: &[Statement<'_>]) -> Result<Script> {
    let mut reader = Reader { text, script: Script::default(), names: BTreeMap::new(), types: BTreeMap::new() };
    for statement in statements {
        reader.statement(statement)?;
    }
    Ok(reader.script)
}

/// What a name is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Sort {
    Shader,
    Buffer,
    Sampler,
    Pipeline,
    Bottom,
    Top,
}

impl Sort {
    fn name(self) -> &'static str {
        match self {
            Sort::Shader => "shader",
            Sort::Buffer => "buffer",
            Sort::Sampler => "sampler",
            Sort::Pipeline => "pipeline",
            Sort::Bottom => "bottom-level acceleration structure",
            Sort::Top => "top-level acceleration structure",
        }
    }
}

/// The path of a file, which may have quotes around it.
fn unquoted<'s>(word: Word<'s>) -> &'s str {
    word.text.trim_matches('"')
}

/// The state of a reading.
struct Reader<'t> {
    text: &'t str,
    script: Script,
    names: BTreeMap<(Sort, String), usize>,
    types: BTreeMap<String, DataType>,
}

impl Reader<'_> {
    fn error(&self, at: usize, message: impl Into<String>) -> Error {
        Error::new(self.text, at, message.into())
    }

    fn line(&self, at: usize) -> u32 {
        self.text[..at].matches('\n').count() as u32 + 1
    }

    /// Gives the next thing of a sort a name.
    fn name(&mut self, sort: Sort, word: Word<'_>, number: usize) -> Result<String> {
        let name = word.text.to_owned();
        match self.names.insert((sort, name.clone()), number) {
            None => Ok(name),
            Some(_) => Err(self.error(word.at, format!("{} '{name}' is defined twice", sort.name()))),
        }
    }

    /// The number of what has a name.
    fn find(&self, sort: Sort, word: Word<'_>) -> Result<usize> {
        let found = self.names.get(&(sort, word.text.to_owned())).copied();
        found.ok_or_else(|| self.error(word.at, format!("unknown {} '{}'", sort.name(), word.text)))
    }

    fn statement(&mut self, statement: &Statement<'_>) -> Result<()> {
        match statement.head {
            "SHADER" => self.shader(statement),
            "VIRTUAL_FILE" => self.file(statement),
            "STRUCT" => self.structure(statement),
            "BUFFER" | "IMAGE" => self.buffer(statement),
            "SAMPLER" => self.sampler(statement),
            "ACCELERATION_STRUCTURE" => self.structure_of_rays(statement),
            "PIPELINE" | "DERIVE_PIPELINE" => self.pipeline(statement),
            "DEVICE_FEATURE" | "DEVICE_EXTENSION" | "DEVICE_PROPERTY" | "INSTANCE_EXTENSION" => {
                self.script.features.extend(statement.words.iter().map(|word| word.text.to_owned()));
                Ok(())
            }
            // Settings of an engine are about time alone.
            "SET" if statement.clauses.first().is_some_and(|clause| clause.key == "ENGINE_DATA") => Ok(()),
            _ => {
                let command = self.command(statement)?;
                self.script.commands.push(command);
                Ok(())
            }
        }
    }

    fn shader(&mut self, statement: &Statement<'_>) -> Result<()> {
        let [stage, name] = self.first_words(statement)?;
        let number = self.script.shaders.len();
        let (stage, name) = (self.stage(stage)?, self.name(Sort::Shader, name, number)?);
        let clause = |key: &str| statement.clauses.iter().find(|clause| clause.key == key);
        let mut language = statement.words.get(2).map_or("", |word| word.text).to_owned();
        let source = match (clause("PASSTHROUGH"), clause("FILE"), clause("VIRTUAL_FILE"), statement.text) {
            (Some(_), ..) => {
                language = "PASSTHROUGH".to_owned();
                Source::PassThrough
            }
            (_, Some(file), ..) => Source::File(self.word(file)?.text.to_owned()),
            (_, _, Some(file), _) => {
                let file = self.word(file)?;
                let text = self.script.files.get(unquoted(file));
                Source::Text(text.ok_or_else(|| self.error(file.at, format!("unknown file '{}'", file.text)))?.clone())
            }
            (_, _, _, Some(text)) => Source::Text(text.text.to_owned()),
            (None, None, None, None) => return Err(self.error(statement.at, "the shader has no text")),
        };
        if language.is_empty() {
            return Err(self.error(statement.at, "missing language of the shader"));
        }
        let target = clause("TARGET_ENV").map(|clause| self.word(clause)).transpose()?;
        let (target, line) = (target.map(|word| word.text.to_owned()), self.line(statement.at));
        self.script.shaders.push(Shader { name, stage, language, source, target, line });
        Ok(())
    }

    fn stage(&self, word: Word<'_>) -> Result<Stage> {
        let found = STAGES.iter().find(|(name, _)| *name == word.text).map(|(_, stage)| *stage);
        found.ok_or_else(|| self.error(word.at, format!("shaders of the stage '{}' are not supported", word.text)))
    }

    fn file(&mut self, statement: &Statement<'_>) -> Result<()> {
        let [name] = self.first_words(statement)?;
        let text = statement.text.map_or("", |text| text.text);
        self.script.files.insert(unquoted(name).to_owned(), text.to_owned());
        Ok(())
    }

    /// The first words of a statement.
    fn first_words<'s, const N: usize>(&self, statement: &Statement<'s>) -> Result<[Word<'s>; N]> {
        let words = statement.words.first_chunk::<N>().copied();
        words.ok_or_else(|| self.error(statement.at, format!("'{}' expects {N} words", statement.head)))
    }

    /// The only word of a clause.
    fn word<'s>(&self, clause: &Clause<'s>) -> Result<Word<'s>> {
        match &clause.words[..] {
            [word] => Ok(*word),
            [] => Err(self.error(clause.at, format!("'{}' expects a word", clause.key))),
            [_, more, ..] => Err(self.error(more.at, format!("unexpected '{}'", more.text))),
        }
    }

    fn value(&self, word: Word<'_>) -> Result<Value> {
        Value::parse(word.text).ok_or_else(|| self.error(word.at, format!("'{}' is not a number", word.text)))
    }

    fn float(&self, word: Word<'_>) -> Result<f64> {
        self.value(word).map(Value::number)
    }

    fn whole(&self, word: Word<'_>) -> Result<u32> {
        match self.value(word)? {
            Value::Integer(number) if u32::try_from(number).is_ok() => Ok(number as u32),
            Value::Integer(_) | Value::Float(_) => {
                Err(self.error(word.at, format!("'{}' is not a number of 32 bits", word.text)))
            }
        }
    }

    /// The only number of a clause.
    fn number(&self, clause: &Clause<'_>) -> Result<u32> {
        self.whole(self.word(clause)?)
    }

    /// Numbers of a list, of which there must be as many.
    fn wholes<const N: usize>(&self, at: usize, words: &[Word<'_>]) -> Result<[u32; N]> {
        let words: &[Word<'_>; N] =
            words.try_into().map_err(|_| self.error(at, format!("expected {N} numbers, found {}", words.len())))?;
        let mut numbers = [0; N];
        for (number, word) in numbers.iter_mut().zip(words) {
            *number = self.whole(*word)?;
        }
        Ok(numbers)
    }

    fn unexpected(&self, clause: &Clause<'_>, head: &str) -> Error {
        self.error(clause.at, format!("'{}' is not supported in '{head}'", clause.key))
    }
}
