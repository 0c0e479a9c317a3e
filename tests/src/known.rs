//! Lists of limitations of other programs: `[the beginning of a name]`, and below it `test: reason` for each test, or
//! with a star for all tests with this prefix. Such a test must fail with the listed reason, or is not run if it would
//! kill the process.

use crate::collect;
use libtest_mimic::{Failed, Trial};
use std::path::Path;

/// The reason of tests that would kill the process.
const FATAL: &str = "ends the process";

/// A list.
#[derive(Clone)]
pub(crate) struct Known {
    /// Its file in the suite.
    file: &'static str,
    sections: Vec<String>,
    rows: Vec<Row>,
}

/// A limitation of a program.
#[derive(Clone)]
pub(crate) struct Row {
    program: String,
    test: String,
    reason: String,
}

impl Row {
    fn is_about(&self, program: &str, test: &str) -> bool {
        let is_it = self.test.strip_suffix('*').map_or(self.test == test, |start| test.starts_with(start));
        is_it && program.starts_with(&self.program)
    }

    /// The reason why the test is not run.
    pub(crate) fn fatal(&self) -> Option<&str> {
        self.reason.starts_with(FATAL).then_some(&self.reason)
    }
}

impl Known {
    /// Reads a list of the suite; empty if it is missing, which each of its tests would reveal.
    pub(crate) fn read(file: &'static str) -> Self {
        let text = std::fs::read_to_string(Path::new(collect::SUITE).join(file)).unwrap_or_default();
        let (mut sections, mut rows): (Vec<String>, Vec<Row>) = Default::default();
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let section = line.strip_prefix('[').and_then(|line| line.strip_suffix(']'));
            match (section, line.split_once(": ")) {
                (Some(name), _) => sections.push(name.to_owned()),
                (None, Some((test, reason))) => {
                    let program = sections.last().cloned().unwrap_or_default();
                    rows.push(Row { program, test: test.to_owned(), reason: reason.to_owned() });
                }
                (None, None) => {}
            }
        }
        Known { file, sections, rows }
    }

    /// Returns whether there is a section for a program.
    pub(crate) fn has(&self, program: &str) -> bool {
        self.sections.iter().any(|section| program.starts_with(section.as_str()))
    }

    /// The row of a test.
    pub(crate) fn row(&self, program: &str, test: &str) -> Option<Row> {
        self.rows.iter().find(|row| row.is_about(program, test)).cloned()
    }

    /// Compares the result of a test with its row.
    pub(crate) fn judge(&self, row: Option<&Row>, result: Result<(), Failed>) -> Result<(), Failed> {
        let (file, Some(Row { reason, .. })) = (self.file, row) else { return result };
        let Err(failed) = result else { return Err(format!("it works; {file} says: {reason}").into()) };
        let message = failed.message().unwrap_or_default();
        if message.contains(reason) { Ok(()) } else { Err(format!("{file} says: {reason}\nbut: {message}").into()) }
    }

    /// A test that each row is about one of these tests.
    pub(crate) fn rows_have_tests(self, title: &str, program: &str, tests: Vec<String>) -> Trial {
        let (name, program) = (format!("{title}::{} on {program}", self.file), program.to_owned());
        Trial::test(name, move || {
            let has_test = |row: &Row| tests.iter().any(|test| row.is_about(&program, test));
            let mut gone = self.rows.iter().filter(|row| program.starts_with(&row.program) && !has_test(row));
            gone.next().map_or(Ok(()), |row| Err(format!("unknown test '{}'", row.test).into()))
        })
    }
}
