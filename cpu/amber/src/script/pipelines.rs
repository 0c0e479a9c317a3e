//! Pipelines: shaders, what is bound to them, and the state of draws.

use super::{Reader, Result, Sort, Stage};
use crate::tree::{Clause, Statement, Word};
use crate::types::{DataType, Value};

/// A pipeline.
#[derive(Clone, Debug)]
pub struct Pipeline {
    /// The name.
    pub name: String,
    /// The kind.
    pub kind: Kind,
    /// Its shaders.
    pub shaders: Vec<Attached>,
    /// What is bound.
    pub bindings: Vec<Binding>,
    /// Inputs of the vertex shader.
    pub vertices: Vec<VertexData>,
    /// The buffer of indices.
    pub indices: Option<usize>,
    /// The width and the height of its pictures.
    pub size: [u32; 2],
    /// The state of draws: `DEPTH`, `STENCIL`, `BLEND`, `VIEWPORT` and others.
    pub settings: Vec<Setting>,
    /// The shader groups, those of libraries included.
    pub groups: Vec<Listed<Group>>,
    /// The shader binding tables.
    pub tables: Vec<Listed<Vec<Group>>>,
    /// The most rays that may be open at once.
    pub recursion: u32,
    /// The number of lanes in a wave, for a shader.
    pub waves: Vec<(usize, u32)>,
    /// The line in the script.
    pub line: u32,
}

/// A shader group or a shader binding table, with the shaders of it, or of each of its groups.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed<T> {
    /// The name.
    pub name: String,
    /// What is in it.
    pub content: T,
}

/// The numbers of the shaders of a group.
pub type Group = Vec<usize>;

/// The kinds of pipelines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `compute`
    Compute,
    /// `graphics`
    Graphics,
    /// `raytracing`
    Rays,
}

/// A shader of a pipeline.
#[derive(Clone, Debug)]
pub struct Attached {
    /// The number of the shader.
    pub shader: usize,
    /// The stage.
    pub stage: Stage,
    /// The entry point.
    pub entry: String,
    /// Specialization constants, as bits.
    pub constants: Vec<(u32, u64)>,
}

/// Something that is bound.
#[derive(Clone, Debug)]
pub struct Binding {
    /// What is bound: the elements of an array, or one.
    pub bind: Vec<Bind>,
    /// As what.
    pub kind: BindKind,
    /// The descriptor set.
    pub set: u32,
    /// The binding in the set, or the location of a color.
    pub binding: u32,
    /// The first level.
    pub level: u32,
    /// True if it is an array.
    pub is_array: bool,
    /// The line in the script.
    pub line: u32,
}

impl Binding {
    /// Returns whether it takes the place of another one.
    fn replaces(&self, other: &Binding) -> bool {
        match self.kind {
            BindKind::DepthStencil | BindKind::Push => other.kind == self.kind,
            BindKind::Color => other.kind == BindKind::Color && other.binding == self.binding,
            BindKind::Resolve => false,
            BindKind::Uniform
            | BindKind::Storage
            | BindKind::UniformTexels
            | BindKind::StorageTexels
            | BindKind::StorageImage
            | BindKind::SampledImage
            | BindKind::Combined
            | BindKind::Sampler
            | BindKind::Scene => {
                let others = [BindKind::DepthStencil, BindKind::Push, BindKind::Color, BindKind::Resolve];
                !others.contains(&other.kind) && (other.set, other.binding) == (self.set, self.binding)
            }
        }
    }
}

/// An element of what is bound.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bind {
    /// The number of the buffer.
    pub buffer: Option<usize>,
    /// The number of the sampler.
    pub sampler: Option<usize>,
    /// The number of the top-level acceleration structure.
    pub top: Option<usize>,
    /// The first byte.
    pub offset: u64,
    /// The bytes from there on; all if not given.
    pub range: Option<u64>,
}

