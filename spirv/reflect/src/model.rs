//! The model: plain data that owns itself, the same in memory and as JSON.
//!
//! The order of fields is the order of keys. A key that is absent does not apply; `null` means that this input does not
//! tell. Nothing here knows words, ids or how the facts were found.

mod amount;
mod entry;
pub mod kernels;
mod layout;
mod needs;
mod resource;
mod source;

pub use amount::Amount;
pub use entry::{
    Access, EntryPoint, Literal, Mode, Payload, PayloadKind, PushRange, Range, SpecConstant, Use, Variable, WaveSizes,
};
pub use layout::{BitField, Dimension, Enumeration, Enumerator, Kind, Matrix, Member, Order, Scalar, Struct, Type};
pub use needs::{CooperativeMatrix, CooperativeVector, Extension, Feature, Limit, Property, Requires};
pub use resource::{Binding, Block, Descriptor, Image, Presence};
pub use source::{Register, SourceFact, Span};

use serde::Serialize;

/// The version of the schema.
pub const FORMAT: u32 = 1;

/// The interface of a module to its host.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Reflection {
    /// The version of the schema: [`FORMAT`].
    pub format: u32,
    /// The tool that wrote this.
    pub generator: Generator,
    /// The source, if the module was compiled from one here.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<Source>,
    /// The module itself; absent where there are only the declarations of a source.
    #[serde(default, skip_serializing_if = "Spirv::is_none")]
    pub spirv: Spirv,
    /// Needs of the module: versions, features, extensions and limits of Vulkan; absent where there is none.
    #[serde(default, skip_serializing_if = "Requires::is_none")]
    pub requires: Requires,
    /// Entry points, in the order of the module.
    pub entry_points: Vec<EntryPoint>,
    /// Resources, by set and binding.
    pub bindings: Vec<Binding>,
    /// Blocks of push constants.
    pub push_constants: Vec<Block>,
    /// Blocks of records in shader binding tables.
    pub shader_records: Vec<Block>,
    /// Specialisation constants, by id.
    pub spec_constants: Vec<SpecConstant>,
    /// Structs with a layout, each after those that it contains.
    pub types: Vec<Struct>,
    /// Enumerations of the source that are types of members.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub enums: Vec<Enumeration>,
}

/// The tool that wrote a document.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Generator {
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
}

/// The text that a module was compiled from.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Source {
    /// The path as the command line gave it.
    pub file: String,
    /// The language.
    pub language: String,
    /// Stage and shader model.
    pub profile: String,
}

/// Facts of the module as such.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Spirv {
    /// The version, such as `1.3`.
    pub version: String,
    /// The addressing model.
    pub addressing: String,
    /// The memory model.
    pub memory_model: String,
    /// The source language, if the module names it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub language: Option<String>,
    /// Capabilities, as the module declares them.
    pub capabilities: Vec<String>,
    /// Extensions, as the module declares them.
    pub extensions: Vec<String>,
    /// The size in words.
    pub size_words: usize,
}

impl Spirv {
    /// Returns whether there is no module.
    pub fn is_none(&self) -> bool {
        self.size_words == 0
    }
}

impl Generator {
    /// This one.
    pub(crate) fn this() -> Generator {
        Generator { name: "hlsl2spirv".to_owned(), version: env!("CARGO_PKG_VERSION").to_owned() }
    }
}

impl Reflection {
    /// One without a module, for what a source declares.
    pub fn of_declarations() -> Reflection {
        Reflection { format: FORMAT, generator: Generator::this(), ..Reflection::default() }
    }

    /// Leaves out where declarations are in the source, so that the document does not change with their lines.
    pub fn leave_out_spans(&mut self) {
        let entries = self.entry_points.iter_mut().flat_map(|entry| {
            let variables = entry.inputs.iter_mut().chain(&mut entry.outputs).map(|one| &mut one.hlsl);
            variables.chain([&mut entry.hlsl])
        });
        let blocks = self.push_constants.iter_mut().chain(&mut self.shader_records).map(|one| &mut one.hlsl);
        let structs = self.types.iter_mut().flat_map(|one| {
            let members = one.members.iter_mut().map(|member| &mut member.hlsl);
            members.chain([&mut one.hlsl])
        });
        let others = self.spec_constants.iter_mut().map(|one| &mut one.hlsl);
        let others = others.chain(self.bindings.iter_mut().map(|one| &mut one.hlsl));
        let others = others.chain(self.enums.iter_mut().map(|one| &mut one.hlsl));
        for fact in entries.chain(blocks).chain(structs).chain(others) {
            // An entry point or enumeration has nothing else.
            *fact =
                fact.take().map(|fact| SourceFact { span: None, ..fact }).filter(|fact| *fact != SourceFact::default());
        }
    }

    /// Inserts resources that the module lacks, and updates the indices of the others.
    pub fn add_bindings(&mut self, dropped: Vec<Binding>) {
        let before = self.bindings.len();
        self.bindings.extend(dropped);
        let mut order: Vec<usize> = (0..self.bindings.len()).collect();
        order.sort_by_key(|at| (self.bindings[*at].set, self.bindings[*at].binding));
        let mut moved = vec![0; order.len()];
        order.iter().enumerate().for_each(|(new, old)| moved[*old] = new);
        let mut old: Vec<Option<Binding>> = std::mem::take(&mut self.bindings).into_iter().map(Some).collect();
        self.bindings = order.iter().filter_map(|at| old[*at].take()).collect();
        for binding in &mut self.bindings {
            let indices =
                [&mut binding.counter, &mut binding.counter_of, &mut binding.combined_with, &mut binding.alias_of];
            indices.into_iter().flatten().filter(|at| **at < before).for_each(|at| *at = moved[*at]);
        }
        for used in self.entry_points.iter_mut().flat_map(|entry| &mut entry.resources) {
            used.binding = moved[used.binding];
            used.sampled_with.iter_mut().for_each(|at| *at = moved[*at]);
        }
    }

    /// The struct with this name.
    pub fn structure(&self, name: &str) -> Option<&Struct> {
        self.types.iter().find(|one| one.name == name)
    }

    /// The document, without a line break at its end.
    pub fn to_json(&self) -> String {
        crate::json::text(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src/schema.json");

    /// The documents that `reflect` writes.
    #[derive(schemars::JsonSchema)]
    #[serde(untagged)]
    #[expect(dead_code, reason = "its schema is all that is needed")]
    enum Document {
        /// A module.
        Module(Box<Reflection>),
        /// A pipeline, with `--link`.
        Pipeline(crate::link::Pipeline),
        /// A module of kernels, with `-Fre`.
        Kernels(kernels::Kernels),
    }

    /// The schema of the documents as they are written, where what is absent is left out.
    fn schema() -> schemars::Schema {
        let settings = schemars::generate::SchemaSettings::default().for_serialize();
        settings.into_generator().into_root_schema_for::<Document>()
    }

    /// Compares the schema with the model; `UPDATE=1` writes the schema.
    #[test]
    fn the_schema_is_that_of_the_model() {
        let made = serde_json::to_string_pretty(&schema()).unwrap() + "\n";
        if std::env::var_os("UPDATE").is_some() {
            std::fs::write(FILE, &made).unwrap();
        }
        assert!(std::fs::read_to_string(FILE).unwrap() == made, "the schema is out of date; run with UPDATE=1");
    }
}
