//! Access qualifiers of the members of ray payloads.

use crate::check::state::Checker;
use crate::diagnostics::{PayloadStageName, RepeatedAccess, UnmatchedAccess};
use crate::hir::payload::{PayloadAccess, PayloadStage, PayloadStages};
use base::intern::Symbol;
use base::source::Span;
use frontend::ast::{Annotation, Expr, List};

impl Checker<'_> {
    /// `: read(caller) : write(closesthit, miss)` of the member with this name.
    pub(crate) fn payload_access(&mut self, annotations: List<Annotation>, name: Symbol) -> PayloadAccess {
        let ast = self.ast;
        let errors = self.sink.error_count();
        let (mut read, mut write) = (None, None);
        for id in ast.ids(annotations) {
            let expr = ast.exprs[ast.annotations[id].expr];
            let Some((callee, args)) = self.annotation_call(&expr) else { continue };
            let found = match callee {
                _ if callee == self.words.read => &mut read,
                _ if callee == self.words.write => &mut write,
                _ => continue,
            };
            match *found {
                Some((_, first)) => {
                    let access = self.text(callee);
                    self.report(expr.span, RepeatedAccess { access }).note_at(first, "the first one is here");
                }
                None => *found = Some((self.payload_stages(args), expr.span)),
            }
        }
        if self.sink.error_count() == errors {
            self.check_access(name, read, write);
        }
        PayloadAccess { read: read.map(|(stages, _)| stages), write: write.map(|(stages, _)| stages) }
    }

    fn payload_stages(&mut self, args: List<Expr>) -> PayloadStages {
        let mut stages = PayloadStages::default();
        for arg in self.ast.ids(args) {
            let span = self.ast.exprs[arg].span;
            let text = self.sources.text(span);
            match PayloadStage::ALL.into_iter().find(|stage| stage.name() == text) {
                Some(stage) => stages.insert(stage),
                None => {
                    let name = text.to_owned();
                    self.report(span, PayloadStageName { name });
                }
            }
        }
        stages
    }

    /// Reports values that are written and never read afterwards, or read and never written before.
    fn check_access(
        &mut self,
        name: Symbol,
        read: Option<(PayloadStages, Span)>,
        write: Option<(PayloadStages, Span)>,
    ) {
        use PayloadStage::{AnyHit, Caller, ClosestHit, Miss};
        let has =
            |access: Option<(PayloadStages, Span)>, stage| access.is_some_and(|(stages, _)| stages.contains(stage));
        let is_written_before = has(write, Caller) || has(write, AnyHit);
        for stage in PayloadStage::ALL {
            let (is_read, is_written) = match stage {
                Caller => (read.is_some(), write.is_some()),
                AnyHit => (read.is_some(), is_written_before),
                ClosestHit | Miss => (has(read, Caller), is_written_before),
            };
            for (access, counterpart, holds) in [(write, "reads", is_read), (read, "writes", is_written)] {
                let Some((_, span)) = access.filter(|(stages, _)| stages.contains(stage) && !holds) else { continue };
                let (name, stage) = (self.text(name), stage.name().to_owned());
                let counterpart = counterpart.to_owned();
                self.report(span, UnmatchedAccess { name, stage, counterpart });
            }
        }
    }
}
