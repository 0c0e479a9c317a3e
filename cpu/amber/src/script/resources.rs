//! Buffers, images, samplers, and the structs that buffers hold.

use super::{Reader, Result, Sort};
use crate::tree::{Clause, Statement, Word};
use crate::types::{DataType, Layout, Member, Strides, Struct, Value};

/// A buffer, or an image.
#[derive(Clone, Debug)]
pub struct Buffer {
    /// The name.
    pub name: String,
    /// The type of its elements or texels.
    pub ty: DataType,
    /// How elements are placed.
    pub layout: Layout,
    /// The number of elements; none where contents or a pipeline say it.
    pub count: Option<u64>,
    /// What it holds at first.
    pub contents: Contents,
    /// The dimension and the size of an image; none for buffers, and for those that are as large as a pipeline's pictures.
    pub image: Option<(Dimension, [u32; 3])>,
    /// The levels of an image.
    pub levels: u32,
    /// The samples of a pixel.
    pub samples: u32,
    /// The line in the script.
    pub line: u32,
}

/// What a buffer holds at first.
#[derive(Clone, Debug, PartialEq)]
pub enum Contents {
    /// Zeros.
    Zeros,
    /// These numbers.
    Values(Vec<Value>),
    /// This number everywhere.
    Fill(Value),
    /// A first number, and what is added to it each time.
    Series(Value, Value),
    /// A file: `PNG`, `BINARY` or `TEXT`, and its path.
    File(String, String),
}

/// The dimensions of an image.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dimension {
    /// A line.
    D1,
    /// A picture.
    D2,
    /// A volume.
    D3,
}

/// A sampler.
#[derive(Clone, Debug)]
pub struct Sampler {
    /// The name.
    pub name: String,
    /// What it says, such as `MAG_FILTER` and `linear`.
    pub settings: Vec<(&'static str, String)>,
}

/// What a sampler may say.
const SAMPLER: &[&str] = &[
    "MAG_FILTER",
    "MIN_FILTER",
    "ADDRESS_MODE_U",
    "ADDRESS_MODE_V",
    "ADDRESS_MODE_W",
    "BORDER_COLOR",
    "MIN_LOD",
    "MAX_LOD",
    "NORMALIZED_COORDS",
    "UNNORMALIZED_COORDS",
    "COMPARE",
    "COMPARE_OP",
];

impl Reader<'_> {
    /// A type by its name.
    pub(super) fn data_type(&self, word: Word<'_>) -> Result<DataType> {
        let found = self.types.get(word.text).cloned().or_else(|| DataType::from_name(word.text));
        found.ok_or_else(|| self.error(word.at, format!("unknown type '{}'", word.text)))
    }

    pub(super) fn structure(&mut self, statement: &Statement<'_>) -> Result<()> {
        let [name] = self.first_words(statement)?;
        let mut own = Struct::default();
        // The words behind the name are types and names of members, up to the first clause.
        let mut words = statement.words[1..].to_vec();
        for clause in &statement.clauses {
            self.members(&mut own, &words)?;
            let Some((number, rest)) = clause.words.split_first() else {
                return Err(self.error(clause.at, format!("'{}' expects a number", clause.key)));
            };
            let number = self.whole(*number)?;
            match (clause.key, own.members.last_mut()) {
                ("STRIDE", None) => own.stride = Some(number),
                ("OFFSET", Some(member)) => member.offset = Some(number),
                ("ARRAY_STRIDE", Some(member)) => member.strides.array = Some(number),
                ("MATRIX_STRIDE", Some(member)) => member.strides.matrix = Some(number),
                (_, _) => return Err(self.unexpected(clause, "STRUCT")),
            }
            words = rest.to_vec();
        }
        self.members(&mut own, &words)?;
        self.types.insert(name.text.to_owned(), DataType::Struct(own));
        Ok(())
    }

