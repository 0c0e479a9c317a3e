//! `hlsl2spirv cost`: counts of a shader as a table or JSON, compared with another state of it, and budgets.

mod budgets;
#[cfg(feature = "runner")]
mod drivers;
#[cfg(feature = "runner")]
mod gpus;
#[cfg(feature = "runner")]
mod partner;

use super::compile;
use crate::costs::{COUNTS, Cost, LOCAL, REGISTERS, count};
use arguments::CostArguments;
use base::diag::Sink;
use budgets::{Budget, budgets};
use library::Artifact;
use library::diagnostics as E;
use library::files::names::{to_path, to_text};
use library::files::reading;
use library::files::staged::put;
#[cfg(feature = "runner")]
use library::pool::{self, Pace};
use library::report::Report;
use library::report::console::{complain, print_or_complain, say};
use library::report::form::Form;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::fmt::Write;

/// The stages that drivers are asked about.
const ASKED: [&str; 3] = ["GLCompute", "Vertex", "Fragment"];
/// The status of a run that misses a budget.
const MISSED: u8 = 6;

/// The counts of an entry point by name; those of a GPU have its name and a point before theirs.
pub(super) type Counts = BTreeMap<String, u64>;

/// An entry point with its counts.
struct Counted {
    entry: String,
    stage: String,
    counts: Counts,
    /// The names that drivers have for their devices, by GPU.
    devices: BTreeMap<&'static str, String>,
}

impl From<Cost> for Counted {
    fn from(Cost { entry, stage, counts }: Cost) -> Self {
        let counts = counts.into_iter().map(|(name, count)| (name.to_owned(), count)).collect();
        Counted { entry, stage, counts, devices: BTreeMap::new() }
    }
}

/// All names of counts, in the order of tables.
pub(super) fn names() -> impl Iterator<Item = String> {
    [REGISTERS, LOCAL].into_iter().chain(COUNTS).map(str::to_owned).chain(names_of_gpus())
}

#[cfg(feature = "runner")]
fn names_of_gpus() -> impl Iterator<Item = String> {
    let of = |gpu: &gpus::Gpu| {
        gpu.driver.statistics.iter().map(|(name, _)| format!("{}.{name}", gpu.name)).collect::<Vec<_>>()
    };
    gpus::GPUS.iter().flat_map(of)
}

#[cfg(not(feature = "runner"))]
fn names_of_gpus() -> impl Iterator<Item = String> {
    std::iter::empty()
}

/// Runs the command. Returns the exit status.
pub(super) fn run(arguments: &CostArguments) -> u8 {
    match attempt(arguments) {
        Ok(status) => status,
        Err(Problem::Told(status)) => status,
        Err(Problem::Other(message)) => {
            complain(message);
            1
        }
    }
}

enum Problem {
    /// Messages have been printed.
    Told(u8),
    Other(String),
}

fn attempt(arguments: &CostArguments) -> Result<u8, Problem> {
    if let Some(text) = instead(arguments).map_err(Problem::Other)? {
        return Ok(print_or_complain(&text));
    }
    let form = Form::parse(&arguments.report).map_err(Problem::Other)?;
    if form.is_page {
        return Err(Problem::Other("'--report html' is not available for 'cost'".to_owned()));
    }
    let (input, artifact) = compile::compile(&arguments.compilation).map_err(Problem::Told)?;
    let budgets = budgets(&input).map_err(Problem::Other)?;
    let mut costs = counted(&input, &artifact.words)?;
    let wanted: Vec<&str> = budgets.iter().filter_map(|budget| budget.gpu()).collect();
    let asked = asked(arguments, &wanted).map_err(Problem::Other)?;
    measure(arguments, &asked, &artifact.words, &mut costs).map_err(Problem::Other)?;
    let before =
        arguments.against.as_ref().map(|other| against(arguments, &asked, &to_text(other.as_os_str()), &input));
    let before = before.transpose()?;
    let text = match arguments.json {
        true => document(&input, &costs),
        false => costs.iter().map(|cost| table(&input, cost, before.as_ref())).collect(),
    };
    let status = print_or_complain(&text);
    let missed = missed(&budgets, &costs, &artifact).map_err(Problem::Other)?;
    show(&form, &missed).map_err(Problem::Other)?;
    Ok(if status == 0 && missed.has_errors() { MISSED } else { status })
}

