//! Ops as a text has them: their operands, attributes and regions, and the types of all values. No meaning, no SPIR-V.

use dialect::ir::types::{FloatKind, Sign};
use std::rc::Rc;

/// A value of a tree, an index into its types.
pub(crate) type Value = u32;

/// A type as the text has it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Ty {
    /// `index`.
    Index,
    /// An integer.
    Int { width: u32, sign: Sign },
    /// A floating-point number.
    Float { width: u32, kind: FloatKind },
    /// A vector of any number of dimensions.
    Vector { shape: Vec<u64>, elem: Rc<Ty> },
    /// A tensor of known lengths.
    Tensor { shape: Vec<u64>, elem: Rc<Ty> },
    /// A buffer.
    MemRef(MemRef),
    /// A buffer of any number of dimensions, by the type of its elements.
    Unranked(Rc<Ty>),
    /// A complex number.
    Complex(Rc<Ty>),
    /// A function.
    Function { params: Vec<Rc<Ty>>, results: Vec<Rc<Ty>> },
    /// A type of the SPIR-V dialect, by its text.
    Spirv(String),
    /// Any other type, by its text.
    Other(String),
}

/// The type of a buffer; lengths and distances that only the run knows are `None`.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct MemRef {
    /// The lengths of its dimensions.
    pub(crate) shape: Vec<Option<u64>>,
    /// The type of its elements.
    pub(crate) elem: Rc<Ty>,
    /// The distances between elements, and the first element; `None` where elements follow each other row by row.
    pub(crate) layout: Option<Layout>,
    /// The text of the memory space.
    pub(crate) space: Option<String>,
}

/// The type of the tokens of asynchronous ops.
pub(crate) const TOKEN: &str = "!gpu.async.token";

/// A strided layout.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Layout {
    /// The distance of neighbours in each dimension.
    pub(crate) strides: Vec<Option<u64>>,
    /// The first element.
    pub(crate) offset: Option<u64>,
}

impl Ty {
    /// The boolean type.
    pub(crate) const BOOL: Ty = Ty::Int { width: 1, sign: Sign::Signless };

    /// Returns whether a function is a part of the type.
    pub(crate) fn has_function(&self) -> bool {
        match self {
            Ty::Function { .. } => true,
            Ty::Vector { elem, .. }
            | Ty::Tensor { elem, .. }
            | Ty::Complex(elem)
            | Ty::Unranked(elem)
            | Ty::MemRef(MemRef { elem, .. }) => elem.has_function(),
            Ty::Index | Ty::Int { .. } | Ty::Float { .. } | Ty::Spirv(_) | Ty::Other(_) => false,
        }
    }

    /// The components' type of a vector, or the type itself.
    pub(crate) fn scalar(self: &Rc<Ty>) -> Rc<Ty> {
        match &**self {
            Ty::Vector { elem, .. } => elem.clone(),
            _ => self.clone(),
        }
    }

    /// The type of the same shape with other components.
    pub(crate) fn with_scalar(self: &Rc<Ty>, scalar: Ty) -> Rc<Ty> {
        match &**self {
            Ty::Vector { shape, .. } => Rc::new(Ty::Vector { shape: shape.clone(), elem: Rc::new(scalar) }),
            _ => Rc::new(scalar),
        }
    }
}

/// An attribute as the text has it.
#[derive(Clone, Debug)]
pub(crate) enum Fact {
    /// Present, without a value.
    Unit,
    /// A number with the token's text, whole or not.
    Number(String),
    /// A number, a truth value or a list of them, with a type.
    Typed(Box<Fact>, Rc<Ty>),
    /// Text in quotes.
    Str(String),
    /// A word without quotes, or the text of what has another form.
    Word(String),
    /// The last part of a symbol.
    Symbol(String),
    /// A list.
    List(Vec<Fact>),
    /// The components of a constant; one where all are equal.
    Dense(Vec<Fact>),
    /// Named attributes.
    Dict(Facts),
    /// A type.
    Type(Rc<Ty>),
}

/// Named attributes, in the text's order.
pub(crate) type Facts = Vec<(String, Fact)>;

/// An op.
#[derive(Clone, Debug, Default)]
pub(crate) struct Node {
    /// The index of its row in the table of ops.
    pub(crate) row: usize,
    /// The offset of its name in the text.
    pub(crate) at: usize,
    /// Its operands.
    pub(crate) operands: Vec<Value>,
    /// Its results.
    pub(crate) results: Vec<Value>,
    /// Its attributes.
    pub(crate) facts: Facts,
    /// Its regions.
    pub(crate) regions: Vec<Region>,
    /// Its successors: the indices of blocks in the region, each with arguments.
    pub(crate) successors: Vec<(usize, Vec<Value>)>,
}

impl Node {
    /// Adds an attribute.
    pub(crate) fn add(&mut self, name: &str, fact: Fact) {
        self.facts.push((name.to_owned(), fact));
    }

    /// The attribute with this name.
    pub(crate) fn fact(&self, name: &str) -> Option<&Fact> {
        self.facts.iter().find(|(known, _)| known == name).map(|(_, fact)| fact)
    }

    /// The word or the text of the attribute with this name.
    pub(crate) fn word(&self, name: &str) -> Option<&str> {
        match self.fact(name)? {
            Fact::Word(text) | Fact::Str(text) | Fact::Symbol(text) | Fact::Number(text) => Some(text),
            _ => None,
        }
    }

    /// The whole numbers of the list with this name.
    pub(crate) fn numbers(&self, name: &str) -> Option<Vec<i64>> {
        match self.fact(name)? {
            Fact::List(items) => items.iter().map(Fact::number).collect(),
            _ => None,
        }
    }
}

impl Fact {
    /// The whole number that this is.
    pub(crate) fn number(&self) -> Option<i64> {
        match self {
            Fact::Number(text) => text.parse().ok(),
            Fact::Typed(inner, _) => inner.number(),
            _ => None,
        }
    }
}

/// The blocks of a region; the first is the entry.
#[derive(Clone, Debug, Default)]
pub(crate) struct Region {
    /// The blocks.
    pub(crate) blocks: Vec<Block>,
}

/// A block.
#[derive(Clone, Debug, Default)]
pub(crate) struct Block {
    /// Its arguments.
    pub(crate) args: Vec<Value>,
    /// Its ops.
    pub(crate) ops: Vec<Node>,
}

/// The contents of a text.
#[derive(Debug, Default)]
pub(crate) struct Tree {
    /// The ops of the file, or of its only module.
    pub(crate) ops: Vec<Node>,
    /// The attributes of the modules around.
    pub(crate) facts: Facts,
    /// The types of all values.
    pub(crate) types: Vec<Rc<Ty>>,
}
