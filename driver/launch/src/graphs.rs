//! Work graphs on the CPU: what `graph` and jobs do beside their command lines and documents.

use crate::kernels::contents::Contents;
use crate::kernels::resources::{Bound, place};
use crate::kernels::{Clock, heaps};
use check::{Check, Checks, Finding, Place, Report};
use library::Artifact;
use library::files::reading;
use library::pipeline::optimise::optimise;
use runner::stages::{EntryRecords, GraphNote, GraphNoteKind, GraphResources, ROWS, WorkGraph};
use runner::{Dispatch, Error, Module};
use std::collections::BTreeMap;
use std::time::Duration;

/// The most records of an entry without contents.
const MOST_RECORDS: usize = 1 << 24;

/// The words of a module as graphs take them: no function takes the objects of nodes; descriptor heaps of several types have
/// places of their own.
///
/// # Errors
/// When the words are not a module.
pub fn inlined(mut words: Vec<u32>) -> Result<Vec<u32>, Error> {
    heaps::separate(&mut words)?;
    match runner::stages::are_passed_on(&words)? {
        true => Ok(optimise(&words, &opt::Options::default(), Some(&["inline"]))?),
        false => Ok(words),
    }
}

/// The names of the nodes of a module that have others in their work graph, by entry points.
pub fn names(artifact: &Artifact) -> BTreeMap<String, String> {
    artifact.node_names()
}

/// The number of a node by its name, with `[index]` behind it in an array of nodes.
///
/// # Errors
/// When there is no such node.
fn node(graph: &WorkGraph, text: &str) -> Result<usize, String> {
    let indexed = text.strip_suffix(']').and_then(|text| text.split_once('['));
    let indexed = indexed.and_then(|(name, index)| Some((name, index.parse::<u32>().ok()?)));
    let (name, index) = indexed.map_or((text, None), |(name, index)| (name, Some(index)));
    let mut own = graph.nodes().enumerate().filter(|(_, node)| node.name == name);
    let found = match index {
        Some(index) => own.find(|(_, node)| node.index == index),
        None => own.next().filter(|_| own.next().is_none()),
    };
    found.map(|(at, _)| at).ok_or_else(|| {
        let known: Vec<String> = graph.nodes().map(|node| format!("{}[{}]", node.name, node.index)).collect();
        format!("unknown node '{text}'; the graph has {}", known.join(", "))
    })
}

/// The records that a graph begins with, as `NODE=CONTENTS`, `NODE` or `NODE*COUNT`. Nodes without records begin if nothing else
/// does.
///
/// # Errors
/// When there is no such node, the contents do not fit its records, or a node needs some.
pub fn entries(graph: &WorkGraph, given: &[String], read: &mut Vec<String>) -> Result<Vec<EntryRecords>, String> {
    if given.is_empty() {
        return roots(graph);
    }
    let one = |text: &String| entry(graph, text, read).map_err(|error| format!("record '{text}': {error}"));
    given.iter().map(one).collect()
}

fn roots(graph: &WorkGraph) -> Result<Vec<EntryRecords>, String> {
    let nodes: Vec<_> = graph.nodes().collect();
    let one = |node: usize| match nodes[node].stride() {
        0 => Ok(EntryRecords { node, records: vec![Vec::new()] }),
        _ => Err(format!("node '{}' needs records to begin with", nodes[node].name)),
    };
    graph.roots().into_iter().map(one).collect()
}

fn entry(graph: &WorkGraph, text: &str, read: &mut Vec<String>) -> Result<EntryRecords, String> {
    let Some((name, contents)) = text.split_once('=') else {
        let (name, count) = match text.split_once('*') {
            Some((name, count)) => (name, count.parse().map_err(|_| format!("invalid count '{count}'"))?),
            None => (text, 1usize),
        };
        if count > MOST_RECORDS {
            return Err(format!("more than {MOST_RECORDS} records"));
        }
        return Ok(EntryRecords { node: node(graph, name)?, records: vec![Vec::new(); count] });
    };
    let node = node(graph, name)?;
    let stride = graph.nodes().nth(node).map_or(0, |node| node.stride()) as usize;
    if stride == 0 {
        return Err("its node reads no records; give their number as NODE*COUNT".to_owned());
    }
    let contents = match Contents::parse(contents)? {
        Contents::Members(value) if value.is_object() => Contents::Members(serde_json::Value::Array(vec![value])),
        contents => contents,
    };
    read.extend(contents.file().map(str::to_owned));
    let bytes = match contents {
        Contents::File(path) => reading::read_data(&path).map_err(|error| format!("cannot read '{path}': {error}"))?,
        Contents::Members(_) => contents.laid_out(graph.words(node), ROWS, WorkGraph::RECORDS)?.into_numbers()?,
        contents => contents.into_numbers()?,
    };
    Ok(EntryRecords { node, records: bytes.chunks(stride).map(<[u8]>::to_vec).collect() })
}