/// As what something is bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BindKind {
    /// A uniform buffer.
    Uniform,
    /// A storage buffer.
    Storage,
    /// A uniform texel buffer.
    UniformTexels,
    /// A storage texel buffer.
    StorageTexels,
    /// A storage image.
    StorageImage,
    /// A sampled image.
    SampledImage,
    /// A sampled image with its sampler.
    Combined,
    /// A sampler.
    Sampler,
    /// A target of colors, at a location.
    Color,
    /// The target of depth and stencil.
    DepthStencil,
    /// What the samples of a color become.
    Resolve,
    /// The push constants.
    Push,
    /// An acceleration structure.
    Scene,
}

/// The kinds by their names.
const KINDS: &[(&str, BindKind)] = &[
    ("uniform", BindKind::Uniform),
    ("uniform_dynamic", BindKind::Uniform),
    ("storage", BindKind::Storage),
    ("storage_dynamic", BindKind::Storage),
    ("uniform_texel_buffer", BindKind::UniformTexels),
    ("storage_texel_buffer", BindKind::StorageTexels),
    ("storage_image", BindKind::StorageImage),
    ("sampled_image", BindKind::SampledImage),
    ("combined_image_sampler", BindKind::Combined),
    ("color", BindKind::Color),
    ("depth_stencil", BindKind::DepthStencil),
    ("resolve", BindKind::Resolve),
    ("push_constant", BindKind::Push),
];

/// An input of a vertex shader.
#[derive(Clone, Debug)]
pub struct VertexData {
    /// The number of the buffer.
    pub buffer: usize,
    /// The location.
    pub location: u32,
    /// True if each instance has a value.
    pub is_instance: bool,
    /// The type, where it is not that of the buffer.
    pub ty: Option<DataType>,
    /// The first byte.
    pub offset: u32,
    /// The bytes from a value to the next one, where they are not those of the type.
    pub stride: Option<u32>,
}

/// A part of the state of draws: a keyword, and what belongs to it.
#[derive(Clone, Debug, PartialEq)]
pub struct Setting {
    /// Such as `DEPTH`.
    pub head: &'static str,
    /// The words behind it.
    pub words: Vec<String>,
    /// Its settings, such as `TEST` and `on`.
    pub rows: Vec<(&'static str, Vec<String>)>,
    /// The line in the script.
    pub line: u32,
}

/// The size of pictures where a pipeline says nothing.
const SIZE: u32 = 250;

impl Reader<'_> {
    pub(super) fn pipeline(&mut self, statement: &Statement<'_>) -> Result<()> {
        let number = self.script.pipelines.len();
        let mut own = if statement.head == "PIPELINE" {
            let [kind, name] = self.first_words(statement)?;
            let kind = match kind.text {
                "compute" => Kind::Compute,
                "graphics" => Kind::Graphics,
                "raytracing" | "ray_tracing" => Kind::Rays,
                other => return Err(self.error(kind.at, format!("pipelines of the kind '{other}' are not supported"))),
            };
            let (name, line) = (self.name(Sort::Pipeline, name, number)?, self.line(statement.at));
            let (shaders, bindings, vertices, settings, waves) = Default::default();
            let (indices, size, groups, tables, recursion) = (None, [SIZE; 2], Vec::new(), Vec::new(), 1);
            Pipeline {
                name,
                kind,
                shaders,
                bindings,
                vertices,
                indices,
                size,
                settings,
                groups,
                tables,
                recursion,
                waves,
                line,
            }
        } else {
            let [name] = self.first_words(statement)?;
            let from = statement.clauses.iter().find(|clause| clause.key == "FROM");
            let from = from.ok_or_else(|| self.error(statement.at, "missing 'FROM'"))?;
            let from = self.find(Sort::Pipeline, self.word(from)?)?;
            let name = self.name(Sort::Pipeline, name, number)?;
            Pipeline { name, ..self.script.pipelines[from].clone() }
        };
        for part in &statement.block {
            self.part(&mut own, part)?;
        }
        self.script.pipelines.push(own);
        Ok(())
    }

