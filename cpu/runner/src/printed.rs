//! Output of `printf`: the functions that kernels call, and the lines of a dispatch.
//!
//! Kernels pass numbers and no addresses. Workgroups run on several threads, so their output is sorted at the end by
//! workgroup and invocation, and does not depend on the threads. Its size is limited; the excess is cut at the end of
//! that order.

mod text;

use abi::print::{self, Format};
use base::visible;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The approximate limit of output per dispatch, in bytes.
pub const MOST_PRINTED: usize = 1 << 20;
/// The overhead of a text besides its bytes.
const EACH: usize = 16;

/// A line that an invocation has printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The number of its workgroup along each axis.
    pub group: [u32; 3],
    /// Its number in the workgroup.
    pub invocation: u32,
    /// The line, without its end.
    pub text: String,
}

/// Output of a dispatch: in the order of workgroups, invocations in these, and time.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Printed {
    /// The lines.
    pub lines: Vec<Line>,
    /// True if output was cut.
    pub is_cut: bool,
}

impl fmt::Display for Printed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for line in &self.lines {
            writeln!(f, "{}", visible::text(&line.text))?;
        }
        match self.is_cut {
            true => writeln!(f, "(output truncated after {MOST_PRINTED} bytes)"),
            false => Ok(()),
        }
    }
}

/// The text that a format makes of numbers.
pub(crate) fn text_of(format: &Format, words: &[u64]) -> String {
    let mut text = String::new();
    text::write(&mut text, format, words, MOST_PRINTED);
    text
}

/// The index of a workgroup, z first, for the order in which they start.
type Group = [u32; 3];

/// Output of an invocation, in order of time.
#[derive(Debug, Default)]
struct Text {
    text: String,
    prints: usize,
}

impl Text {
    fn cost(&self) -> usize {
        self.text.len() + EACH * self.prints
    }

    /// Excess is cut at the end.
    fn print(&mut self, format: &Format, words: &[u64]) {
        if self.cost() <= MOST_PRINTED {
            let most = self.text.len() + MOST_PRINTED;
            text::write(&mut self.text, format, words, most);
            self.prints += 1;
        }
    }
}

/// Output by key. Output so late in the order that it would be cut is dropped, however early it came.
#[derive(Debug)]
struct Kept<K> {
    texts: BTreeMap<K, Text>,
    cost: usize,
    /// The least key that was dropped.
    end: Option<K>,
}

impl<K> Default for Kept<K> {
    fn default() -> Self {
        Kept { texts: BTreeMap::new(), cost: 0, end: None }
    }
}

impl<K: Ord + Copy> Kept<K> {
    /// Adds output under a key, unless it would be cut.
    fn add(&mut self, key: K, add: impl FnOnce(&mut Text)) {
        if self.end.is_some_and(|end| key >= end) {
            return;
        }
        let text = self.texts.entry(key).or_default();
        let before = text.cost();
        add(text);
        self.cost += text.cost() - before;
        while let Some(last) = self.texts.last_entry() {
            let rest = self.cost - last.get().cost();
            if rest < MOST_PRINTED {
                return;
            }
            self.cost = rest;
            self.end = self.texts.pop_last().map(|(key, _)| key);
        }
    }
}

/// Output of the threads of a dispatch so far.
#[derive(Debug)]
pub(crate) struct Collected {
    formats: Arc<[Format]>,
    kept: Mutex<Kept<(Group, u32)>>,
}

impl Collected {
    pub(crate) fn new(formats: Arc<[Format]>) -> Self {
        Collected { formats, kept: Mutex::default() }
    }

    fn lock(&self) -> MutexGuard<'_, Kept<(Group, u32)>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Stores the output of a workgroup.
    fn keep(&self, group: Group, texts: Kept<u32>) {
        let mut kept = self.lock();
        for (invocation, text) in texts.texts {
            kept.add((group, invocation), |own| *own = text);
        }
        let end = texts.end.map(|invocation| (group, invocation));
        kept.end = kept.end.into_iter().chain(end).min();
    }

    /// An invocation of a workgroup prints.
    pub(crate) fn print(&self, format: u32, [x, y, z]: [u32; 3], invocation: u32, words: &[u64]) {
        let Some(format) = self.formats.get(format as usize) else { return };
        self.lock().add(([z, y, x], invocation), |own| own.print(format, words));
    }

    /// The lines of all workgroups.
    pub(crate) fn finish(&self) -> Printed {
        let kept = std::mem::take(&mut *self.lock());
        let mut printed = Printed { lines: Vec::new(), is_cut: kept.end.is_some() };
        let mut left = MOST_PRINTED;
        for (([z, y, x], invocation), Text { mut text, prints }) in kept.texts {
            printed.is_cut |= text.len() + EACH * prints > left;
            text::cut(&mut text, left);
            let line = |text: &str| Line { group: [x, y, z], invocation, text: text.to_owned() };
            printed.lines.extend(text.lines().map(line));
            left = left.saturating_sub(text.len() + EACH * prints);
        }
        printed
    }
}

/// Output of a thread while it runs a kernel.
struct Printer {
    to: Arc<Collected>,
    group: Group,
    texts: Kept<u32>,
    /// The current `printf`: its format, its invocation, its arguments so far.
    format: u32,
    invocation: u32,
    words: Vec<u64>,
    has_panicked: bool,
}

