//! The passes: each is a function over a module, with state of its own. [`crate::PASSES`] names them and [`crate::ALL`]
//! is their order; `legal` is the shorter sequence that only makes a module legal.

pub(crate) mod cases;
pub(crate) mod combine;
pub(crate) mod dead;
pub(crate) mod demand;
pub(crate) mod descriptors;
pub(crate) mod finish;
pub(crate) mod forward;
pub(crate) mod inline;
pub(crate) mod interlock;
pub(crate) mod legal;
pub(crate) mod narrow;
pub(crate) mod nested;
pub(crate) mod number;
pub(crate) mod private;
pub(crate) mod promote;
pub(crate) mod reach;
pub(crate) mod reuse;
pub(crate) mod split;
pub(crate) mod trim;
