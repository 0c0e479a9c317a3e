//! Work graphs: nodes as kernels, and the queues of records between them.
//!
//! A [`WorkGraph`] is compiled once. A run begins with records for some nodes; the first node in the order of the graph that has
//! records runs with all of them, and gives the records that it sends to the nodes behind it. Records are in the order of their
//! workgroups, invocations and allocations, so that a run is a function of its inputs.

mod notes;
mod queue;
mod units;

pub use notes::{GraphNote, GraphNoteKind};

use super::ROWS_SET;
use crate::buffers::Bytes;
use crate::error::Error;
use crate::interface::{Dispatch, Module, Options};
use ::stages::nodes::{
    self, FINISHED, INPUT, ITSELF, Kernel, LOG, MADE, NO_TARGET, PACKED, TARGET, TARGET_WORDS, TARGETS, UNITS, WorkNode,
};
use abi::{Binding, KernelInfo};
use check::Report;
use notes::Notes;
use queue::{Queue, Sent};
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;
use units::{Unit, Units};

/// The most bytes that the records and the log of a dispatch take, unless one unit takes more.
const BATCH_BYTES: usize = 1 << 26;
/// The most nodes of an output that its shaders get.
const MOST_TARGETS: u32 = 1 << 20;
/// The most units of a dispatch.
const BATCH_UNITS: usize = 1 << 16;

/// A compiled work graph.
#[derive(Clone, Debug)]
pub struct WorkGraph {
    nodes: Vec<Compiled>,
    /// The numbers of the nodes, senders before receivers.
    order: Vec<usize>,
    /// The nodes that get the records of a name and an index.
    receivers: BTreeMap<(String, u32), Vec<usize>>,
    info: KernelInfo,
}

/// A node with its kernel.
#[derive(Clone, Debug)]
struct Compiled {
    node: WorkNode,
    kernel: Kernel,
    module: Module,
}

/// What a run begins with: records for a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EntryRecords {
    /// The number of the node.
    pub node: usize,
    /// The bytes of each record; they are cut off, or zeros are added.
    pub records: Vec<Vec<u8>>,
}

/// The limits of a run.
#[derive(Clone, Copy, Debug)]
pub struct GraphLimits {
    /// The most bytes of records that wait.
    pub waiting: usize,
}

impl Default for GraphLimits {
    fn default() -> Self {
        GraphLimits { waiting: 1 << 28 }
    }
}

/// What lends the resources of the shaders to dispatches.
pub trait GraphResources {
    /// Binds those that a kernel has.
    ///
    /// # Errors
    /// When they do not fit.
    fn bind<'b>(&'b mut self, module: &Module, dispatch: &mut Dispatch<'b>) -> Result<(), Error>;

    /// The time that is left, if it is limited.
    fn left(&self) -> Option<Duration>;
}

/// What a run has done.
#[derive(Debug, Default)]
pub struct GraphRun {
    /// What the shaders have printed.
    pub printed: String,
    /// The findings of a checked run.
    pub report: Option<Report>,
    /// What must not happen.
    pub notes: Vec<GraphNote>,
    /// How many records each node has had.
    pub records: Vec<u64>,
}

impl WorkGraph {
    /// Compiles all nodes of a module. The names are those of nodes that their entry points do not have.
    ///
    /// # Errors
    /// When the words are not a module, there is no node, or a node cannot run on the CPU.
    pub fn new(words: &[u32], names: &BTreeMap<String, String>, options: &Options) -> Result<WorkGraph, Error> {
        let known = nodes::nodes(words)?.map_err(Error::Lower)?;
        if known.is_empty() {
            return Err(Error::NotFit { why: "the module has no nodes of a work graph".to_owned() });
        }
        let mut compiled = Vec::new();
        for mut node in known {
            let Some(kernel) = nodes::convert(words, &node.entry, true)? else { continue };
            let kernel = kernel.map_err(Error::Lower)?;
            let module = Module::new(&kernel.words, &node.entry, options);
            let module = module.map_err(|error| error.at_origin(&|word| kernel.origin(word)))?;
            if let Some(name) = names.get(&node.entry) {
                node.name.clone_from(name);
            }
            compiled.push(Compiled { node, kernel, module });
        }
        let receivers = receivers(&compiled)?;
        let order = order(&compiled, &receivers)?;
        let info = info(&compiled);
        Ok(WorkGraph { nodes: compiled, order, receivers, info })
    }

    /// The nodes, in the order of the module.
    pub fn nodes(&self) -> impl Iterator<Item = &WorkNode> {
        self.nodes.iter().map(|one| &one.node)
    }

