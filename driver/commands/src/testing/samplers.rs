//! Samplers of tests with states in the source: `SamplerState s { Filter = MIN_MAG_MIP_POINT; };`.
//!
//! A sampler outside of functions has its states by its name, a local one as another name for a sampler of the harness.

use launch::kernels::sampler_states::{Declared, SAMPLER, blank, declarations};
use runner::Sampler;
use std::collections::BTreeMap;
use std::fmt::Write;

/// The samplers with states, by name.
#[derive(Clone, Debug, Default)]
pub(super) struct States {
    samplers: BTreeMap<String, Sampler>,
    /// The types of local ones.
    locals: Vec<String>,
}

/// The descriptor set of local ones, which no shader is likely to use.
const SET: u32 = 1001;

impl States {
    /// Takes the blocks out of a text.
    pub(super) fn of(text: &str) -> (String, States) {
        let (mut changed, mut states) = (text.to_owned(), States::default());
        declarations(text).into_iter().for_each(|declared| states.take(&mut changed, declared));
        (changed, states)
    }

    /// Takes one block out; that of a local sampler with its type.
    fn take(&mut self, text: &mut String, declared: Declared<'_>) {
        let Declared { ty, name, block, sampler, is_local } = declared;
        let (mut by, mut name) = (String::new(), name.to_owned());
        if is_local {
            name = format!("__hs{}", self.locals.len());
            by = format!("={name}");
        }
        if by.len() > block.len() || text[block.start..block.start + by.len()].contains('\n') {
            return;
        }
        self.locals.extend(is_local.then(|| ty.to_owned()));
        blank(text, block, by);
        self.samplers.insert(name, sampler);
    }

    /// The declarations of the samplers of local ones.
    pub(super) fn declarations(&self) -> String {
        self.locals.iter().enumerate().fold(String::new(), |mut text, (number, ty)| {
            let _ = writeln!(text, "[[vk::binding({number}, {SET})]] {ty} __hs{number};");
            text
        })
    }

    /// The states of a sampler with one of these names, or those of samplers that have none.
    pub(super) fn sampler(&self, names: &[String]) -> Sampler {
        names.iter().find_map(|name| self.samplers.get(name)).cloned().unwrap_or(SAMPLER)
    }
}