    fn part(&self, own: &mut Pipeline, part: &Statement<'_>) -> Result<()> {
        if own.kind == Kind::Rays
            && let Some(read) = self.part_of_rays(own, part)
        {
            return read;
        }
        match part.head {
            "ATTACH" => self.attach(own, part),
            "BIND" => self.bind(own, part),
            "VERTEX_DATA" => self.vertex_data(own, part),
            "INDEX_DATA" => {
                let [buffer] = self.first_words(part)?;
                own.indices = Some(self.find(Sort::Buffer, buffer)?);
                Ok(())
            }
            "FRAMEBUFFER_SIZE" => {
                own.size = self.wholes(part.at, &part.words)?;
                Ok(())
            }
            "SUBGROUP" => self.subgroup(own, part),
            // Modules run as they are.
            "SHADER_OPTIMIZATION" => Ok(()),
            "DEPTH" | "STENCIL" | "BLEND" | "VIEWPORT" | "POLYGON_MODE" | "PATCH_CONTROL_POINTS" => {
                let words = |words: &[Word<'_>]| words.iter().map(|word| word.text.to_owned()).collect();
                let rows = part.clauses.iter().map(|clause| (clause.key, words(&clause.words))).collect();
                let line = self.line(part.at);
                own.settings.push(Setting { head: part.head, words: words(&part.words), rows, line });
                Ok(())
            }
            _ => Err(self.error(part.at, format!("'{}' is not supported in a pipeline of this kind", part.head))),
        }
    }

    fn attach(&self, own: &mut Pipeline, part: &Statement<'_>) -> Result<()> {
        let [name] = self.first_words(part)?;
        let shader = self.find(Sort::Shader, name)?;
        let stage = self.script.shaders[shader].stage;
        let mut attached = Attached { shader, stage, entry: "main".to_owned(), constants: Vec::new() };
        for clause in &part.clauses {
            match clause.key {
                "TYPE" => attached.stage = self.stage(self.word(clause)?)?,
                "ENTRY_POINT" => attached.entry = self.word(clause)?.text.to_owned(),
                "SPECIALIZE" => attached.constants.push((self.number(clause)?, 0)),
                "AS" => {
                    let [ty, value] = clause.words[..] else {
                        return Err(self.error(clause.at, "'AS' expects a type and a value"));
                    };
                    let (ty, value) = (self.data_type(ty)?, self.value(value)?);
                    let number = ty.element(Default::default()).numbers.first().copied();
                    let bits = number.map_or(0, |number| number.encode(value) & (u64::MAX >> (64 - number.bits)));
                    attached.constants.last_mut().ok_or_else(|| self.unexpected(clause, "ATTACH"))?.1 = bits;
                }
                _ => return Err(self.unexpected(clause, "ATTACH")),
            }
        }
        own.shaders.retain(|other| other.stage != attached.stage);
        own.shaders.push(attached);
        Ok(())
    }

    fn bind(&self, own: &mut Pipeline, part: &Statement<'_>) -> Result<()> {
        let Some((what, clauses)) = part.clauses.split_first().filter(|_| part.words.is_empty()) else {
            return Err(self.error(part.at, "'BIND' expects BUFFER, SAMPLER or ACCELERATION_STRUCTURE"));
        };
        let (sort, is_array) = match what.key {
            "BUFFER" => (Sort::Buffer, false),
            "BUFFER_ARRAY" => (Sort::Buffer, true),
            "SAMPLER" => (Sort::Sampler, false),
            "SAMPLER_ARRAY" => (Sort::Sampler, true),
            "ACCELERATION_STRUCTURE" => (Sort::Top, false),
            _ => return Err(self.unexpected(what, "BIND")),
        };
        let element = |word: &Word<'_>| {
            let number = Some(self.find(sort, *word)?);
            Ok(match sort {
                Sort::Sampler => Bind { sampler: number, ..Bind::default() },
                Sort::Top => Bind { top: number, ..Bind::default() },
                Sort::Buffer | Sort::Shader | Sort::Pipeline | Sort::Bottom => {
                    Bind { buffer: number, ..Bind::default() }
                }
            })
        };
        let bind = what.words.iter().map(element).collect::<Result<Vec<Bind>>>()?;
        let kind = match sort {
            Sort::Sampler => BindKind::Sampler,
            Sort::Top => BindKind::Scene,
            Sort::Buffer | Sort::Shader | Sort::Pipeline | Sort::Bottom => BindKind::Storage,
        };
        let mut binding = Binding { bind, kind, set: 0, binding: 0, level: 0, is_array, line: self.line(part.at) };
        for clause in clauses {
            self.bind_clause(&mut binding, clause)?;
        }
        own.bindings.retain(|other| !binding.replaces(other));
        own.bindings.push(binding);
        Ok(())
    }

