//! Taints of a function's variables, down to fields and components.
//!
//! A write to a variable replaces its taint if no condition is between the declaration and the write; elsewhere it adds
//! to it. A value written under a condition depends on the condition as soon as that ends.

use super::taint::Taint;
use crate::hir::LocalId;
use base::ids::Set;
use rustc_hash::FxHashMap;

/// A step from a variable to a part of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Step {
    Field(u32),
    Component(u16),
}

/// The path to a part of a variable.
pub(super) type Path = Vec<Step>;

/// The limit of path lengths, and of the parts per variable that are distinguished.
const MAX_STEPS: usize = 4;
const MAX_PARTS: usize = 64;

#[derive(Debug, Default)]
struct Variable {
    /// The construct in which it is declared.
    construct: usize,
    parts: Vec<(Path, Taint)>,
}

/// All variables of a function.
#[derive(Debug, Default)]
pub(super) struct Places {
    variables: FxHashMap<LocalId, Variable>,
    /// The writes since the start of each open construct.
    written: Vec<Set<(LocalId, Path)>>,
    /// The open constructs, the innermost last; the function itself is 0.
    open: Vec<usize>,
    constructs: usize,
}

impl Places {
    /// Declares a variable.
    pub(super) fn declare(&mut self, local: LocalId) {
        let construct = self.construct();
        self.variables.insert(local, Variable { construct, parts: Vec::new() });
    }

    fn construct(&self) -> usize {
        self.open.last().copied().unwrap_or(0)
    }

    /// The taint of a part: of writes to it or to an enclosing part.
    pub(super) fn read(&self, local: LocalId, path: &[Step]) -> Taint {
        let Some(variable) = self.variables.get(&local) else { return Taint::NONE };
        let around = variable.parts.iter().filter(|(part, _)| path.starts_with(part));
        around.fold(Taint::NONE, |all, (_, taint)| all | *taint)
    }

    /// The taints of the parts of a part, with relative paths.
    pub(super) fn parts(&self, local: LocalId, path: &[Step]) -> Vec<(Path, Taint)> {
        let parts = self.variables.get(&local).into_iter().flat_map(|variable| &variable.parts);
        let inside = parts.filter(|(part, _)| part.len() > path.len() && part.starts_with(path));
        inside.map(|(part, taint)| (part[path.len()..].to_vec(), *taint)).collect()
    }

    pub(super) fn write(&mut self, local: LocalId, path: &[Step], taint: Taint) {
        let construct = self.construct();
        if path.len() > MAX_STEPS {
            return;
        }
        let variable = self.variables.entry(local).or_default();
        if variable.construct == construct {
            variable.parts.retain(|(part, _)| !part.starts_with(path));
        }
        add(variable, path, taint);
        if let Some(written) = self.written.last_mut().filter(|_| variable.construct != construct) {
            written.insert((local, path.to_vec()));
        }
    }

    /// Enters a construct whose code runs under a condition.
    pub(super) fn enter(&mut self) {
        self.constructs += 1;
        self.open.push(self.constructs);
        self.written.push(Set::default());
    }

    /// Leaves it: values written in it depend on the condition.
    pub(super) fn leave(&mut self, condition: Taint) {
        self.open.pop();
        let written = self.written.pop().unwrap_or_default();
        let construct = self.construct();
        for (local, path) in written {
            let Some(variable) = self.variables.get_mut(&local) else { continue };
            if !condition.is_none() {
                add(variable, &path, condition);
            }
            if let Some(outer) = self.written.last_mut().filter(|_| variable.construct != construct) {
                outer.insert((local, path));
            }
        }
    }
}

fn add(variable: &mut Variable, path: &[Step], taint: Taint) {
    match variable.parts.iter().position(|(part, _)| part == path) {
        Some(at) => variable.parts[at].1 |= taint,
        None if variable.parts.len() < MAX_PARTS => variable.parts.push((path.to_vec(), taint)),
        None => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::ids::Id;

    #[test]
    fn a_part_has_the_value_of_stores_to_it_and_to_the_whole() {
        let (mut places, local) = (Places::default(), Id::new(0));
        places.declare(local);
        places.write(local, &[Step::Field(1)], Taint::QUAD);
        assert_eq!(places.read(local, &[Step::Field(1), Step::Component(0)]), Taint::QUAD);
        assert_eq!(places.read(local, &[Step::Field(0)]), Taint::NONE);
        assert_eq!(places.read(local, &[]), Taint::NONE);
        places.write(local, &[], Taint::WAVE);
        assert_eq!(places.read(local, &[Step::Field(1)]), Taint::WAVE);
    }

    #[test]
    fn a_store_under_a_divergent_condition_makes_the_variable_divergent() {
        let (mut places, outer, inner) = (Places::default(), Id::new(0), Id::new(1));
        places.declare(outer);
        places.write(outer, &[], Taint::RUN_TIME);
        places.enter();
        places.declare(inner);
        for local in [outer, inner] {
            places.write(local, &[], Taint::NONE);
            assert!(!places.read(local, &[]).has(Taint::GROUP));
        }
        places.leave(Taint::GROUP);
        assert_eq!(places.read(outer, &[]), Taint::RUN_TIME | Taint::GROUP);
        assert_eq!(places.read(inner, &[]), Taint::NONE);
    }
}