thread_local! {
    static PRINTER: RefCell<Option<Printer>> = const { RefCell::new(None) };
}

/// Runs a kernel on a thread that prints to `to`. Returns false if printing has failed.
pub(crate) fn with_printer(to: &Arc<Collected>, run: impl FnOnce()) -> bool {
    let printer = Printer {
        to: Arc::clone(to),
        group: [0; 3],
        texts: Kept::default(),
        format: 0,
        invocation: 0,
        words: Vec::new(),
        has_panicked: false,
    };
    PRINTER.set(Some(printer));
    run();
    PRINTER.take().is_none_or(|mut printer| {
        printer.flush();
        !printer.has_panicked
    })
}

impl Printer {
    fn flush(&mut self) {
        let texts = std::mem::take(&mut self.texts);
        if !texts.texts.is_empty() {
            self.to.keep(self.group, texts);
        }
    }

    fn begin(&mut self, format: u32, group: Group, invocation: u32) {
        if group != self.group {
            self.flush();
        }
        self.group = group;
        (self.format, self.invocation) = (format, invocation);
        self.words.clear();
    }

    fn end(&mut self) {
        let formats = Arc::clone(&self.to.formats);
        let Some(format) = formats.get(self.format as usize) else { return };
        let words = &self.words;
        self.texts.add(self.invocation, |own| own.print(format, words));
    }
}

/// Calls a function with the printer of this thread. Nothing unwinds into compiled code.
fn with(act: impl FnOnce(&mut Printer)) {
    PRINTER.with_borrow_mut(|printer| {
        let Some(printer) = printer else { return };
        if catch_unwind(AssertUnwindSafe(|| act(printer))).is_err() {
            printer.has_panicked = true;
        }
    });
}

extern "C" fn begin(format: u32, x: u32, y: u32, z: u32, invocation: u32) {
    with(|printer| printer.begin(format, [z, y, x], invocation));
}

extern "C" fn word(word: u64) {
    with(|printer| printer.words.push(word));
}

extern "C" fn end() {
    with(Printer::end);
}

/// The functions that kernels call to print, with their addresses.
pub(crate) fn symbols() -> [(String, usize); 3] {
    let functions: (print::BeginFn, print::WordFn, print::EndFn) = (begin, word, end);
    [
        (print::BEGIN.to_owned(), functions.0 as *const () as usize),
        (print::WORD.to_owned(), functions.1 as *const () as usize),
        (print::END.to_owned(), functions.2 as *const () as usize),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use abi::print::Piece;

    fn collected(text: &str, is_line: bool) -> Arc<Collected> {
        let format = Format { pieces: vec![Piece::Text(text.to_owned())], is_line };
        Arc::new(Collected::new(Arc::new([format])))
    }

    fn prints(to: &Arc<Collected>, group: u32, invocations: &[u32]) {
        assert!(with_printer(to, || {
            for invocation in invocations {
                begin(0, group, 0, 0, *invocation);
                end();
            }
        }));
    }

    #[test]
    fn lines_are_in_the_order_of_groups_and_invocations() {
        let to = collected("x", true);
        prints(&to, 3, &[1, 0, 1]);
        prints(&to, 2, &[7]);
        let found: Vec<_> = to.finish().lines.iter().map(|line| (line.group[0], line.invocation)).collect();
        assert_eq!(found, [(2, 7), (3, 0), (3, 1), (3, 1)]);
    }

    #[test]
    fn texts_without_an_end_make_one_line_per_invocation() {
        let to = collected("a\nb", false);
        prints(&to, 0, &[0, 1, 0]);
        let printed = to.finish();
        let found: Vec<_> = printed.lines.iter().map(|line| (line.invocation, line.text.as_str())).collect();
        assert_eq!(found, [(0, "a"), (0, "ba"), (0, "b"), (1, "a"), (1, "b")]);
        assert_eq!(printed.to_string(), "a\nba\nb\na\nb\n");
    }

    #[test]
    fn the_lines_that_are_cut_do_not_depend_on_the_threads() {
        let text = "y".repeat(MOST_PRINTED / 4 - EACH);
        let mut found = Vec::new();
        for order in [[0, 1, 2, 3, 4, 5], [5, 4, 3, 2, 1, 0], [3, 0, 5, 1, 4, 2]] {
            let to = collected(&text, false);
            for group in order {
                prints(&to, group, &[0]);
            }
            let printed = to.finish();
            assert!(printed.is_cut && printed.to_string().ends_with("bytes)\n"));
            found.push(printed.lines.iter().map(|line| line.group[0]).collect::<Vec<_>>());
        }
        assert_eq!(found, vec![vec![0, 1, 2, 3]; 3]);
    }

    #[test]
    fn nothing_grows_without_end() {
        // Empty texts count as well.
        let to = collected("", false);
        prints(&to, 0, &vec![0; MOST_PRINTED / EACH + 5]);
        let count = to.lock().texts.values().map(|text| text.prints).sum::<usize>();
        assert_eq!(count, MOST_PRINTED / EACH + 1);
        // A single text beyond the limit is cut.
        let to = collected(&"é".repeat(MOST_PRINTED), false);
        prints(&to, 0, &[0, 0]);
        let printed = to.finish();
        assert!(printed.is_cut && printed.lines.len() == 1 && printed.lines[0].text.len() <= MOST_PRINTED);
    }
}
