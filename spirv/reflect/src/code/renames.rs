//! Names that the user chooses for code instead of those of the module. They are put into the document, so that no writer of
//! code knows of them.

use super::plan::Unsayable;
use crate::model::{Reflection, Type};
use rustc_hash::FxHashMap;

/// Names for the structs and enumerations of a document.
#[derive(Clone, Debug, Default)]
pub struct Names {
    prefix: String,
    renamed: FxHashMap<String, String>,
    order: Vec<String>,
}

impl Names {
    /// Sets what all names begin with, but for those that are given as a whole.
    #[must_use]
    pub fn prefix(mut self, prefix: &str) -> Self {
        prefix.clone_into(&mut self.prefix);
        self
    }

    /// Gives a struct or an enumeration another name, or a member, which follows its struct and a dot.
    #[must_use]
    pub fn rename(mut self, old: &str, new: &str) -> Self {
        self.renamed.insert(old.to_owned(), new.to_owned());
        self.order.push(old.to_owned());
        self
    }

    /// Puts the names into a document.
    ///
    /// # Errors
    /// When there is nothing of a name that has another.
    pub fn apply(&self, reflection: &mut Reflection) -> Result<(), Unsayable> {
        if self.prefix.is_empty() && self.renamed.is_empty() {
            return Ok(());
        }
        self.are_known(reflection)?;
        for one in &mut reflection.types {
            for member in &mut one.members {
                if let Some(new) = self.renamed.get(&format!("{}.{}", one.name, member.name)) {
                    member.name.clone_from(new);
                }
                self.ty(&mut member.ty);
                let fact = member.hlsl.as_mut().and_then(|fact| fact.enumeration.as_mut());
                fact.into_iter().for_each(|name| self.name(name));
            }
            self.name(&mut one.name);
        }
        reflection.enums.iter_mut().for_each(|one| self.name(&mut one.name));
        for binding in &mut reflection.bindings {
            binding.block.iter_mut().for_each(|name| self.name(name));
            binding.element.iter_mut().for_each(|ty| self.ty(ty));
        }
        let blocks = reflection.push_constants.iter_mut().chain(&mut reflection.shader_records);
        blocks.for_each(|one| self.name(&mut one.block));
        let payloads = reflection.entry_points.iter_mut().flat_map(|entry| &mut entry.payloads);
        payloads.for_each(|one| self.ty(&mut one.ty));
        Ok(())
    }

    fn name(&self, name: &mut String) {
        let prefixed = |name: &String| if name.is_empty() { String::new() } else { format!("{}{name}", self.prefix) };
        *name = self.renamed.get(name).cloned().unwrap_or_else(|| prefixed(name));
    }

    fn ty(&self, ty: &mut Type) {
        ty.structure.iter_mut().for_each(|name| self.name(name));
    }

    fn are_known(&self, reflection: &Reflection) -> Result<(), Unsayable> {
        let is_known = |old: &str| {
            let is_member = |(owner, member): (&str, &str)| {
                reflection.structure(owner).is_some_and(|one| one.members.iter().any(|one| one.name == member))
            };
            let is_whole = reflection.structure(old).is_some() || reflection.enums.iter().any(|one| one.name == old);
            is_whole || old.rsplit_once('.').is_some_and(is_member)
        };
        match self.order.iter().find(|old| !is_known(old)) {
            None => Ok(()),
            Some(old) => {
                let reason = "unknown struct, member or enumeration".to_owned();
                Err(Unsayable { what: old.clone(), reason })
            }
        }
    }
}
