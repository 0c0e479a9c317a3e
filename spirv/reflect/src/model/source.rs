//! Facts of the model that only a source has.

use serde::Serialize;

/// Facts of the source that the module does not have.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct SourceFact {
    /// The type as spelled in the source, with the dimensions of arrays.
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    pub ty: Option<String>,
    /// The register that the source names, such as `t3`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub register: Option<Register>,
    /// The semantic of a member, digits included.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub semantic: Option<String>,
    /// The enumeration of its values, one of `enums`.
    #[serde(rename = "enum", skip_serializing_if = "Option::is_none")]
    pub enumeration: Option<String>,
    /// The rule by which a struct is laid out, as `--layout` names it: the first, where several lay it out alike.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// The alignment of a struct under that rule.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub align: Option<u32>,
    /// The variable whose element or member this is, if each has a binding of its own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub flattened_from: Option<String>,
    /// The `///` lines before its declaration, without the slashes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub doc: Option<String>,
    /// The location of its declaration.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub span: Option<Span>,
}

/// A register of Direct3D.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Register {
    /// `b`, `t`, `u` or `s`; absent if the source names only a space.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub class: Option<String>,
    /// The number; absent if the source names only a space.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub number: Option<u32>,
    /// The space.
    pub space: u32,
}

/// A location in a source.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Span {
    /// The file.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1.
    pub column: u32,
}
