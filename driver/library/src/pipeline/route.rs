//! The optimiser that a module goes through, its passes, and the reporting of their errors. The effect of a pass is not
//! known here.

use super::{Session, blame, stage_options};
use crate::diagnostics as E;
use crate::options::settings::{DebugSet, Optimiser};
use crate::pipeline::passes;
use crate::pipeline::passes::names::{self, NotOurs};
use crate::pipeline::spirv_tools;
use base::source::Span;
use dialect::diagnostics::{Code, Place};

/// The optimiser of a module.
enum Route {
    /// Our own, with these passes or all.
    Own(Option<Vec<&'static str>>),
    /// The optimiser of SPIRV-Tools, if it is built in.
    Others,
}

impl Session<'_> {
    /// The optimised module; `Some(None)` if there are no passes to run.
    pub(crate) fn optimise(&mut self, emitted: &codegen::Output) -> Option<Option<Vec<u32>>> {
        match self.route() {
            Ok(Route::Own(config)) => match self.run_own_passes(emitted, config.as_deref()) {
                Ok(words) => Some(words),
                Err(error) if self.do_others_know(error.code) => self.optimise_with_others(emitted),
                Err(error) => self.refused_by_own_passes(error, emitted),
            },
            Ok(Route::Others) => self.optimise_with_others(emitted),
            Err(name) => self.not_ours(name),
        }
    }

    /// The module optimized by the passes of SPIRV-Tools; `Some(None)` if there are no passes to run.
    fn optimise_with_others(&mut self, emitted: &codegen::Output) -> Option<Option<Vec<u32>>> {
        let passes = passes::recipe(self.plan.options, stage_options::needs(emitted));
        if passes.is_empty() {
            return Some(None);
        }
        if !spirv_tools::AVAILABLE {
            self.sink.report(Span::NONE, E::NoSpirvTools { option: "-fspv-optimizer=spirv-tools".to_owned() });
            return None;
        }
        self.print_module("before the passes", &emitted.words);
        match self.run_passes(&emitted.words, &passes) {
            Ok(words) => {
                self.print_module("after the passes", &words);
                Some(Some(words))
            }
            Err(reason) if reason.contains("ID overflow") => self.too_many_ids(),
            Err(reason) if self.plan.options.optimise.config.is_none() && !emitted.spelled.is_empty() => {
                let place = emitted.spelled.place.unwrap_or(Span::NONE);
                self.sink.report(place, E::InvalidInlineSpirv { reason });
                None
            }
            Err(reason) => {
                let report = self.sink.report(Span::NONE, E::OptimiserFailed { reason });
                if self.plan.options.optimise.config.is_none() {
                    report.note("this is a bug in the compiler; please report it");
                }
                None
            }
        }
    }

    /// The optimiser of the module.
    ///
    /// # Errors
    /// A name in `-Oconfig=` without an equivalent here.
    fn route(&self) -> Result<Route, NotOurs> {
        let optimise = &self.plan.options.optimise;
        if optimise.front_end_only || optimise.optimiser == Some(Optimiser::SpirvTools) {
            return Ok(Route::Others);
        }
        match optimise.config.as_deref().map(names::ours).transpose() {
            Ok(config) => Ok(Route::Own(config)),
            Err(_) if spirv_tools::AVAILABLE && optimise.optimiser.is_none() => Ok(Route::Others),
            Err(name) => Err(name),
        }
    }

    /// Reports a name in `-Oconfig=` without an equivalent among our own passes.
    fn not_ours<T>(&mut self, NotOurs { name, theirs }: NotOurs) -> Option<T> {
        let Some(instead) = theirs else {
            self.sink.report(Span::NONE, E::OptimiserFailed { reason: format!("unknown pass '{name}'") });
            return None;
        };
        let report = match spirv_tools::AVAILABLE {
            false => self.sink.report(Span::NONE, E::NoSpirvTools { option: format!("-Oconfig={name}") }),
            true => {
                let reason = format!("pass '{name}' is not available without SPIRV-Tools");
                self.sink.report(Span::NONE, E::OptimiserFailed { reason })
            }
        };
        if let Some(instead) = instead {
            report.note(format!("use {instead} here"));
        }
        None
    }