/// The budgets that entry points miss, at the places of their functions.
///
/// # Errors
/// When a count is not known.
fn missed(budgets: &[Budget], costs: &[Counted], artifact: &Artifact) -> Result<Report, String> {
    let mut sink = Sink::default();
    for budget in budgets {
        for cost in costs.iter().filter(|cost| budget.gpu().is_none() || is_asked(cost)) {
            let Some(by) = budget.missed_by(&cost.entry, &cost.counts)? else { continue };
            let (rule, by, file) = (budget.rule.clone(), by.to_string(), budget.file.display().to_string());
            let missed = E::BudgetMissed { entry: cost.entry.clone(), rule, by, file };
            sink.report(artifact.place_of(&cost.entry), missed);
        }
    }
    Ok(artifact.report.beside(sink.into_diagnostics()))
}

/// Shows messages in their form, or writes them to their file.
///
/// # Errors
/// When the file cannot be written.
fn show(form: &Form<'_>, report: &Report) -> Result<(), String> {
    let text = report.render(&form.style);
    match form.file {
        Some(file) => put(&to_path(file), text.as_bytes())?,
        None if text.is_empty() => {}
        None => say(text.trim_end()),
    }
    Ok(())
}

/// Returns whether drivers are asked about the stage of an entry point.
fn is_asked(cost: &Counted) -> bool {
    ASKED.contains(&&cost.stage[..])
}

fn counted(input: &str, words: &[u32]) -> Result<Vec<Counted>, Problem> {
    let costs = count(words).map_err(|error| Problem::Other(format!("'{input}': {error}")))?;
    Ok(costs.into_iter().map(Counted::from).collect())
}

/// What is printed instead of counts.
#[cfg(feature = "runner")]
fn instead(arguments: &CostArguments) -> Result<Option<String>, String> {
    if arguments.list_gpus {
        return Ok(Some(gpus::list()));
    }
    let Some(driver) = &arguments.driver else { return Ok(None) };
    let entry = arguments.compilation.first().map_or("main", String::as_str);
    gpus::told_by(driver, entry).map(Some)
}

#[cfg(not(feature = "runner"))]
fn instead(_: &CostArguments) -> Result<Option<String>, String> {
    Ok(None)
}

