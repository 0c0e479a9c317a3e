//! The passes: each is a function over a module, with state of its own. [`crate::PASSES`] names them and [`crate::ALL`]
//! is their order; `legal` is the shorter sequence that only makes a module legal.

pub(crate) mod adce;
pub(crate) mod ccp;
pub(crate) mod convert_to_sampled_image;
pub(crate) mod copy_propagate_arrays;
pub(crate) mod descriptor_scalar_replacement;
pub(crate) mod fixups;
pub(crate) mod flatten_descriptor_arrays;
pub(crate) mod global_dce;
pub(crate) mod gvn;
pub(crate) mod hit_objects;
pub(crate) mod index_resources;
pub(crate) mod inline;
pub(crate) mod interlock_placement;
pub(crate) mod interpolate_fixup;
pub(crate) mod legal;
pub(crate) mod load_store_elimination;
pub(crate) mod long_vectors;
pub(crate) mod mem2reg;
pub(crate) mod private_to_local;
pub(crate) mod reduce_load_size;
pub(crate) mod replace_desc_array_access;
pub(crate) mod retype_buffers;
pub(crate) mod settle_resources;
pub(crate) mod split_phis;
pub(crate) mod sroa;
pub(crate) mod switch_to_ifs;
pub(crate) mod trim_capabilities;
pub(crate) mod vector_dce;
