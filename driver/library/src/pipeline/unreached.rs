//! Bodies that no entry point reaches, which are checked on a second thread beside the stages that make the module.
//!
//! Module and messages are the same as when all is checked first: where they might not be, all is.

use super::{Compiled, Session, stack, stage_options};
use base::source::FileId;
use frontend::ast::Ast;
use sema::Parted;
use sema::hir::Module;
use std::panic::resume_unwind;
use std::sync::Arc;

/// The bytes of such bodies for which a thread is started: checking them takes some ten times as long as that.
const WORTH_A_THREAD: u64 = 64 << 10;

impl Session<'_> {
    /// Returns whether a second thread may check bodies: nothing between two stages is shown, nor how long each takes.
    pub(super) fn may_part(&self) -> bool {
        let options = self.plan.options;
        let shows_more = !options.output.emit.is_empty() || options.optimise.print_all || options.optimise.time_report;
        let is_plain = !shows_more && !options.diagnostics.verify && self.plan.target.kernel.is_none();
        self.plan.second_thread && is_plain && cfg!(not(target_family = "wasm"))
    }

    /// The analysis and the stages behind it, with the analysis in two parts if there is enough for both.
    pub(super) fn check_in_parts(
        &mut self,
        ast: Ast,
        main: FileId,
        then: impl Fn(&mut Self, Module) -> Option<Compiled>,
    ) -> Option<Compiled> {
        let (reports, names) = (self.sink.count(), self.names.len());
        let (options, sources) = (stage_options::check(self.plan.options, self.plan.target), Arc::clone(&self.sources));
        self.progress = "checking types";
        let least = self.plan.options.second_thread_from.unwrap_or(WORTH_A_THREAD);
        let parted = sema::check_reachable(&ast, &sources, &mut self.names, &options, &mut self.sink, least);
        let (reachable, unreached) = match parted {
            Parted::Whole(module) => {
                drop(ast);
                let module = self.checked(module?, main)?;
                return then(self, module);
            }
            Parted::Parts(reachable, unreached) => (reachable, unreached),
        };
        let first = reachable.messages;
        let reached = || {
            let module = reachable.finish(&options, &mut self.names, &mut self.sink)?;
            let module = self.checked(module, main)?;
            then(self, module)
        };
        if let Ok((compiled, Ok(Some(warnings)))) = stack::beside(reached, || unreached.check()) {
            self.sink.insert(first, warnings);
            return compiled.unwrap_or_else(|payload| resume_unwind(payload));
        }
        self.sink.truncate(reports);
        self.names.truncate(names);
        let module = self.stage("checking types", |session| session.check(&ast, main))?;
        drop(ast);
        then(self, module)
    }
}