/// A GPU with its driver.
#[cfg(feature = "runner")]
type Asked = (&'static gpus::Gpu, drivers::Found);

/// No GPU: this build asks no drivers.
#[cfg(not(feature = "runner"))]
enum Asked {}

/// The GPUs to ask drivers about: those of the command line, and those that budgets are for.
#[cfg(feature = "runner")]
fn asked(arguments: &CostArguments, wanted: &[&str]) -> Result<Vec<Asked>, String> {
    let gpus = gpus::selected(arguments.gpu.iter().map(String::as_str).chain(wanted.iter().copied()))?;
    let gpus::Drivers { found, missing } = gpus::with_drivers(&gpus)?;
    missing.iter().for_each(|missing| say(format_args!("hlsl2spirv: warning: {missing}")));
    Ok(found)
}

#[cfg(not(feature = "runner"))]
fn asked(_: &CostArguments, wanted: &[&str]) -> Result<Vec<Asked>, String> {
    match wanted {
        [] => Ok(Vec::new()),
        [gpu, ..] => Err(format!("this build asks no drivers about '{gpu}'")),
    }
}

/// Adds what the drivers of GPUs tell.
#[cfg(feature = "runner")]
fn measure(arguments: &CostArguments, asked: &[Asked], words: &[u32], costs: &mut [Counted]) -> Result<(), String> {
    let deadline = std::time::Duration::try_from_secs_f64(arguments.deadline)
        .map_err(|_| format!("invalid time limit {}", arguments.deadline))?;
    let pace = Pace::new(None, true);
    for cost in costs.iter_mut().filter(|cost| is_asked(cost)) {
        let entry = cost.entry.clone();
        let ask = |(gpu, driver): &Asked| (gpus::ask(driver, gpu, words, &entry, deadline), false);
        pool::run(asked, &pace, ask, |(gpu, _), answer| match answer {
            Ok((device, statistics)) => {
                let named = statistics.into_iter().map(|(name, count)| (format!("{}.{name}", gpu.name), count));
                cost.counts.extend(named);
                cost.devices.insert(gpu.name, device);
            }
            Err(problem) => complain(format_args!("{entry}: {problem}")),
        });
    }
    let has_answers = arguments.gpu.is_empty() || costs.iter().any(is_asked);
    if has_answers { Ok(()) } else { Err("drivers are asked about compute, vertex and pixel shaders alone".to_owned()) }
}

#[cfg(not(feature = "runner"))]
fn measure(_: &CostArguments, _: &[Asked], _: &[u32], _: &mut [Counted]) -> Result<(), String> {
    Ok(())
}

/// The counts of another state: what `--json` has printed, or another shader with the same options.
fn against(
    arguments: &CostArguments,
    asked: &[Asked],
    other: &str,
    input: &str,
) -> Result<BTreeMap<String, Counts>, Problem> {
    if other.ends_with(".json") {
        let bytes =
            reading::read_data(other).map_err(|error| Problem::Other(format!("cannot read '{other}': {error}")))?;
        return saved(&bytes).ok_or_else(|| Problem::Other(format!("'{other}' is not what 'cost --json' prints")));
    }
    let words = arguments.compilation.iter().map(|word| if word == input { other.to_owned() } else { word.clone() });
    let (other, artifact) = compile::compile(&words.collect::<Vec<_>>()).map_err(Problem::Told)?;
    let mut costs = counted(&other, &artifact.words)?;
    measure(arguments, asked, &artifact.words, &mut costs).map_err(Problem::Other)?;
    Ok(costs.into_iter().map(|cost| (cost.entry, cost.counts)).collect())
}

fn saved(bytes: &[u8]) -> Option<BTreeMap<String, Counts>> {
    let document: Value = serde_json::from_slice(bytes).ok()?;
    let one = |entry: &Value| {
        let counts = entry["counts"].as_object()?.iter();
        let counts = counts.map(|(name, count)| Some((name.clone(), count.as_u64()?))).collect::<Option<Counts>>()?;
        Some((entry["entry"].as_str()?.to_owned(), counts))
    };
    document["entries"].as_array()?.iter().map(one).collect()
}

fn document(input: &str, costs: &[Counted]) -> String {
    let entry = |cost: &Counted| {
        let counts: Map<String, Value> = cost.counts.iter().map(|(name, count)| (name.clone(), json!(count))).collect();
        let mut entry = json!({ "entry": cost.entry, "stage": cost.stage, "counts": counts });
        if !cost.devices.is_empty() {
            entry["devices"] = json!(cost.devices);
        }
        entry
    };
    format!("{:#}\n", json!({ "file": input, "entries": costs.iter().map(entry).collect::<Vec<_>>() }))
}

/// A line for each count, with the other state and the change beside it.
fn table(input: &str, cost: &Counted, before: Option<&BTreeMap<String, Counts>>) -> String {
    let mut out = format!("{input}: {} ({})\n", cost.entry, cost.stage);
    let mut shown = "";
    // With one entry point on each side, their names do not matter.
    let before = before.map(|all| all.get(&cost.entry).or_else(|| all.values().next().filter(|_| all.len() == 1)));
    for name in names() {
        let Some(&now) = cost.counts.get(&name) else { continue };
        let device = name.split_once('.').and_then(|(gpu, _)| cost.devices.get_key_value(gpu));
        if let Some((gpu, device)) = device.filter(|(gpu, _)| **gpu != shown) {
            let _ = writeln!(out, "  {gpu}: {device}");
            shown = gpu;
        }
        let _ = write!(out, "  {name:<20}{now:>8}");
        if let Some(was) = before.flatten().and_then(|counts| counts.get(&name)) {
            let change = i128::from(now) - i128::from(*was);
            let _ = write!(out, "{was:>10}{}", if change == 0 { String::new() } else { format!("{change:>+8}") });
        }
        out.push('\n');
    }
    out
}
