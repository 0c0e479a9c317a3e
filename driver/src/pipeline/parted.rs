//! Bodies that no entry point reaches, which are checked on a second thread beside the stages that make the module.
//!
//! Module and messages are the same as when all is checked first: where they might not be, all is.

use super::{Made, Session, stack, stage_options};
use crate::options::settings::Analysis;
use base::source::FileId;
use frontend::ast::Ast;
use sema::{Parted, Reachable};
use std::panic::resume_unwind;
use std::sync::Arc;

/// The bytes of such bodies for which a thread is started: checking them takes some ten times as long as that.
const WORTH_A_THREAD: u64 = 64 << 10;

impl Session<'_> {
    /// Returns whether a second thread may check bodies: nothing between two stages is shown, nor how long each takes.
    pub(super) fn may_part(&self) -> bool {
        let options = self.options;
        let shows_more = !options.output.emit.is_empty() || options.optimise.print_all || options.optimise.time_report;
        let is_plain = !shows_more && !options.diagnostics.verify && self.target.kernel.is_none();
        self.second_thread && is_plain && cfg!(not(target_family = "wasm"))
    }

    /// The stages behind the parser, with the analysis in two parts if there is enough for both.
    pub(super) fn compile_parted(&mut self, ast: Ast, main: FileId) -> Option<Vec<u32>> {
        let (reports, names) = (self.sink.count(), self.names.len());
        let (options, sources) = (stage_options::check(self.options, self.target), Arc::clone(&self.sources));
        self.progress = "checking types";
        let least = self.options.second_thread_from.unwrap_or(WORTH_A_THREAD);
        let parted = sema::check_reachable(&ast, &sources, &mut self.names, &options, &mut self.sink, least);
        let (reachable, unreached) = match parted {
            Parted::Whole(module) => {
                drop(ast);
                let module = self.checked(module?, main)?;
                return self.compile_module(module);
            }
            Parted::Parts(reachable, unreached) => (reachable, unreached),
        };
        let first = reachable.messages;
        let both = stack::beside(|| self.make_reachable(reachable, &options, main), || unreached.check());
        if let Ok((made, Ok(Some(warnings)))) = both {
            self.sink.insert(first, warnings);
            let made = made.unwrap_or_else(|payload| resume_unwind(payload))?;
            return self.print(made);
        }
        self.sink.truncate(reports);
        self.names.truncate(names);
        let module = self.stage("checking types", |session| session.check(&ast, main))?;
        drop(ast);
        self.compile_module(module)
    }

    fn make_reachable(&mut self, reachable: Reachable, options: &Analysis, main: FileId) -> Option<Made> {
        let module = reachable.finish(options, &mut self.names, &mut self.sink)?;
        let module = self.checked(module, main)?;
        self.make_valid(module)
    }
}
