//! The last stages for targets that take kernels: conversion to a kernel, and its validation.

use super::{Session, blame};
use crate::diagnostics as E;
use crate::pipeline::kernel_form;
use crate::pipeline::validator;
use base::source::Span;
use base::target::KernelTarget;

impl Session<'_> {
    /// Converts the emitted module to one of kernels.
    pub(super) fn convert(&mut self, emitted: &codegen::Output, target: &KernelTarget) -> Option<Vec<u32>> {
        self.print_module("before the conversion", &emitted.words);
        match kernel_form::convert(&emitted.words, target, self.plan.options) {
            Ok((words, kernels)) => {
                self.print_module("after the conversion", &words);
                self.results.kernels = kernels;
                Some(words)
            }
            Err(error) => {
                let place = |word| blame::span_of_word(&emitted.words, word, &emitted.spans);
                let span = error.word.and_then(place);
                self.sink.report(span.unwrap_or(Span::NONE), E::NoKernelForm { what: error.message });
                None
            }
        }
    }

    pub(crate) fn validate_kernels(&mut self, words: &[u32], target: &KernelTarget) -> Option<()> {
        if self.plan.options.optimise.skip_validation {
            return Some(());
        }
        let checked = validator::validate_kernels(words, target, self.plan.options.optimise.validator);
        let Err(violation) = checked else { return Some(()) };
        let report = self.sink.report(Span::NONE, E::InvalidOutput { reason: violation.message });
        report.note("this is a bug in the compiler; please report it (-Vd skips validation)");
        None
    }
}
