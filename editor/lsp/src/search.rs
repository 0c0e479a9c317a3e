//! Searches through a whole project: roots that no open file needs are analysed for them, and forgotten afterwards.

use crate::convert::{Lines, path_of};
use crate::need;
use crate::protocol::PositionParams;
use crate::request_file::known;
use crate::roots::Search;
use crate::session::{Session, parse};
use ide::{identity, word_at};
use lsp_server::{Message, Notification, Request};
use serde_json::{Value, json};

impl Session {
    /// Begins the search of a request that has one: adds the roots that it needs.
    pub(crate) fn begin_search(&mut self, request: &Request) -> Vec<Message> {
        if !need::searches(&request.method) || !self.is_running() {
            return Vec::new();
        }
        let Some(name) = self.name_of_project(&request.params) else { return Vec::new() };
        let left_out = self.roots.borrow(&name, &self.documents, self.host.as_mut());
        let (count, _) = self.roots.borrowed();
        let mut out = Vec::new();
        if left_out > 0 {
            out.push(self.complaint(&format!("{left_out} files with '{name}' are not searched")));
        }
        let token = request.params.get("workDoneToken").filter(|token| !token.is_null() && count > 0).cloned();
        self.search = Some(Search { token });
        if count > 0 {
            let title = format!("'{name}' in {count} more files");
            let begin = json!({ "kind": "begin", "title": title, "cancellable": true, "percentage": 0 });
            out.extend(self.progress(begin));
        }
        out
    }

    /// Says how far the search is.
    pub(crate) fn search_goes_on(&self) -> Option<Message> {
        let (count, done) = self.roots.borrowed();
        self.progress(json!({ "kind": "report", "percentage": 100 * done / count.max(1) }))
    }

    /// Ends the search, if there is one.
    pub(crate) fn end_search(&mut self) -> Option<Message> {
        let end = self.progress(json!({ "kind": "end" }));
        self.search = None;
        self.roots.give_back();
        end
    }

    fn progress(&self, value: Value) -> Option<Message> {
        let token = self.search.as_ref()?.token.clone()?;
        Some(Notification::new("$/progress".to_owned(), json!({ "token": token, "value": value })).into())
    }

    /// The name that a request is about, if other files than those of its root may have it.
    fn name_of_project(&mut self, params: &Value) -> Option<String> {
        let at: PositionParams = parse(params).ok()?;
        let path = identity(&path_of(&at.text_document.uri.0));
        let snapshot = self.snapshot(&path)?;
        let document = known(self, &path).ok()?;
        let offset = Lines::new(document.text(), self.encoding).offset(at.position);
        let word = word_at(document.text(), offset);
        let name = document.text().get(word.start as usize..word.end as usize)?.to_owned();
        let is_shared = snapshot.text(&path) != Some(document.text()) || ide::is_shared(&snapshot, &path, offset);
        is_shared.then_some(name)
    }
}
