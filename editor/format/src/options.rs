//! Options of the formatter, and the names of their values.

/// The settings of a run. What is `None` is taken from the text: as most of the file has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// The limit of columns, beyond which lines are broken; 0 for none.
    pub width: Option<u32>,
    /// The indentation.
    pub indent: Option<Indent>,
    /// The places of braces.
    pub braces: Option<Braces>,
    /// Indent the contents of namespaces.
    pub namespaces: Option<bool>,
    /// Indent the labels of a `switch`.
    pub cases: Option<bool>,
    /// Put a space between the word of a statement and its parenthesis: `if (`.
    pub statement_space: Option<bool>,
    /// Put spaces within parentheses: `f( x )`.
    pub paren_spaces: Option<bool>,
    /// The columns of directives.
    pub directives: Directives,
}

impl Options {
    /// The limit of columns where neither the settings nor the text have another one.
    pub const USUAL_WIDTH: u32 = 120;
    /// The greatest limit of columns and of spaces per level.
    pub const MAX_WIDTH: u32 = 1000;
    /// The greatest number of spaces per level.
    pub const MAX_INDENT: u32 = 16;
}

impl Default for Options {
    fn default() -> Self {
        Options {
            width: None,
            indent: None,
            braces: None,
            namespaces: None,
            cases: None,
            statement_space: None,
            paren_spaces: None,
            directives: Directives::Keep,
        }
    }
}

/// The indentation of a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Indent {
    /// The given number of spaces.
    Spaces(u32),
    /// A tab, which counts as four columns.
    Tab,
}

/// The columns of a tab.
pub(crate) const TAB: u32 = 4;

impl Indent {
    /// The columns of a level.
    pub(crate) fn unit(self) -> u32 {
        match self {
            Indent::Spaces(count) => count,
            Indent::Tab => TAB,
        }
    }
}

/// The places of the braces of functions, types and statements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Braces {
    /// On the line of what they belong to.
    SameLine,
    /// On lines of their own.
    NextLine,
    /// Those of functions on lines of their own, the others not.
    FunctionsNextLine,
}

impl Braces {
    /// The values by name.
    pub const NAMES: &[(&str, Braces)] = &[
        ("same-line", Braces::SameLine),
        ("next-line", Braces::NextLine),
        ("functions-next-line", Braces::FunctionsNextLine),
    ];
}

/// The columns of directives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Directives {
    /// As many levels as they have.
    Keep,
    /// The first column.
    Left,
}

impl Directives {
    /// The values by name.
    pub const NAMES: &[(&str, Directives)] = &[("keep", Directives::Keep), ("left", Directives::Left)];
}
