//! The nodes of a module: how they are launched, which records they have, and to which nodes they send others.

use super::{MOST_RECORDS, reach};
use crate::error::{Result, unsupported};
use crate::layout::{Layouts, UNKNOWN_SIZE};
use dialect::spirv::access::{Access, id_of};
use dialect::spirv::decode::Inst;
use dialect::spirv::index::Index;
use spirv::{BuiltIn, Decoration, ExecutionMode, ExecutionModel, Op, StorageClass};

/// The most bytes of the records that a unit sends.
const MOST_BYTES: u64 = 1 << 24;

/// What starts a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NodeLaunch {
    /// A grid of workgroups for each record.
    Broadcasting,
    /// A workgroup for several records.
    Coalescing,
    /// An invocation for each record.
    Thread,
}

/// The grid of a broadcasting node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NodeGrid {
    /// One grid for all records.
    Fixed([u32; 3]),
    /// A member of the record says it.
    Member {
        /// The largest one.
        most: [u32; 3],
        /// The first byte of the member.
        offset: u32,
        /// The bytes from one axis to the next.
        stride: u32,
        /// Its axes; the others are 1.
        axes: u32,
        /// The bytes of a number: 2 or 4.
        bytes: u32,
    },
}

/// The records of a parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NodeRecords {
    /// Its array type in the module.
    pub(super) array: u32,
    /// The type of a record.
    pub(super) record: u32,
    /// The bytes of a record, 0 for empty ones.
    pub stride: u32,
    /// The most records of a unit.
    pub most: u32,
}

/// An output of a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NodeOutput {
    /// Its records.
    pub records: NodeRecords,
    /// The name of the node, or of the array of nodes.
    pub target: String,
    /// The first index in the array.
    pub first: u32,
    /// The number of nodes; `None` for as many as there are.
    pub count: Option<u32>,
    /// True if some of them may be missing.
    pub is_sparse: bool,
    /// The output whose limit of records holds for both; itself otherwise.
    pub limited_with: usize,
}

/// A node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WorkNode {
    /// The entry point.
    pub entry: String,
    /// The name in the graph.
    pub name: String,
    /// The index in the array of nodes with this name.
    pub index: u32,
    /// What starts it.
    pub launch: NodeLaunch,
    /// The size of a workgroup.
    pub threads: [u32; 3],
    /// The grid of a broadcasting node.
    pub grid: NodeGrid,
    /// How often it may send records to itself.
    pub recursion: u32,
    /// The node whose records it gets as well.
    pub shares: Option<(String, u32)>,
    /// The records that it gets.
    pub input: Option<NodeRecords>,
    /// Those that it sends.
    pub outputs: Vec<NodeOutput>,
    /// The function.
    pub(super) function: u32,
}

impl WorkNode {
    /// The bytes of a record that it gets.
    pub fn stride(&self) -> u32 {
        self.input.as_ref().map_or(0, |input| input.stride)
    }

    /// The output with these records.
    pub(super) fn output(&self, array: u32) -> Option<usize> {
        self.outputs.iter().position(|output| output.records.array == array)
    }

    /// Returns whether an array type is that of the records that it gets.
    pub(super) fn is_input(&self, array: u32) -> bool {
        self.input.as_ref().is_some_and(|input| input.array == array)
    }
}

/// Reads all nodes.
///
/// # Errors
/// When one of them is not run.
pub(super) fn read(index: &Index<'_>) -> Result<Vec<WorkNode>> {
    let globals = &index.insts[..index.globals];
    let is_compute = |inst: &&Inst| inst.op == Op::EntryPoint && inst.value(0) == ExecutionModel::GLCompute as u32;
    let mut nodes = Vec::new();
    for point in globals.iter().filter(is_compute) {
        let of_node =
            |inst: &&Inst| matches!(inst.op, Op::ExecutionMode | Op::ExecutionModeId) && inst.id(0) == point.id(1);
        let modes: Vec<&Inst> = globals.iter().filter(of_node).collect();
        if let Some(node) = node(index, point, &modes)? {
            nodes.push(node);
        }
    }
    Ok(nodes)
}