    /// What the kernels have in common: the resources of all shaders.
    pub fn info(&self) -> &KernelInfo {
        &self.info
    }

    /// The kernel of a node, whose dispatches take the resources of the shaders.
    pub fn module(&self, node: usize) -> &Module {
        &self.nodes[node].module
    }

    /// The words of the kernel of a node.
    pub fn words(&self, node: usize) -> &[u32] {
        &self.nodes[node].kernel.words
    }

    /// The nodes to which no other one sends records.
    pub fn roots(&self) -> Vec<usize> {
        let mut is_root: Vec<bool> = self.nodes.iter().map(|one| one.node.shares.is_none()).collect();
        for (from, one) in self.nodes.iter().enumerate() {
            let others = targets(&one.node, &self.receivers).into_iter().filter(|to| *to != from);
            others.for_each(|to| is_root[to] = false);
        }
        (0..self.nodes.len()).filter(|at| is_root[*at]).collect()
    }

    /// The binding of the records of a node, in the set of [`super::ROWS`].
    pub const RECORDS: u32 = INPUT;

    /// Runs a graph. What it has done until an error is kept.
    pub fn run(
        &self,
        entries: &[EntryRecords],
        limits: GraphLimits,
        resources: &mut dyn GraphResources,
    ) -> (GraphRun, Result<(), Error>) {
        let mut run = Run::new(self, limits);
        let ended = run.all(entries, resources);
        (run.finish(), ended)
    }
}

/// The facts of the first kernel, with the resources and push constants of all.
fn info(nodes: &[Compiled]) -> KernelInfo {
    let all = || nodes.iter().map(|one| one.module.info());
    let mut bindings: BTreeMap<(u32, u32), Binding> = BTreeMap::new();
    for binding in all().flat_map(|info| &info.bindings).filter(|binding| binding.set != ROWS_SET) {
        let known = bindings.entry((binding.set, binding.binding)).or_insert_with(|| binding.clone());
        let new: Vec<String> = binding.names.iter().filter(|name| !known.names.contains(name)).cloned().collect();
        known.names.extend(new);
    }
    let push_bytes = all().map(|info| info.push_bytes).max().unwrap_or(0);
    KernelInfo { bindings: bindings.into_values().collect(), push_bytes, ..nodes[0].module.info().clone() }
}

/// The nodes by what sends records to them; those that share the records of another one are behind it.
fn receivers(nodes: &[Compiled]) -> Result<BTreeMap<(String, u32), Vec<usize>>, Error> {
    let mut found: BTreeMap<(String, u32), Vec<usize>> = BTreeMap::new();
    for (at, Compiled { node, .. }) in nodes.iter().enumerate() {
        let own = found.entry((node.name.clone(), node.index)).or_default();
        if !own.is_empty() {
            let why = format!("two nodes have the name '{}[{}]'", node.name, node.index);
            return Err(Error::NotFit { why });
        }
        own.push(at);
    }
    for (at, Compiled { node, .. }) in nodes.iter().enumerate() {
        let Some((name, index)) = &node.shares else { continue };
        match found.get_mut(&(name.clone(), *index)) {
            Some(receivers) => receivers.push(at),
            None => {
                let why =
                    format!("'{}' shares the input of '{name}[{index}]', which the module does not have", node.entry);
                return Err(Error::NotFit { why });
            }
        }
    }
    Ok(found)
}

/// The nodes to which a node may send records.
fn targets(node: &WorkNode, receivers: &BTreeMap<(String, u32), Vec<usize>>) -> Vec<usize> {
    let of = |output: &::stages::nodes::NodeOutput| {
        let first = (output.target.clone(), output.first);
        let last = (output.target.clone(), output.count.map_or(u32::MAX, |count| output.first.saturating_add(count)));
        receivers
            .range(first..=last)
            .filter(|((_, index), _)| output.count.is_none_or(|count| index - output.first < count))
            .flat_map(|(_, nodes)| nodes.iter().copied())
            .collect::<Vec<_>>()
    };
    node.outputs.iter().flat_map(of).collect()
}

/// The nodes, senders before receivers and else in the order of the module.
fn order(nodes: &[Compiled], receivers: &BTreeMap<(String, u32), Vec<usize>>) -> Result<Vec<usize>, Error> {
    let targets: Vec<Vec<usize>> = nodes.iter().map(|one| targets(&one.node, receivers)).collect();
    let mut waits = vec![0usize; nodes.len()];
    for (from, targets) in targets.iter().enumerate() {
        targets.iter().filter(|to| **to != from).for_each(|to| waits[*to] += 1);
    }
    let mut ready: BTreeSet<usize> = (0..nodes.len()).filter(|at| waits[*at] == 0).collect();
    let mut order = Vec::new();
    while let Some(from) = ready.pop_first() {
        order.push(from);
        for to in targets[from].iter().filter(|to| **to != from) {
            waits[*to] -= 1;
            if waits[*to] == 0 {
                ready.insert(*to);
            }
        }
    }
    match waits.iter().position(|senders| *senders > 0) {
        Some(at) => {
            let why =
                format!("node '{}' gets records that it has sent itself by way of other nodes", nodes[at].node.name);
            Err(Error::NotFit { why })
        }
        None => Ok(order),
    }
}

