//! Reflection of a SPIR-V module: its interface to the host.
//!
//! [`read`] takes the words of any compiler's module and returns a [`Reflection`], plain data: entry points, resources,
//! push constants, layouts of structs, inputs and outputs, specialisation constants, and the module's requirements on
//! Vulkan. It knows decoded instructions; of HLSL, of passes and of files it knows nothing. Time and memory are linear
//! in the words.
//!
//! ```
//! let words = [0x0723_0203, 0x0001_0000, 0, 1, 0];
//! let reflection = hlsl2spirv_reflect::read(&words)?;
//! assert!(reflection.entry_points.is_empty());
//! # Ok::<(), hlsl2spirv_reflect::Error>(())
//! ```

mod bindings;
pub mod code;
mod constants;
mod cooperative;
mod entries;
mod index;
mod interface;
mod json;
mod layout_rules;
pub mod link;
mod model;
mod payloads;
mod reader;
mod refine;
mod regions;
mod requires;
mod specialise;
mod struct_layout;
mod tables;
mod text;
mod types;
mod uses;

pub use dialect::diagnostics::Error;
pub use model::kernels;
pub use model::{
    Access, Amount, Binding, BitField, Block, CooperativeMatrix, CooperativeVector, Descriptor, Dimension, EntryPoint,
    Enumeration, Enumerator, Extension, FORMAT, Feature, Generator, Image, Kind, Limit, Literal, Matrix, Member, Mode,
    Order, Payload, PayloadKind, Presence, Property, PushRange, Range, Reflection, Register, Requires, Scalar, Source,
    SourceFact, Span, SpecConstant, Spirv, Struct, Type, Use, Variable, WaveSizes,
};
pub use reader::{read, read_decoded};
pub use struct_layout::Laid;
pub use text::text;

/// The schema of the document, in JSON Schema.
pub const SCHEMA: &str = include_str!("schema.json");
