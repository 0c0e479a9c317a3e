//! Validation, and the distinction between errors of the source and of the compiler.
//!
//! Knows which rules apply when. The rules themselves are the validator's, the mapping to the source is [`blame`]'s.

use super::attribution::{self, Fault, Traces, Waiting};
use super::{Session, blame, loops, stage_options};
use crate::diagnostics as E;
use crate::options::settings::Validator;
use crate::pipeline::nesting::nesting;
use crate::pipeline::spirv_tools::{self, Violation};
use crate::pipeline::validator::{self, Decoded};
use base::diag::Message;
use base::source::Span;
use dialect::spirv::decode;

/// SPIRV-Tools take time cubic in the nesting depth of selections and loops: a quarter of a second at this depth, seven
/// seconds at four hundred.
const MAX_NESTING: usize = 128;

/// The index of the id bound in the header.
const BOUND: usize = 3;

/// A failed validation.
struct Refusal {
    reason: String,
    span: Option<Span>,
    /// True if SPIR-V in the source is to blame.
    is_spelled: bool,
    /// The operand that is not resolved, such as one that must be constant.
    waiting: Option<Waiting>,
    /// What is wrong with a whole instruction, whatever its operands are made of.
    fault: Option<Fault>,
    /// The loops on which that depends, and why they were not unrolled.
    loops: Vec<(Span, &'static str)>,
}

impl Session<'_> {
    /// Validates words, and reads their interface if a file takes it: both are over the same instructions. `None` if there is
    /// an error.
    pub(crate) fn validate(&mut self, words: &[u32], emitted: &codegen::Output) -> Option<()> {
        let decoded = self.plan.options.output.reflection.as_ref().and_then(|_| decode::decode(words).ok());
        self.accept(words, decoded.as_ref(), emitted)?;
        self.results.interface =
            decoded.and_then(|(header, insts)| reflect::read_decoded(header, &insts, words.len()).ok());
        Some(())
    }

    /// Reports a failed validation. `None` if there is an error.
    fn accept(&mut self, words: &[u32], decoded: Option<&Decoded>, emitted: &codegen::Output) -> Option<()> {
        if self.sink.has_errors() {
            return None;
        }
        if self.plan.options.optimise.skip_validation {
            return Some(());
        }
        if words.get(BOUND).zip(self.plan.options.optimise.max_id).is_some_and(|(bound, limit)| *bound > limit) {
            return self.too_many_ids();
        }
        if !self.can_validate(words)? {
            return Some(());
        }
        let Some(refusal) = self.refusal(words, decoded, emitted) else { return Some(()) };
        self.report(refusal, emitted);
        None
    }

    fn report(&mut self, refusal: Refusal, emitted: &codegen::Output) {
        let Refusal { reason, span, is_spelled, waiting, fault, loops } = refusal;
        let span = span.unwrap_or(Span::NONE);
        if let Some(member) = emitted.misaligned {
            self.sink.report(member, E::MisalignedMember { reason });
        } else if let Some(vector) = emitted.straddling.filter(|_| reason.contains("straddl")) {
            let offset = vector.offset.to_string();
            let report = self.sink.report(vector.member, E::StraddlingMember { offset });
            report.note_at(vector.holder, "enclosing struct is here");
            report.note("use -fvk-use-scalar-layout or -fvk-use-dx-layout on devices with scalarBlockLayout");
        } else if is_spelled {
            let span = if span == Span::NONE { emitted.spelled.place.unwrap_or(span) } else { span };
            self.sink.report(span, E::InvalidInlineSpirv { reason });
        } else if let Some(fault) = fault {
            match fault {
                Fault::Derivative => self.report_derivative(span),
                Fault::MeshCounts => {
                    self.sink.report(emitted.mesh_counts.unwrap_or(span), E::MeshCounts { reason });
                }
                Fault::FormatSign => {
                    self.sink.report(span, E::FormatSign {});
                }
                Fault::TexelFormat => {
                    let report = self.sink.report(span, E::TexelAtomics {});
                    report.note("use a format of one 32-bit number or 64-bit integer, such as `r32ui`");
                }
            }
        } else if let Some(waiting) = waiting {
            let report = match waiting {
                Waiting::Interpolated => self.sink.report(span, E::NotInterpolated {}),
                Waiting::Offset | Waiting::Resource => self.sink.report(span, E::NotLegalised { reason }),
            };
            for (span, why) in &loops {
                report.note_at(*span, *why);
            }
            if loops.is_empty() {
                report.note(waiting.advice());
            }
        } else {
            let report = self.sink.report(span, E::InvalidOutput { reason });
            report.note("this is a bug in the compiler; please report it (-Vd skips validation)");
        }
    }

    /// Reports a derivative that is left, with the notes of the warning that foresaw it, in place of that.
    fn report_derivative(&mut self, span: Span) {
        let warning = <sema::diagnostics::DerivativeStage as Message>::ROW.code;
        let mut notes = Vec::new();
        self.sink.retain_from(0, |found| {
            let foresees = found.span == span && found.row.code == warning;
            if foresees {
                notes.clone_from(&found.notes);
            }
            !foresees
        });
        self.sink.report(span, E::RemainingDerivative {}).notes = notes;
    }