/// The state of a run.
struct Run<'g> {
    graph: &'g WorkGraph,
    limits: GraphLimits,
    queues: Vec<Queue>,
    waiting: usize,
    notes: Notes<'g>,
    done: GraphRun,
}

impl<'g> Run<'g> {
    fn new(graph: &'g WorkGraph, limits: GraphLimits) -> Self {
        let queues = graph.nodes.iter().map(|one| Queue::new(one.node.stride() as usize)).collect();
        let done = GraphRun { records: vec![0; graph.nodes.len()], ..GraphRun::default() };
        Run { graph, limits, queues, waiting: 0, notes: Notes::new(graph), done }
    }

    fn finish(self) -> GraphRun {
        let notes = self.notes.finish();
        GraphRun { notes, ..self.done }
    }

    fn all(&mut self, entries: &[EntryRecords], resources: &mut dyn GraphResources) -> Result<(), Error> {
        for EntryRecords { node, records } in entries {
            let remaining = self.graph.nodes[*node].node.recursion;
            for record in records {
                self.add(*node, record, remaining)?;
            }
        }
        while let Some(at) = self.graph.order.iter().copied().find(|at| self.queues[*at].len() > 0) {
            self.node(at, resources)?;
        }
        Ok(())
    }

    /// Adds a record to the queues of a node and of those that share its input.
    fn add(&mut self, node: usize, record: &[u8], remaining: u32) -> Result<(), Error> {
        let own = &self.graph.nodes[node].node;
        let receivers = self.graph.receivers.get(&(own.name.clone(), own.index));
        for at in receivers.into_iter().flatten() {
            let remaining = if *at == node { remaining } else { self.graph.nodes[*at].node.recursion };
            self.waiting += self.queues[*at].push(record, remaining);
        }
        match self.waiting > self.limits.waiting {
            true => Err(Error::TooManyRecords { node: own.name.clone(), bytes: self.limits.waiting }),
            false => Ok(()),
        }
    }

    /// Runs a node with all records that it has.
    fn node(&mut self, at: usize, resources: &mut dyn GraphResources) -> Result<(), Error> {
        let Compiled { node, kernel, .. } = &self.graph.nodes[at];
        let queue = self.queues[at].take();
        self.waiting -= queue.bytes();
        self.done.records[at] += queue.len() as u64;
        let mut units = Units::new(node, &queue);
        let mut input = Bytes::from(queue.records());
        let mut finished = Bytes::zeros(4 * queue.len())?;
        let most = batch(node, kernel);
        loop {
            let batch = units.next(most);
            for (record, grid) in units.take_oversized() {
                self.notes.grid(at, record, grid);
            }
            if batch.is_empty() {
                return Ok(());
            }
            self.batch(at, &batch, &mut input, &mut finished, resources)?;
        }
    }

    /// Runs some units of a node.
    fn batch(
        &mut self,
        at: usize,
        units: &[Unit],
        input: &mut Bytes,
        finished: &mut Bytes,
        resources: &mut dyn GraphResources,
    ) -> Result<(), Error> {
        let Compiled { node, kernel, module } = &self.graph.nodes[at];
        let targets = self.table(at, units.len())?;
        let words: Vec<u32> = units.iter().flat_map(|unit| unit.words()).collect();
        let words = bytes(&words)?;
        let mut log = Bytes::zeros(4 * kernel.log_words as usize * units.len())?;
        let sizes = node.outputs.iter().map(|output| output.records.stride as usize * output.records.most as usize);
        let mut made = sizes.map(|size| Bytes::zeros(size * units.len())).collect::<Result<Vec<_>, _>>()?;
        let left = resources.left();
        let mut dispatch = module.dispatch();
        resources.bind(module, &mut dispatch)?;
        if let Some(left) = left {
            dispatch.deadline(left);
        }
        let is_used = |at: u32| module.info().bindings.iter().any(|own| (own.set, own.binding) == (ROWS_SET, at));
        for (binding, bytes) in [(TARGETS, &targets), (UNITS, &words)] {
            dispatch.buffer((ROWS_SET, binding), &bytes[..])?;
        }
        let own = [(LOG, &mut log), (FINISHED, finished), (INPUT, input)];
        for (binding, bytes) in own.into_iter().chain((MADE..).zip(&mut made)).filter(|(binding, _)| is_used(*binding))
        {
            dispatch.buffer_mut((ROWS_SET, binding), &mut bytes[..])?;
        }
        let groups = if kernel.is_packed { units.len().div_ceil(PACKED as usize) } else { units.len() };
        let ended = dispatch.run([groups as u32, 1, 1]);
        self.done.printed.push_str(&dispatch.printed().to_string());
        let report = dispatch.report().cloned();
        drop(dispatch);
        if let Some(mut report) = report {
            report.name_threads(&|local, group| units::name(node, units, local, group));
            match &mut self.done.report {
                Some(all) => all.join(report),
                None => self.done.report = Some(report),
            }
        }
        ended?;
        self.deliver(at, units, &Sent::new(node, kernel, &log, &made))
    }

