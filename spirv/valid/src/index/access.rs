//! Operands by position, as the dialect reads them.

pub(crate) use dialect::spirv::access::{Access, id_of, literal_of};
