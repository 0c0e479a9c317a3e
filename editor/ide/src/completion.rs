//! Something that may be at a position, as data.

/// The kinds of completions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CompletionKind {
    /// A keyword.
    Keyword,
    /// A type.
    Type,
    /// A function.
    Function,
    /// A method.
    Method,
    /// A variable.
    Variable,
    /// A field.
    Field,
    /// A macro.
    Macro,
    /// A file.
    File,
    /// A folder.
    Folder,
    /// A value of an enumeration.
    Constant,
    /// A namespace.
    Namespace,
    /// A semantic or an attribute.
    Decorator,
}

/// Something that may be at a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Completion {
    /// The name, which is also the text that is inserted.
    pub name: String,
    /// Its kind.
    pub kind: CompletionKind,
    /// Its type or declaration.
    pub detail: String,
    /// The explanation, as Markdown.
    pub markdown: String,
    /// The rank: those with a lower number come first.
    pub rank: u8,
}

impl Completion {
    pub(crate) fn new(name: impl Into<String>, kind: CompletionKind, rank: u8) -> Self {
        Completion { name: name.into(), kind, detail: String::new(), markdown: String::new(), rank }
    }
}
