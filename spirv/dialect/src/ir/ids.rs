//! The ids of what a module owns. They are separate from their entities, since ops, values, blocks, types and
//! attributes refer to each other by them.

use base::ids::Id;

/// Marker types for the entities.
pub mod tag {
    /// An op.
    #[derive(Clone, Debug)]
    pub enum Op {}
    /// A value.
    #[derive(Clone, Debug)]
    pub enum Value {}
    /// A block.
    #[derive(Clone, Debug)]
    pub enum Block {}
    /// A region.
    #[derive(Clone, Debug)]
    pub enum Region {}
    /// A type.
    #[derive(Clone, Debug)]
    pub enum Type {}
    /// An attribute.
    #[derive(Clone, Debug)]
    pub enum Attr {}
}

/// The id of an op.
pub type OpId = Id<tag::Op>;
/// The id of a value.
pub type ValueId = Id<tag::Value>;
/// The id of a block.
pub type BlockId = Id<tag::Block>;
/// The id of a region.
pub type RegionId = Id<tag::Region>;
/// The id of a uniqued type: equal ids are equal types.
pub type TypeId = Id<tag::Type>;
/// The id of a uniqued attribute: equal ids are equal attributes.
pub type AttrId = Id<tag::Attr>;

/// An attribute and the name under which its op holds it.
pub type NamedAttr = (&'static str, AttrId);
