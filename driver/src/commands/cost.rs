//! `hlsl2spirv cost`: static counts of a shader as a table or JSON, compared with another state of it, and budgets.

use super::compile;
use super::projects::budgets;
use crate::costs::{COUNTS, Cost, LOCAL, REGISTERS, count};
use crate::files::names::to_text;
use crate::files::reading;
use crate::options::arguments::CostArguments;
use crate::report::console::{complain, print_or_complain};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::fmt::Write;

/// The status of a run that misses a budget.
const MISSED: u8 = 6;

/// The counts of an entry point by name.
type Counts = BTreeMap<String, u64>;

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
    let (input, artifact) = compile::compile(&arguments.compilation).map_err(Problem::Told)?;
    let costs = count(&artifact.words).map_err(|error| Problem::Other(format!("'{input}': {error}")))?;
    let before = arguments.against.as_ref().map(|other| against(arguments, &to_text(other.as_os_str()), &input));
    let before = before.transpose()?;
    let text = match arguments.json {
        true => document(&input, &costs),
        false => costs.iter().map(|cost| table(&input, cost, before.as_ref())).collect(),
    };
    let status = print_or_complain(&text);
    let mut missed = 0;
    for budget in budgets(&input).map_err(Problem::Other)? {
        for cost in &costs {
            missed += u8::from(!budget.holds(cost).map_err(Problem::Other)?);
        }
    }
    Ok(if status == 0 && missed > 0 { MISSED } else { status })
}

/// The counts of another state: what `--json` has printed, or another shader with the same options.
fn against(arguments: &CostArguments, other: &str, input: &str) -> Result<BTreeMap<String, Counts>, Problem> {
    if other.ends_with(".json") {
        let bytes =
            reading::read_data(other).map_err(|error| Problem::Other(format!("cannot read '{other}': {error}")))?;
        return saved(&bytes).ok_or_else(|| Problem::Other(format!("'{other}' is not what 'cost --json' prints")));
    }
    let words = arguments.compilation.iter().map(|word| if word == input { other.to_owned() } else { word.clone() });
    let (other, artifact) = compile::compile(&words.collect::<Vec<_>>()).map_err(Problem::Told)?;
    let costs = count(&artifact.words).map_err(|error| Problem::Other(format!("'{other}': {error}")))?;
    let named =
        |cost: Cost| (cost.entry, cost.counts.into_iter().map(|(name, count)| (name.to_owned(), count)).collect());
    Ok(costs.into_iter().map(named).collect())
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

fn document(input: &str, costs: &[Cost]) -> String {
    let entry = |cost: &Cost| {
        let counts: Map<String, Value> =
            cost.counts.iter().map(|(name, count)| ((*name).to_owned(), json!(count))).collect();
        json!({ "entry": cost.entry, "stage": cost.stage, "counts": counts })
    };
    format!("{:#}\n", json!({ "file": input, "entries": costs.iter().map(entry).collect::<Vec<_>>() }))
}

/// A line for each count, with the other state and the change beside it.
fn table(input: &str, cost: &Cost, before: Option<&BTreeMap<String, Counts>>) -> String {
    let mut out = format!("{input}: {} ({})\n", cost.entry, cost.stage);
    // With one entry point on each side, their names do not matter.
    let before = before.map(|all| all.get(&cost.entry).or_else(|| all.values().next().filter(|_| all.len() == 1)));
    for name in [REGISTERS, LOCAL].into_iter().chain(COUNTS) {
        let Some(&now) = cost.counts.get(name) else { continue };
        let _ = write!(out, "  {name:<14}{now:>8}");
        if let Some(was) = before.flatten().and_then(|counts| counts.get(name)) {
            let change = i128::from(now) - i128::from(*was);
            let _ = write!(out, "{was:>10}{}", if change == 0 { String::new() } else { format!("{change:>+8}") });
        }
        out.push('\n');
    }
    out
}