    fn members(&self, own: &mut Struct, words: &[Word<'_>]) -> Result<()> {
        for pair in words.chunks(2) {
            let ty = self.data_type(pair[0])?;
            if pair.len() < 2 {
                return Err(self.error(pair[0].at, "missing name of the member"));
            }
            own.members.push(Member { ty, offset: None, strides: Strides::default() });
        }
        Ok(())
    }

    pub(super) fn buffer(&mut self, statement: &Statement<'_>) -> Result<()> {
        let [name] = self.first_words(statement)?;
        if let Some(more) = statement.words.get(1) {
            return Err(self.error(more.at, format!("unexpected '{}'", more.text)));
        }
        let number = self.script.buffers.len();
        let name = self.name(Sort::Buffer, name, number)?;
        let mut own = Buffer {
            name,
            ty: DataType::Struct(Struct::default()),
            layout: Layout::default(),
            count: None,
            contents: Contents::Zeros,
            image: None,
            levels: 1,
            samples: 1,
            line: self.line(statement.at),
        };
        let (mut dimension, mut size, mut has_type) = (None, [None; 3], false);
        for clause in &statement.clauses {
            match clause.key {
                "DATA_TYPE" | "FORMAT" => (own.ty, has_type) = (self.data_type(self.word(clause)?)?, true),
                "STD140" => own.layout = Layout::Std140,
                "STD430" => own.layout = Layout::Std430,
                "SIZE" => own.count = Some(self.number(clause)?.into()),
                "WIDTH" => size[0] = Some(self.number(clause)?),
                "HEIGHT" => size[1] = Some(self.number(clause)?),
                "DEPTH" => size[2] = Some(self.number(clause)?),
                "DIM_1D" => dimension = Some(Dimension::D1),
                "DIM_2D" => dimension = Some(Dimension::D2),
                "DIM_3D" => dimension = Some(Dimension::D3),
                "MIP_LEVELS" => own.levels = self.number(clause)?,
                "SAMPLES" => own.samples = self.number(clause)?,
                "DATA" | "FILL" | "SERIES_FROM" | "INC_BY" | "FILE" => self.contents(&mut own.contents, clause)?,
                _ => return Err(self.unexpected(clause, statement.head)),
            }
        }
        if !has_type {
            return Err(self.error(statement.at, format!("'{}' has neither a type nor a format", own.name)));
        }
        if let [Some(width), height, depth] = size {
            let size = [width, height.unwrap_or(1), depth.unwrap_or(1)];
            own.count = Some(size.iter().map(|side| u64::from(*side)).product());
            own.image = Some((dimension.unwrap_or(Dimension::D2), size));
        }
        self.script.buffers.push(own);
        Ok(())
    }

    fn contents(&self, own: &mut Contents, clause: &Clause<'_>) -> Result<()> {
        *own = match (clause.key, &*own) {
            ("DATA", _) => Contents::Values(clause.words.iter().map(|word| self.value(*word)).collect::<Result<_>>()?),
            ("FILL", _) => Contents::Fill(self.value(self.word(clause)?)?),
            ("SERIES_FROM", _) => Contents::Series(self.value(self.word(clause)?)?, Value::Integer(0)),
            ("INC_BY", Contents::Series(first, _)) => Contents::Series(*first, self.value(self.word(clause)?)?),
            ("FILE", _) => match &clause.words[..] {
                [kind, path] => Contents::File(kind.text.to_owned(), path.text.to_owned()),
                _ => return Err(self.error(clause.at, "'FILE' expects a kind and a path")),
            },
            (_, _) => return Err(self.unexpected(clause, "BUFFER")),
        };
        Ok(())
    }

    pub(super) fn sampler(&mut self, statement: &Statement<'_>) -> Result<()> {
        let [name] = self.first_words(statement)?;
        let number = self.script.samplers.len();
        let name = self.name(Sort::Sampler, name, number)?;
        let mut settings = Vec::new();
        for clause in &statement.clauses {
            if !SAMPLER.contains(&clause.key) {
                return Err(self.unexpected(clause, "SAMPLER"));
            }
            let is_alone = clause.key.ends_with("_COORDS");
            let value = if is_alone { String::new() } else { self.word(clause)?.text.to_owned() };
            settings.push((clause.key, value));
        }
        self.script.samplers.push(Sampler { name, settings });
        Ok(())
    }
}