    fn bind_clause(&self, own: &mut Binding, clause: &Clause<'_>) -> Result<()> {
        match clause.key {
            "AS" => {
                let word = self.word(clause)?;
                let kind = KINDS.iter().find(|(name, _)| *name == word.text).map(|(_, kind)| *kind);
                own.kind = kind.ok_or_else(|| self.error(word.at, format!("unknown kind '{}'", word.text)))?;
            }
            "DESCRIPTOR_SET" => own.set = self.number(clause)?,
            "BINDING" | "LOCATION" => own.binding = self.number(clause)?,
            "BASE_MIP_LEVEL" => own.level = self.number(clause)?,
            "SAMPLER" => {
                for (element, word) in own.bind.iter_mut().zip(clause.words.iter().cycle()) {
                    element.sampler = Some(self.find(Sort::Sampler, *word)?);
                }
            }
            "OFFSET" | "DESCRIPTOR_OFFSET" => {
                for (element, word) in own.bind.iter_mut().zip(&clause.words) {
                    element.offset += u64::from(self.whole(*word)?);
                }
            }
            "DESCRIPTOR_RANGE" => {
                for (element, word) in own.bind.iter_mut().zip(&clause.words) {
                    // -1 is the rest of the buffer.
                    let range = self.value(*word)?;
                    element.range = if range == Value::Integer(-1) { None } else { Some(range.number() as u64) };
                }
            }
            _ => return Err(self.unexpected(clause, "BIND")),
        }
        Ok(())
    }

    fn vertex_data(&self, own: &mut Pipeline, part: &Statement<'_>) -> Result<()> {
        let [buffer] = self.first_words(part)?;
        let buffer = self.find(Sort::Buffer, buffer)?;
        let mut data = VertexData { buffer, location: 0, is_instance: false, ty: None, offset: 0, stride: None };
        for clause in &part.clauses {
            match clause.key {
                "LOCATION" => data.location = self.number(clause)?,
                "RATE" => data.is_instance = self.word(clause)?.text == "instance",
                "FORMAT" => data.ty = Some(self.data_type(self.word(clause)?)?),
                "OFFSET" => data.offset = self.number(clause)?,
                "STRIDE" => data.stride = Some(self.number(clause)?),
                _ => return Err(self.unexpected(clause, "VERTEX_DATA")),
            }
        }
        own.vertices.retain(|other| other.location != data.location);
        own.vertices.push(data);
        Ok(())
    }

    fn subgroup(&self, own: &mut Pipeline, part: &Statement<'_>) -> Result<()> {
        let [name] = self.first_words(part)?;
        let shader = self.find(Sort::Shader, name)?;
        for clause in part.clauses.iter().filter(|clause| clause.key == "REQUIRED_SIZE") {
            let word = self.word(clause)?;
            let lanes = match word.text {
                "MIN" => MOST_LANES.start,
                "MAX" => MOST_LANES.end,
                _ => self.whole(word)?,
            };
            own.waves.push((shader, lanes));
        }
        Ok(())
    }
}

/// The fewest and the most lanes of a wave.
const MOST_LANES: std::ops::Range<u32> = 4..128;
