//! Overload resolution: user functions by scores, intrinsics and methods in the order of their rows.
//!
//! The result has the parameter types to which the arguments are to be converted; the conversions themselves are
//! [`crate::convert`]'s.

mod elements;
mod intrinsic;
mod method;
mod ranks;
mod score;
mod signature;
#[cfg(test)]
mod tests;

pub use intrinsic::{find_intrinsic, pick_intrinsic};
pub use method::{dimensions, is_combined, method_signature, pick_method};
pub use signature::intrinsic_signature;

use crate::convert;
use crate::hir::Module;
use crate::hir::expr::ParamMode;
use crate::hir::ty::{Type, TypeId};
use base::intern::Interner;
use base::short::Short;
use frontend::language::HlslVersion;

/// The passing mode and the type of each parameter.
pub type Params = Short<(ParamMode, TypeId), 4>;

/// A candidate function.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// The parameters.
    pub params: Params,
    /// The number of required arguments; the others have defaults.
    pub required: usize,
}

/// The result of ranking.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ranking {
    /// The one with this index.
    Best(usize),
    /// Those with these indices are equally good.
    Ambiguous(Vec<usize>),
    /// No candidate accepts the arguments.
    None,
}

/// Ranks user functions.
pub fn rank_functions(
    module: &Module,
    version: HlslVersion,
    candidates: impl Iterator<Item = Candidate>,
    args: &[TypeId],
) -> Ranking {
    let viable = candidates.enumerate().filter(|(_, candidate)| is_viable(module, version, candidate, args));
    match version {
        HlslVersion::V202x => ranks::rank(module, &viable.collect::<Vec<_>>(), args),
        HlslVersion::V2016 | HlslVersion::V2017 | HlslVersion::V2018 | HlslVersion::V2021 => {
            score::rank(module, viable, args)
        }
    }
}

fn is_viable(module: &Module, version: HlslVersion, candidate: &Candidate, args: &[TypeId]) -> bool {
    let counts = (candidate.required..=candidate.params.len()).contains(&args.len());
    let mut pairs = candidate.params.iter().zip(args);
    counts && pairs.all(|(&(mode, param), &arg)| passes(module, version, mode, arg, param))
}

/// The limit of bases that ranking visits.
const MAX_BASES: usize = (1 << 7) - 2;

/// The bases of a struct with fields, the nearest first.
fn bases(module: &Module, ty: TypeId) -> impl Iterator<Item = TypeId> {
    let base = |&ty: &TypeId| {
        if let Type::Struct(id) = module.ty(ty)
            && module.structs[id].has_base
        {
            Some(module.structs[id].fields[0].ty)
        } else {
            None
        }
    };
    std::iter::successors(Some(ty), base).skip(1).take(MAX_BASES)
}

/// A call of an intrinsic or method.
#[derive(Clone, Copy, Debug)]
pub struct Call<'a> {
    /// The names of the program.
    pub names: &'a Interner,
    /// The language version, whose conversions apply.
    pub version: HlslVersion,
    /// Its template arguments.
    pub type_args: TypeArguments,
    /// The types of its arguments.
    pub args: &'a [TypeId],
}

/// A chosen overload of an intrinsic or method, with the types for this call.
#[derive(Debug)]
pub struct Choice<Row: 'static> {
    /// The row.
    pub row: &'static Row,
    /// The passing mode and the parameter type of each argument.
    pub params: Params,
    /// The type of the result.
    pub ret: TypeId,
}

// Rows cannot be cloned, nor need be.
impl<Row> Clone for Choice<Row> {
    fn clone(&self) -> Self {
        Choice { row: self.row, params: self.params.clone(), ret: self.ret }
    }
}

impl<Row> Choice<Row> {
    /// An arbitrary row, if an argument has no type because of a reported error.
    fn of_unknown(module: &Module, call: &Call<'_>, row: &'static Row) -> Option<Self> {
        let error = call.args.iter().copied().find(|&arg| module.ty(arg) == Type::Error)?;
        let params = call.args.iter().map(|_| (ParamMode::In, error)).collect();
        Some(Choice { row, params, ret: error })
    }
}

/// Template arguments of a call: `Load<T>`, `vk::static_pointer_cast<T, 16>`.
#[derive(Clone, Copy, Debug, Default)]
pub struct TypeArguments {
    /// The first one, a type.
    pub ty: Option<TypeId>,
    /// The second one, an alignment.
    pub align: Option<u32>,
}

/// The reason why no overload was chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OverloadError {
    /// The name is unknown.
    Unknown,
    /// No overload takes this number of arguments; the valid numbers and all signatures are given.
    Count(Vec<usize>, Vec<String>),
    /// No overload takes arguments of these types; all signatures are given, and the first argument that does not fit, where a
    /// single overload takes this number of arguments.
    Types(Vec<String>, Option<Misfit>),
}

/// An argument that a parameter does not take.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misfit {
    /// The number of the argument, from 0 on.
    pub index: usize,
    /// The type of the parameter.
    pub wanted: String,
    /// What the parameter is, where its name does not say it.
    pub meaning: &'static str,
}

/// Returns whether an argument can be passed to a parameter: it converts to the parameter's type where that is read,
/// and back where it is written.
fn passes(module: &Module, version: HlslVersion, mode: ParamMode, arg: TypeId, param: TypeId) -> bool {
    let to = || convert::loss(module, version, arg, param).is_some();
    let back = || convert::loss(module, version, param, arg).is_some();
    match mode {
        ParamMode::In => to(),
        ParamMode::Out => back(),
        ParamMode::InOut => to() && back(),
        ParamMode::Reference => arg == param || to() && back(),
    }
}

/// The keyword of a mode in signatures.
const fn mode_word(mode: ParamMode) -> &'static str {
    match mode {
        ParamMode::In => "",
        ParamMode::Out => "out ",
        ParamMode::InOut => "inout ",
        ParamMode::Reference => "inout ",
    }
}
