//! Overloads of intrinsics that were chosen: most calls of an intrinsic have arguments of the same types as one before.

use crate::hir::ty::TypeId;
use crate::overload::Choice;
use crate::tables::intrinsics::Intrinsic;
use base::intern::Symbol;
use base::short::Short;

/// The number of choices that are kept at a time.
const PLACES: usize = 128;
/// The number of arguments of calls whose choices are kept.
const MOST_ARGS: usize = 4;

#[derive(Clone, Debug)]
struct Kept {
    name: Symbol,
    args: Short<TypeId, MOST_ARGS>,
    choice: Choice<Intrinsic>,
}

/// The choices for calls without template arguments, in one module.
#[derive(Debug)]
pub(crate) struct Choices {
    /// The last choice of each place. Empty until there is one.
    kept: Vec<Option<Kept>>,
}

impl Choices {
    pub(crate) const fn new() -> Self {
        Choices { kept: Vec::new() }
    }

    /// The overload for arguments of these types.
    #[inline]
    pub(crate) fn find(&self, name: Symbol, args: &[TypeId]) -> Option<Choice<Intrinsic>> {
        let kept = self.kept.get(place(name, args))?.as_ref()?;
        (kept.name == name && *kept.args == *args).then(|| kept.choice.clone())
    }

    /// Keeps the overload for arguments of these types.
    pub(crate) fn keep(&mut self, name: Symbol, args: &[TypeId], choice: &Choice<Intrinsic>) {
        if args.len() > MOST_ARGS {
            return;
        }
        if self.kept.is_empty() {
            self.kept.resize(PLACES, None);
        }
        self.kept[place(name, args)] = Some(Kept { name, args: args.into(), choice: choice.clone() });
    }
}

#[inline]
fn place(name: Symbol, args: &[TypeId]) -> usize {
    let hash = args.iter().fold(name.raw(), |hash, ty| hash.rotate_left(5) ^ ty.raw());
    (hash.wrapping_mul(0x9E37_79B1) >> 25) as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::overload::Params;
    use crate::tables::intrinsics::find;
    use base::ids::Id;

    #[test]
    fn a_choice_is_kept_for_its_name_and_types() {
        let mut choices = Choices::new();
        let [a, b] = [0, 1].map(TypeId::new);
        let choice = Choice { row: &find("max")[0], params: Params::new(), ret: a };
        choices.keep(Symbol::new(7), &[a, b], &choice);
        let of = |name, args: &[TypeId]| choices.find(Symbol::new(name), args).map(|choice| choice.row.name);
        assert_eq!(of(7, &[a, b]), Some("max"));
        assert_eq!([of(8, &[a, b]), of(7, &[b, a]), of(7, &[a])], [None; 3]);
        choices.keep(Symbol::new(7), &[Id::new(0); 5], &choice);
        assert_eq!(choices.find(Symbol::new(7), &[Id::new(0); 5]).map(|choice| choice.ret), None);
    }
}