/// The resources of the command line, lent to each dispatch of a graph that has them.
pub struct Lent<'l> {
    /// The bindings of the nodes.
    pub bound: &'l mut [Bound],
    /// The push constants.
    pub push: Option<&'l [u8]>,
    /// The deadline of the command.
    pub clock: &'l Clock,
}

impl GraphResources for Lent<'_> {
    fn bind<'b>(&'b mut self, module: &Module, dispatch: &mut Dispatch<'b>) -> Result<(), Error> {
        for Bound { name, resource, marks } in &mut *self.bound {
            if place(name).binding(module.info()).is_ok() {
                resource.bind_marked(dispatch, name, marks)?;
            }
        }
        if let Some(push) = self.push.filter(|_| module.info().push_bytes > 0) {
            dispatch.push_constants(push);
        }
        Ok(())
    }

    fn left(&self) -> Option<Duration> {
        self.clock.left()
    }
}

/// What a run has noted, with the lines of the source.
#[derive(Debug)]
pub struct Noted<'g> {
    graph: &'g WorkGraph,
    notes: Vec<(GraphNote, Option<Place>)>,
    files: Vec<String>,
}

impl<'g> Noted<'g> {
    /// The notes of a run of a graph made of these words.
    pub fn new(words: &[u32], graph: &'g WorkGraph, notes: Vec<GraphNote>) -> Self {
        let offsets: Vec<u32> = notes.iter().filter_map(|note| note.word).collect();
        let (places, files) = interp::places(words, &offsets);
        let mut places = places.into_iter();
        let place = |note: &GraphNote| note.word.and_then(|_| places.next().flatten());
        let places: Vec<Option<Place>> = notes.iter().map(place).collect();
        Noted { graph, notes: notes.into_iter().zip(places).collect(), files }
    }

    /// Adds findings to the report of a checked run.
    pub fn add_to(&self, report: &mut Report, checks: &Checks) {
        for (note, place) in &self.notes {
            let (check, message) = self.finding(note);
            if checks.is_on(check) {
                let (level, notes, count) = (checks.level(check), vec![note.first.clone()], note.count.into());
                report.add(
                    Finding { check, level, message, place: *place, related: Vec::new(), notes, count },
                    &self.files,
                );
            }
        }
    }

    /// The warnings of a run without checks.
    pub fn warnings(&self) -> Vec<String> {
        let warning = |(note, place): &(GraphNote, Option<Place>)| {
            let file = place.and_then(|place| self.files.get(place.file as usize).map(|file| (place, file)));
            let at = file.map_or_else(String::new, |(place, file)| format!("{file}:{}:{}: ", place.line, place.column));
            let times = if note.count == 1 { "once".to_owned() } else { format!("{} times", note.count) };
            let (_, message) = self.finding(note);
            let message = message.rsplit_once(" (").map_or(&*message, |(text, _)| text);
            format!("{at}{message}: {times}, first in {}", note.first)
        };
        self.notes.iter().map(warning).collect()
    }

    fn finding(&self, note: &GraphNote) -> (Check, String) {
        use base::diag::Message;
        use check::diagnostics as d;
        let node = self.graph.nodes().nth(note.node);
        let output = node.zip(note.output).and_then(|(node, output)| node.outputs.get(output));
        let target = output.map_or("", |output| &output.target);
        let own = node.map_or("", |node| &node.name);
        let value = note.value;
        match note.kind {
            GraphNoteKind::Limit => {
                let most = output.map_or(0, |output| output.records.most);
                let what = format!("allocation of {value} records for '{target}' exceeds the limit of {most}");
                (Check::NodeLimit, d::NodeLimit { what }.text())
            }
            GraphNoteKind::Grid => {
                let what = format!("grid of a record exceeds that of node '{own}'");
                (Check::NodeLimit, d::NodeLimit { what }.text())
            }
            GraphNoteKind::Incomplete => {
                let what = format!("records for '{target}' are allocated and not completed");
                (Check::NodeComplete, d::NodeComplete { what }.text())
            }
            GraphNoteKind::Twice => {
                let what = format!("records for '{target}' are completed more than once");
                (Check::NodeComplete, d::NodeComplete { what }.text())
            }
            GraphNoteKind::NoNode => {
                let what = format!("records are sent to '{target}[{value}]', which the graph does not have");
                (Check::NodeTarget, d::NodeTarget { what }.text())
            }
            GraphNoteKind::Recursion => {
                let what = format!("'{own}' sends records to itself beyond {value} levels");
                (Check::NodeRecursion, d::NodeRecursion { what }.text())
            }
        }
    }
}