    /// Returns whether passes of SPIRV-Tools may accept a module that ours cannot read: one with instructions that the
    /// source declares.
    fn do_others_know(&self, code: Code) -> bool {
        let is_unknown = code == Code::UnknownInstruction;
        is_unknown && spirv_tools::AVAILABLE && self.plan.options.optimise.optimiser.is_none()
    }

    /// Runs passes of our own, if any: all of them, or those of a list, after legalisation.
    fn run_own_passes(
        &self,
        emitted: &codegen::Output,
        config: Option<&[&'static str]>,
    ) -> dialect::diagnostics::Result<Option<Vec<u32>>> {
        let is_legal = !emitted.needs_legalisation && !passes::are_asked_for(self.plan.options);
        if self.plan.options.optimise.level() == 0 && config.is_none() && is_legal {
            return Ok(None);
        }
        self.print_module("before the passes", &emitted.words);
        let words = self.run_own(&emitted.words, emitted, config)?;
        self.print_module("after the passes", &words);
        Ok(Some(words))
    }

    fn run_own(
        &self,
        words: &[u32],
        emitted: &codegen::Output,
        config: Option<&[&'static str]>,
    ) -> dialect::diagnostics::Result<Vec<u32>> {
        let is_legal = !emitted.needs_legalisation && !passes::are_asked_for(self.plan.options);
        let options = stage_options::own_passes(self.plan.options, stage_options::needs(emitted));
        let before = if is_legal { &[][..] } else { opt::ALL };
        let config = config.map(|config| [before, config, &["trim-capabilities"]].concat());
        crate::pipeline::optimise::optimise(words, &options, config.as_deref())
    }

    /// The result of the passes for a module that differs from the emitted one in marks alone. A module before
    /// legalisation takes that alone.
    pub(super) fn run_again(&self, words: &[u32], emitted: &codegen::Output) -> Option<Vec<u32>> {
        let route = if self.plan.options.optimise.front_end_only { Route::Own(None) } else { self.route().ok()? };
        match route {
            Route::Own(config) => self.run_own(words, emitted, config.as_deref()).ok(),
            Route::Others => {
                self.run_passes(words, &passes::recipe(self.plan.options, stage_options::needs(emitted))).ok()
            }
        }
    }

    /// Reports an error of our own passes at its place in the source.
    fn refused_by_own_passes<T>(&mut self, error: dialect::diagnostics::Error, emitted: &codegen::Output) -> Option<T> {
        let reason = error.message;
        let span = match error.place {
            Place::Word(word) => blame::span_of_word(&emitted.words, word, &emitted.spans),
            Place::Text { .. } | Place::Module => None,
        };
        let span = span.unwrap_or(Span::NONE);
        match error.code {
            Code::Copied => self.sink.report(span, E::ChangedCopy { reason }),
            Code::Limit => self.sink.report(span, E::ModuleTooLarge { reason }),
            // It is not known which part is to blame.
            _ if !emitted.spelled.is_empty() => {
                let span = if span == Span::NONE { emitted.spelled.place.unwrap_or(span) } else { span };
                self.sink.report(span, E::InvalidInlineSpirv { reason })
            }
            Code::Verify if self.plan.options.analysis.flatten_arrays => {
                self.sink.report(span, E::NotLegalised { reason })
            }
            _ => self.sink.report(span, E::OptimiserFailed { reason }),
        };
        None
    }

    /// Runs passes on a module. Invalid debug information is repaired right after the pass that causes it: later passes
    /// would refuse the module.
    fn run_passes(&self, words: &[u32], passes: &[String]) -> Result<Vec<u32>, String> {
        let (preserve, max_id) = (stage_options::preserve(self.plan.options), self.plan.options.optimise.max_id);
        let debug = self.plan.options.emission.debug.set;
        let words = &spirv_tools::nulls::spell_out(words);
        let run = |words: &[u32], passes: &[String]| {
            let words = spirv_tools::optimise(words, self.plan.target.environment, passes, preserve, max_id)?;
            Ok(match debug {
                Some(set) => spirv_tools::debug_info::mend(&words, set),
                None => words,
            })
        };
        match passes.iter().position(|pass| debug == Some(DebugSet::OpenCl) && passes::legalises(pass)) {
            Some(last) => run(&run(words, &passes[..=last])?, &passes[last + 1..]),
            None => run(words, passes),
        }
    }
}
