//! Places that can be read and written: variables, the access chains into them, and what goes along with them.

pub(crate) mod bitfield;
pub(crate) mod counter;
pub(crate) mod globals;
pub(crate) mod heap;
pub(crate) mod lvalue;
pub(crate) mod place;