    /// Returns whether the module can be validated. `None` if there is no validator at all.
    fn can_validate(&mut self, words: &[u32]) -> Option<bool> {
        let chosen = self.plan.options.optimise.validator;
        if chosen == Validator::Own {
            return Some(true);
        }
        if !spirv_tools::AVAILABLE {
            let option = "-fspv-validator=".to_owned();
            self.sink.report(Span::NONE, E::NoSpirvTools { option });
            return None;
        }
        let nesting = nesting(words);
        if chosen == Validator::SpirvTools && nesting > MAX_NESTING {
            self.sink.report(Span::NONE, E::NotValidated { levels: nesting.to_string() });
            return Some(false);
        }
        Some(true)
    }

    /// The validator to use: of both, the one that is fast on deep nesting.
    fn validator(&self, words: &[u32]) -> Validator {
        match self.plan.options.optimise.validator {
            Validator::Both if nesting(words) > MAX_NESTING => Validator::Own,
            chosen => chosen,
        }
    }

    fn refusal(&self, words: &[u32], decoded: Option<&Decoded>, emitted: &codegen::Output) -> Option<Refusal> {
        let is_pending = self.plan.options.optimise.front_end_only && emitted.needs_legalisation;
        let violation = self.violation(words, decoded, is_pending)?;
        if words == emitted.words && !is_pending {
            let Found { span, is_spelled, .. } = found_in_front_end(&violation, emitted);
            let fault = fault(words, &violation);
            let (reason, loops) = (violation.message, Vec::new());
            return Some(Refusal { reason, span, is_spelled, waiting: None, fault, loops });
        }
        // A module that still needs legalisation is judged by the result of that.
        let legal = if is_pending { self.run_again(words, emitted) } else { None };
        let (words, violation) = match &legal {
            Some(legal) => (legal.as_slice(), self.violation(legal, None, false)?),
            None => (words, violation),
        };
        let waiting = violation.instruction.and_then(|number| attribution::is_early(words, number, emitted.early));
        let (behind, before) = (self.after_passes(emitted), self.before_passes(emitted));
        // Passes fold the source's SPIR-V away: then the front end's module tells.
        let cause = before.as_ref().filter(|found| found.is_spelled);
        let places = [cause, behind.as_ref(), before.as_ref()];
        let span = places.into_iter().flatten().find_map(|found| found.span);
        // If neither shows it, the only known fact is that the source contains SPIR-V.
        let told = places.into_iter().flatten().next();
        let is_spelled = told.map_or_else(|| !emitted.spelled.is_empty(), |found| found.is_spelled);
        let loops = behind.map(|found| found.loops).unwrap_or_default();
        let fault = fault(words, &violation);
        Some(Refusal { reason: violation.message, span, is_spelled, waiting, fault, loops })
    }

    fn violation(&self, words: &[u32], decoded: Option<&Decoded>, before_legalisation: bool) -> Option<Violation> {
        let rules = stage_options::rules(self.plan.options, before_legalisation);
        validator::validate(words, decoded, self.plan.target.environment, rules, self.validator(words)).err()
    }

    /// Finds errors after the passes: they run once more, on a module with marks that survive them.
    fn after_passes(&self, emitted: &codegen::Output) -> Option<Found> {
        let codegen::Output { spans, spelled, .. } = emitted;
        let marked = blame::marked(&emitted.words, spans, &spelled.ids)?;
        let words = self.run_again(&marked, emitted)?;
        let violation = self.violation(&words, None, false)?;
        let traces = Traces { ids: &blame::marked_ids(&words), spans };
        let is_spelled = attribution::is_spelled(&words, violation.instruction, spelled, traces);
        let place = |number: usize| blame::span_of_line(&words, number, spans);
        let loops = violation.instruction.map(|number| loops::remaining(&words, number)).unwrap_or_default();
        let loops = loops.into_iter().filter_map(|found| Some((place(found.check)?, found.why))).collect();
        Some(Found { span: violation.instruction.and_then(place), is_spelled, loops })
    }

    /// Finds errors of the front end itself.
    fn before_passes(&self, emitted: &codegen::Output) -> Option<Found> {
        Some(found_in_front_end(&self.violation(&emitted.words, None, true)?, emitted))
    }
}

/// The place of an error, and whether it is in the source's SPIR-V.
struct Found {
    span: Option<Span>,
    is_spelled: bool,
    loops: Vec<(Span, &'static str)>,
}

fn fault(words: &[u32], violation: &Violation) -> Option<Fault> {
    attribution::fault(words, violation.instruction?, &violation.message)
}

fn found_in_front_end(violation: &Violation, emitted: &codegen::Output) -> Found {
    let codegen::Output { words, spans, spelled, .. } = emitted;
    let span = violation.instruction.and_then(|number| blame::span_of_instruction(words, number, spans));
    let traces = Traces { ids: &spelled.ids, spans: &[] };
    Found {
        span,
        is_spelled: attribution::is_spelled(words, violation.instruction, spelled, traces),
        loops: Vec::new(),
    }
}