/// A node; nothing for other compute shaders.
fn node(index: &Index<'_>, point: &Inst, modes: &[&Inst]) -> Result<Option<WorkNode>> {
    let mode = |kind: ExecutionMode| modes.iter().copied().find(|inst| inst.value(1) == kind as u32);
    let number = |mode: &Inst, at: usize| index.def(id_of(mode.params(1).get(at))).map_or(0, |def| def.literal(0));
    let triple = |mode: &Inst| [0, 1, 2].map(|at| number(mode, at));
    let own = [
        ExecutionMode::ShaderIndexAMDX,
        ExecutionMode::CoalescingAMDX,
        ExecutionMode::StaticNumWorkgroupsAMDX,
        ExecutionMode::MaxNumWorkgroupsAMDX,
    ];
    if !own.into_iter().any(|kind| mode(kind).is_some()) {
        return Ok(None);
    }
    let threads = mode(ExecutionMode::LocalSize)
        .map_or([1; 3], |mode| [0, 1, 2].map(|at| dialect::spirv::access::literal_of(mode.params(1).get(at))));
    let (input, outputs) = parameters(index, point)?;
    let is_coalescing = mode(ExecutionMode::CoalescingAMDX).is_some();
    let takes_one = input.as_ref().is_none_or(|input| input.most == 1);
    let launch = match is_coalescing {
        true if threads == [1; 3] && takes_one && !is_grouped(index, point) => NodeLaunch::Thread,
        true => NodeLaunch::Coalescing,
        false => NodeLaunch::Broadcasting,
    };
    let grid = match (mode(ExecutionMode::StaticNumWorkgroupsAMDX), mode(ExecutionMode::MaxNumWorkgroupsAMDX)) {
        (None, Some(most)) if !is_coalescing => {
            let member = input.as_ref().and_then(|input| grid(index, input.record, triple(most), 0, 0));
            member.unwrap_or(NodeGrid::Fixed(triple(most)))
        }
        (Some(fixed), _) => NodeGrid::Fixed(triple(fixed)),
        (None, _) => NodeGrid::Fixed([1; 3]),
    };
    let shares = mode(ExecutionMode::SharesInputWithAMDX).map(|mode| {
        let name = index.def(id_of(mode.params(1).first())).map_or("", |name| name.text(0));
        (name.to_owned(), number(mode, 1))
    });
    let entry = point.text(2).to_owned();
    Ok(Some(WorkNode {
        name: entry.clone(),
        entry,
        index: mode(ExecutionMode::ShaderIndexAMDX).map_or(0, |mode| number(mode, 0)),
        launch,
        threads,
        grid,
        recursion: mode(ExecutionMode::MaxNodeRecursionAMDX).map_or(0, |mode| number(mode, 0)),
        shares,
        input,
        outputs,
        function: point.id(1),
    }))
}

/// Returns whether a node does what only workgroups do, so that its invocations are not put together.
fn is_grouped(index: &Index<'_>, point: &Inst) -> bool {
    let own = [
        BuiltIn::LocalInvocationId,
        BuiltIn::LocalInvocationIndex,
        BuiltIn::GlobalInvocationId,
        BuiltIn::WorkgroupId,
        BuiltIn::SubgroupId,
        BuiltIn::NumSubgroups,
    ];
    let reached = reach::reached(index, point.id(1));
    let globals = reach::globals(index, &reached);
    let is_shared = |inst: &Inst| {
        let builtin = index.decoration(inst.result_id(), Decoration::BuiltIn).map(|own| own.number(0));
        inst.value(0) == StorageClass::Workgroup as u32
            || builtin.is_some_and(|builtin| own.iter().any(|own| *own as u32 == builtin))
    };
    let waits = |inst: &Inst| inst.op == Op::ControlBarrier;
    globals.iter().filter_map(|id| index.def(*id)).any(is_shared)
        || reached.iter().any(|function| index.insts[function.clone()].iter().any(waits))
}

