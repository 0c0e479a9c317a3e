//! Runs: the engine of a run by the names of its checks, and what it has found as a document.

use crate::compilation::messages;
use check::{Checks, Report, Schedule};
use driver::Style;
use driver::internal::{located_in, rules_of, summary};
use driver::run::{Checking, Engine};
use serde_json::{Map, Value, json};

/// The checks with these names, as `--check` and `--rules` take them; none without names.
///
/// # Errors
/// When there is no such check, or there are no such rules.
pub fn checks(names: Option<&str>, rules: Option<&str>) -> Result<Checks, String> {
    let rules = rules.map(rules_of).transpose()?.unwrap_or_default();
    names.map_or_else(|| Ok(Checks::none()), |list| Checks::parse(list, rules))
}

/// The interpreter with checks, in an order of groups and waves, for the given number of steps at most.
///
/// # Errors
/// When there is no such order.
pub fn interpreter(checks: Checks, schedule: Option<&str>, max_steps: Option<u64>) -> Result<Engine, String> {
    let mut checking = Checking::new(checks);
    if let Some(schedule) = schedule {
        checking.schedule = match schedule.parse()? {
            Schedule::All(_) => return Err("'all' is not supported".to_owned()),
            schedule => schedule,
        };
    }
    checking.max_steps = max_steps.unwrap_or(checking.max_steps);
    Ok(Engine::Interpreter(checking))
}

/// The findings of a checked run, at places of texts that `text` gives by their names.
///
/// | field | contents |
/// |---|---|
/// | `findings` | each as `-fdiagnostics-format=json` writes a message |
/// | `log` | the same as text |
/// | `verdict` | what was found, and what the run proves, in a sentence |
pub fn findings(report: Report, checks: &Checks, text: impl Fn(&str) -> Option<String>) -> Map<String, Value> {
    told(report, checks, text).0
}

/// The findings of a checked run, and the report without what comments allow.
pub(crate) fn told(
    report: Report,
    checks: &Checks,
    text: impl Fn(&str) -> Option<String>,
) -> (Map<String, Value>, Report) {
    let (located, report) = located_in(report, checks, text);
    let mut fields = Map::new();
    fields.insert("findings".to_owned(), messages(&located).into());
    fields.insert("log".to_owned(), located.render(&Style::default()).into());
    fields.insert("verdict".to_owned(), json!(summary(&report)));
    (fields, report)
}
