//! The core of the intermediate representation: modules of ops in blocks in regions, over uniqued types and attributes.
//!
//! The set of ops is closed: a dialect is a table of [`OpInfo`] rows, an op is one struct, and nothing is registered at
//! run time. The core must not know what any op means.

pub mod attrs;
pub mod builder;
pub mod context;
pub mod dominators;
pub mod ids;
pub mod op;
pub mod places;
pub mod region;
pub mod rewrite;
pub mod traits;
pub mod types;
pub mod walk;

pub use attrs::{Attr, EnumKind};
pub use builder::Builder;
pub use context::{Context, Extended, Loc, LocId};
pub use ids::{AttrId, BlockId, NamedAttr, OpId, RegionId, TypeId, ValueId};
pub use op::{Attrs, Op, OpInfo, Regions, Results, Successor, Targets, Values};
pub use places::{Declared, Places};
pub use region::{Block, Def, Module, Region, Value};
pub use traits::Traits;
pub use types::Type;
