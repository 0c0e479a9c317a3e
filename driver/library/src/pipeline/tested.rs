//! Functions that are tests, between the preprocessor and the parser: left out, or put into a harness.

use super::Session;
use super::stage_options;
use crate::api::headers::WithHeaders;
use crate::options::settings::HarnessTexts;
use base::source::Span;
use frontend::diagnostics::InvalidTest;
use frontend::preprocess::preprocess;
use frontend::test_functions;
use frontend::token::{Token, TokenKind};
use std::sync::Arc;

impl Session<'_> {
    /// The tokens without tests or, if these were requested, with the entry points that run them.
    pub(super) fn with_tests(&mut self, tokens: Vec<Token>) -> Option<Vec<Token>> {
        let found = test_functions::find(&tokens, &self.sources, &self.names);
        let Some(harness) = &self.plan.options.harness else {
            found.report(&|_| true, &mut self.sink);
            return Some(test_functions::without(tokens, &found));
        };
        let HarnessTexts { before, behind, left_out } = match harness.0(&found.tests, &self.sources) {
            Ok(texts) => texts,
            Err((span, what)) => {
                self.sink.report(span, InvalidTest { what });
                return None;
            }
        };
        let is_wanted = |test: usize| !left_out.contains(&test);
        found.report(&is_wanted, &mut self.sink);
        let plain = test_functions::as_functions(&tokens, &found, &is_wanted, &mut self.names);
        let mut all = self.lexed(before)?;
        all.extend(plain.into_iter().filter(|token| token.kind != TokenKind::Eof));
        all.extend(self.lexed(behind)?);
        all.extend(tokens.last().filter(|token| token.kind == TokenKind::Eof));
        Some(all)
    }

    /// The tokens of a text of the harness.
    fn lexed(&mut self, text: String) -> Option<Vec<Token>> {
        let mut options = stage_options::preprocess(self.plan.options, self.plan.target);
        options.macros.clear();
        let sources = Arc::get_mut(&mut self.sources).expect("no other stage reads the sources yet");
        let Ok(file) = sources.add_file("<harness>", text, None) else {
            self.sink.report(Span::NONE, crate::diagnostics::InputTooLarge { file: "<harness>".to_owned() });
            return None;
        };
        let done =
            preprocess(file, sources, &mut self.names, &options, &WithHeaders(self.plan.includes), &mut self.sink);
        Some(done.tokens.into_iter().filter(|token| token.kind != TokenKind::Eof).collect())
    }
}