    /// The table of targets.
    fn table(&self, at: usize, units: usize) -> Result<Bytes, Error> {
        let outputs = &self.graph.nodes[at].node.outputs;
        let mut words = vec![units as u32, 0];
        let mut targets = Vec::new();
        let start = TARGET_WORDS + 2 * outputs.len() as u32;
        for output in outputs {
            let known =
                self.graph.receivers.range((output.target.clone(), output.first)..=(output.target.clone(), u32::MAX));
            let all = known.last().map_or(0, |((_, last), _)| (last - output.first).min(MOST_TARGETS - 1) + 1);
            let count = output.count.map_or(all, |count| count.min(all));
            words.extend([start + targets.len() as u32, count]);
            targets.extend((0..count).map(|index| match self.target(output, index) {
                None => NO_TARGET,
                Some(node) if node == at => ITSELF,
                Some(_) => TARGET,
            }));
        }
        words.extend(targets);
        bytes(&words)
    }

    /// The node to which an output sends records.
    fn target(&self, output: &::stages::nodes::NodeOutput, index: u32) -> Option<usize> {
        let is_inside = output.count.is_none_or(|count| index < count);
        let place = output.first.checked_add(index).filter(|_| is_inside)?;
        self.graph.receivers.get(&(output.target.clone(), place))?.first().copied()
    }

    /// Gives the records that units have sent to their nodes.
    fn deliver(&mut self, at: usize, units: &[Unit], sent: &Sent<'_>) -> Result<(), Error> {
        let graph = self.graph;
        let Compiled { node, kernel, .. } = &graph.nodes[at];
        for (number, unit) in units.iter().enumerate() {
            if let Some((count, site, most)) = sent.refused(number) {
                self.notes.add(GraphNoteKind::Limit, at, unit, kernel.sites.get(site), count, most);
            }
            for allocation in sent.allocations(number) {
                let site = kernel.sites.get(allocation.site);
                let threads = node.threads.iter().product::<u32>();
                let expected = if site.is_some_and(|site| site.is_of_group) { threads } else { 1 };
                if allocation.enqueued == 0 {
                    self.notes.add(GraphNoteKind::Incomplete, at, unit, site, 1, allocation.count);
                    continue;
                }
                if allocation.enqueued > expected {
                    self.notes.add(GraphNoteKind::Twice, at, unit, site, 1, allocation.count);
                }
                let output = &node.outputs[allocation.output];
                let Some(target) = self.target(output, allocation.index) else {
                    self.notes.add(GraphNoteKind::NoNode, at, unit, site, 1, allocation.index);
                    continue;
                };
                let levels =
                    if target == at { unit.remaining.checked_sub(1) } else { Some(graph.nodes[target].node.recursion) };
                let Some(levels) = levels else {
                    self.notes.add(GraphNoteKind::Recursion, at, unit, site, 1, node.recursion);
                    continue;
                };
                for record in sent.records(&allocation) {
                    self.add(target, record, levels)?;
                }
            }
        }
        Ok(())
    }
}

/// The most units of a dispatch of a node.
fn batch(node: &WorkNode, kernel: &Kernel) -> usize {
    let made: usize = node.outputs.iter().map(|output| (output.records.stride * output.records.most) as usize).sum();
    let own = 4 * kernel.log_words as usize + made;
    (BATCH_BYTES / own.max(1)).clamp(1, BATCH_UNITS)
}

fn bytes(words: &[u32]) -> Result<Bytes, Error> {
    let mut bytes = Bytes::zeros(4 * words.len())?;
    for (to, word) in bytes.chunks_exact_mut(4).zip(words) {
        to.copy_from_slice(&word.to_le_bytes());
    }
    Ok(bytes)
}