/// The records of the parameters: what the node gets, and what it sends.
fn parameters(index: &Index<'_>, point: &Inst) -> Result<(Option<NodeRecords>, Vec<NodeOutput>)> {
    let reached = reach::reached(index, point.id(1));
    let arrays = reach::arrays(index, point, &reached);
    let (mut input, mut outputs): (Option<NodeRecords>, Vec<NodeOutput>) = (None, Vec::new());
    for array in arrays {
        let Some(def) = index.def(array) else { continue };
        let Some(target) = index.decoration(array, Decoration::PayloadNodeNameAMDX) else {
            if input.is_some() {
                return unsupported(point, "the node", "it has more than one input");
            }
            input = Some(records(index, def)?);
            continue;
        };
        let number = |kind| index.decoration(array, kind).map(|own| constant(index, id_of(own.params.first())));
        let target = index.def(id_of(target.params.first())).map_or("", |name| name.text(0)).to_owned();
        let is_sparse = index.is_decorated(array, Decoration::PayloadNodeSparseArrayAMDX);
        let count = number(Decoration::PayloadNodeArraySizeAMDX);
        let at = outputs.len();
        outputs.push(NodeOutput {
            records: records(index, def)?,
            target,
            first: number(Decoration::PayloadNodeBaseIndexAMDX).unwrap_or(0),
            count: if is_sparse { count } else { Some(count.unwrap_or(1)) },
            is_sparse,
            limited_with: at,
        });
    }
    limit(index, &mut outputs);
    let all = outputs.iter().fold(0u32, |all, output| all.saturating_add(output.records.most));
    if all > MOST_RECORDS {
        return unsupported(point, "the node", format!("it may send more than {MOST_RECORDS} records"));
    }
    let bytes = |output: &NodeOutput| u64::from(output.records.most) * u64::from(output.records.stride);
    if outputs.iter().map(bytes).sum::<u64>() > MOST_BYTES {
        return unsupported(point, "the node", format!("it may send more than {MOST_BYTES} bytes of records"));
    }
    Ok((input, outputs))
}

/// Finds the outputs whose limits hold for others.
fn limit(index: &Index<'_>, outputs: &mut [NodeOutput]) {
    for at in 0..outputs.len() {
        let array = outputs[at].records.array;
        let other = index.decoration(array, Decoration::NodeSharesPayloadLimitsWithAMDX);
        let Some(other) = other.and_then(|own| index.def(id_of(own.params.first()))) else { continue };
        outputs[at].records.most = most(index, other.result_id());
        // Several may share the limit of one that the node does not use.
        let shared = |output: &NodeOutput| {
            let own = index.decoration(output.records.array, Decoration::NodeSharesPayloadLimitsWithAMDX);
            output.records.array == other.result_id()
                || own.is_some_and(|own| id_of(own.params.first()) == other.result_id())
        };
        outputs[at].limited_with = outputs.iter().position(shared).unwrap_or(at);
    }
}

fn constant(index: &Index<'_>, id: u32) -> u32 {
    index.def(id).map_or(0, |def| def.literal(0))
}

fn records(index: &Index<'_>, array: &Inst) -> Result<NodeRecords> {
    let Some(bytes) = (Layouts { index }).record(array.id(0)) else {
        return unsupported(array, "a record", UNKNOWN_SIZE);
    };
    let (array, record) = (array.result_id(), array.id(0));
    Ok(NodeRecords { array, record, stride: bytes.next_multiple_of(4), most: most(index, array) })
}

/// The most records of an array.
fn most(index: &Index<'_>, array: u32) -> u32 {
    let most = index.decoration(array, Decoration::NodeMaxPayloadsAMDX);
    most.map_or(1, |own| constant(index, id_of(own.params.first())))
}

/// The member of a record that says the grid.
fn grid(index: &Index<'_>, record: u32, most: [u32; 3], start: u32, depth: u32) -> Option<NodeGrid> {
    let def = index.def(record).filter(|def| def.op == Op::TypeStruct && depth < 16)?;
    let own = index.decorations(record);
    let of = |at: u32, kind: Decoration| own.iter().find(|own| own.member == Some(at) && own.kind == kind);
    (0..).zip(def.ids_from(0)).find_map(|(at, ty)| {
        let offset = start.saturating_add(of(at, Decoration::Offset).map_or(0, |own| own.number(0)));
        if of(at, Decoration::PayloadDispatchIndirectAMDX).is_none() {
            return grid(index, ty, most, offset, depth + 1);
        }
        let member = index.def(ty)?;
        let (scalar, axes) = match member.op {
            Op::TypeVector => (member.id(0), member.literal(1)),
            Op::TypeArray => (member.id(0), constant(index, member.id(1))),
            _ => (ty, 1),
        };
        let bytes = if index.def(scalar)?.literal(0) < 32 { 2 } else { 4 };
        let stride = index.decoration(ty, Decoration::ArrayStride).map_or(bytes, |own| own.number(0));
        Some(NodeGrid::Member { most, offset, stride, axes: axes.min(3), bytes })
    })
}
