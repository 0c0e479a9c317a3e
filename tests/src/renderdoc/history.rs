//! What a debugger has shown: the stops of a thread, and what of it another debugger has shown as well.

use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// The bits that RenderDoc fills memory with that nothing has written.
const UNWRITTEN: [f32; 3] = [0xCCCC_CCCC_u32 as f32, 0xCCCC_CCCC_u32 as i32 as f32, -107_374_176.0];

/// The code around an entry point.
const WRAPPER: &str = "__dxc_setup";

/// The numbers of a variable, or of one of its parts, with the precision of most; `None` is not initialized.
type Numbers = Vec<Option<f32>>;

/// A place where a thread has stopped.
#[derive(Debug)]
pub(super) struct Stop {
    function: String,
    line: u64,
    variables: BTreeMap<String, Numbers>,
}

impl Stop {
    pub(super) fn new(function: &str, line: &Value) -> Stop {
        Stop { function: function.to_owned(), line: line.as_u64().unwrap_or(0), variables: BTreeMap::new() }
    }

    pub(super) fn put(&mut self, name: String, numbers: Numbers) {
        self.variables.insert(name, numbers);
    }
}

/// The stops of a thread.
#[derive(Debug, Default)]
pub(super) struct History {
    pub(super) stops: Vec<Stop>,
}

impl History {
    /// What RenderDoc has shown. Members that are base classes have the names of these.
    pub(super) fn read(told: &Value, bases: &[String]) -> History {
        let mut history = History::default();
        for step in told["steps"].as_array().into_iter().flatten() {
            let mut stop = Stop::new(step["function"].as_str().unwrap_or_default(), &step["line"]);
            for (name, numbers) in step["variables"].as_object().into_iter().flatten() {
                let numbers =
                    numbers.as_array().into_iter().flatten().map(|number| number.as_f64().map(|number| number as f32));
                stop.put(without_bases(name, bases), numbers.collect());
            }
            history.stops.push(stop);
        }
        history
    }

    /// The lines at which the other debugger stops in a function, though this one does so in other functions alone.
    pub(super) fn strange_lines<'h>(&self, other: &'h History) -> Vec<(&'h str, u64)> {
        let mut functions: BTreeMap<u64, BTreeSet<&str>> = BTreeMap::new();
        for stop in &self.stops {
            functions.entry(stop.line).or_default().insert(&stop.function);
        }
        let is_strange = |(function, line): &(&str, u64)| {
            *function != WRAPPER && functions.get(line).is_some_and(|functions| !functions.contains(function))
        };
        other
            .stops
            .iter()
            .map(|stop| (&*stop.function, stop.line))
            .filter(is_strange)
            .collect::<BTreeSet<_>>()
            .into_iter()
            .collect()
    }

    /// The number of stops without a line.
    pub(super) fn without_line(&self) -> usize {
        self.stops.iter().filter(|stop| stop.line == 0).count()
    }

    /// All values of each variable of each function.
    fn values(&self) -> BTreeMap<(&str, &str), Vec<&Numbers>> {
        let mut values: BTreeMap<_, Vec<&Numbers>> = BTreeMap::new();
        for stop in &self.stops {
            for (name, numbers) in stop.variables.iter().filter(|(_, numbers)| is_written(numbers)) {
                values.entry((&*stop.function, &**name)).or_default().push(numbers);
            }
        }
        values
    }

    /// Compares what this debugger has shown with what the other one has.
    pub(super) fn compare(&self, other: &History) -> Compared {
        let (own, others) = (self.values(), other.values());
        let mut compared = Compared::default();
        for (function, name) in own.keys() {
            let is_shown = |(there, part): &&(&str, &str)| there == function && (part == name || is_part(part, name));
            let name = format!("{function}: {name}");
            if !others.keys().any(|key| is_shown(&key)) {
                compared.hidden.push(name.clone());
            }
            compared.all.push(name);
        }
        for ((function, name), values) in others {
            let known =
                own.iter().find(|((there, whole), _)| *there == function && (*whole == name || is_part(name, whole)));
            let Some((_, known)) = known else { continue };
            let is_known = |value: &Numbers| known.iter().any(|known| *known == value || holds(known, value));
            let wrong = values.iter().find(|value| !is_known(value));
            compared.wrong.extend(wrong.map(|value| (format!("{function}: {name}"), format!("{value:?}"))));
        }
        compared
    }
}

/// What two debuggers have shown.
#[derive(Debug, Default)]
pub(super) struct Compared {
    /// The variables that the first debugger shows, as `function: name`.
    pub(super) all: Vec<String>,
    /// Those of them that the other one does not.
    pub(super) hidden: Vec<String>,
    /// Values that only the other one shows, by their variables.
    pub(super) wrong: BTreeMap<String, String>,
}

/// Returns whether a name is that of a component or a row of another one.
fn is_part(part: &str, whole: &str) -> bool {
    part.strip_prefix(whole).is_some_and(|rest| rest.starts_with('.'))
}

/// Returns whether a component is among the numbers of a vector or matrix.
fn holds(whole: &Numbers, part: &Numbers) -> bool {
    part.len() < whole.len() && part.iter().all(|number| whole.contains(number))
}

fn is_written(numbers: &Numbers) -> bool {
    !numbers.is_empty() && numbers.iter().all(|number| number.is_some_and(|number| !UNWRITTEN.contains(&number)))
}

/// A name without the members that are base classes.
fn without_bases(name: &str, bases: &[String]) -> String {
    let is_base = |part: &str| part.starts_with("_child") || bases.iter().any(|base| base == part);
    let parts: Vec<&str> =
        name.split('.').enumerate().filter(|(at, part)| *at == 0 || !is_base(part)).map(|(_, part)| part).collect();
    parts.join(".")
}
