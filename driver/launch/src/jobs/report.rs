//! Results of jobs, as lines of text, as JSON and in the form of JUnit.

use base::visible;
use check::coverage::Coverage;
use serde_json::json;
use std::fmt::Write;

/// The result of a job, or of a file without a readable one.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    /// The file of the job.
    pub file: String,
    /// The job's name; `None` if the file cannot be read.
    pub job: Option<String>,
    /// The failure; `None` if the results are as expected.
    pub problem: Option<String>,
    /// True if the problem is only what checks have found.
    pub is_found: bool,
    /// The time that it took, in seconds.
    pub seconds: f64,
    /// The place of a test in a file: the name of a file and a line.
    pub place: Option<(String, u32)>,
    /// The reason why a test does not run.
    pub skipped: Option<String>,
    /// The compiler's warnings.
    pub warnings: String,
    /// True if the file expects now what has come out.
    pub updated: bool,
    /// The files that were read.
    pub read: Vec<String>,
    /// The counts of executed lines, if they were requested.
    pub coverage: Coverage,
}

/// The line of a job, or of a file that holds none.
pub fn title(file: &str, job: Option<&str>) -> String {
    job.map_or_else(|| file.to_owned(), |job| format!("{file}: {job}"))
}

impl Outcome {
    /// A line, and below it what is wrong and what the compiler warns of.
    pub fn text(&self) -> String {
        let name = title(&self.file, self.job.as_deref());
        let indented = |text: &str| format!("  {}\n", text.trim_end().replace('\n', "\n  "));
        let mut text = match &self.problem {
            None if self.skipped.is_some() => {
                let why = self.skipped.as_deref().filter(|why| !why.is_empty());
                format!("{name}: skipped{}\n", why.map_or_else(String::new, |why| format!(" ({why})")))
            }
            None if self.updated => format!("{name}: updated\n"),
            None => format!("{name}: ok\n"),
            Some(problem) => format!("{name}: FAILED\n{}", indented(problem)),
        };
        if !self.warnings.is_empty() {
            text.push_str(&indented(&self.warnings));
        }
        visible::text(&text).into_owned()
    }

    /// An object on a line of its own.
    pub fn json(&self) -> String {
        let Outcome {
            file,
            job,
            problem,
            seconds,
            warnings,
            updated,
            place,
            skipped,
            is_found: _,
            read: _,
            coverage: _,
        } = self;
        let mut object = json!({
            "file": file, "job": job, "passed": problem.is_none(), "message": problem, "seconds": seconds,
        });
        if !warnings.is_empty() {
            object["warnings"] = json!(warnings);
        }
        if let Some((file, line)) = place {
            object["place"] = json!({ "file": file, "line": line });
        }
        if let Some(why) = skipped {
            object["skipped"] = json!(why);
        }
        if *updated {
            object["updated"] = json!(true);
        }
        format!("{object}\n")
    }
}

/// The number of jobs that passed.
pub fn summary(outcomes: &[Outcome], left_out: usize) -> String {
    let left_out = left_out + outcomes.iter().filter(|outcome| outcome.skipped.is_some()).count();
    let ran = outcomes.iter().filter(|outcome| outcome.skipped.is_none());
    let (passed, all) = (ran.clone().filter(|outcome| outcome.problem.is_none()).count(), ran.count());
    let rest = if left_out == 0 { String::new() } else { format!(", {left_out} skipped") };
    let what = if outcomes.iter().any(|outcome| outcome.place.is_some()) { "tests" } else { "jobs" };
    format!("{passed} of {all} {what} passed{rest}\n")
}

/// The format that build servers read: a suite per file.
pub fn junit(outcomes: &[Outcome]) -> String {
    let mut out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n".to_owned();
    for suite in outcomes.chunk_by(|one, next| one.file == next.file) {
        let failures = suite.iter().filter(|outcome| outcome.problem.is_some()).count();
        let file = escape(&suite[0].file);
        let _ = writeln!(out, "  <testsuite name=\"{file}\" tests=\"{}\" failures=\"{failures}\">", suite.len());
        suite.iter().for_each(|outcome| push_case(&mut out, outcome));
        out.push_str("  </testsuite>\n");
    }
    out.push_str("</testsuites>\n");
    out
}

fn push_case(out: &mut String, outcome: &Outcome) {
    let (file, name) = (escape(&outcome.file), escape(outcome.job.as_deref().unwrap_or("the file")));
    let _ = write!(out, "    <testcase classname=\"{file}\" name=\"{name}\" time=\"{:.3}\"", outcome.seconds);
    match &outcome.problem {
        None if outcome.skipped.is_some() => {
            let why = escape(outcome.skipped.as_deref().unwrap_or_default());
            let _ = writeln!(out, "><skipped message=\"{why}\"/></testcase>");
        }
        None => out.push_str("/>\n"),
        Some(problem) => {
            let first = escape(problem.lines().next().unwrap_or_default());
            let _ =
                writeln!(out, ">\n      <failure message=\"{first}\">{}</failure>\n    </testcase>", escape(problem));
        }
    }
}

/// Text escaped for XML; characters that XML lacks become U+FFFD.
fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' | '\t' => out.push(character),
            '\u{fffe}' | '\u{ffff}' => out.push('\u{fffd}'),
            control if control < ' ' => out.push('\u{fffd}'),
            other => out.push(other),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcomes() -> Vec<Outcome> {
        let passed =
            Outcome { file: "a.json".to_owned(), job: Some("x < y".to_owned()), seconds: 0.5, ..Outcome::default() };
        let problem = Some("1 differs\n\u{1b}[1]".to_owned());
        vec![passed.clone(), Outcome { problem, ..passed.clone() }, Outcome { file: "b.json".to_owned(), ..passed }]
    }

    #[test]
    fn lines_and_objects_say_the_same() {
        let [passed, failed, _] = outcomes().try_into().unwrap();
        assert_eq!(passed.text(), "a.json: x < y: ok\n");
        assert_eq!(failed.text(), "a.json: x < y: FAILED\n  1 differs\n  \u{fffd}[1]\n");
        let read: serde_json::Value = serde_json::from_str(&failed.json()).unwrap();
        assert_eq!((&read["job"], &read["passed"]), (&json!("x < y"), &json!(false)));
        assert_eq!(summary(&outcomes(), 2), "2 of 3 jobs passed, 2 skipped\n");
    }

    #[test]
    fn suites_are_files() {
        let text = junit(&outcomes());
        assert!(text.contains("<testsuite name=\"a.json\" tests=\"2\" failures=\"1\">"), "{text}");
        assert!(text.contains("name=\"x &lt; y\" time=\"0.500\"/>"), "{text}");
        assert!(text.contains("<failure message=\"1 differs\">1 differs\n\u{fffd}[1]</failure>"), "{text}");
        assert_eq!(text.matches("</testsuite>").count(), 2);
    }
}
