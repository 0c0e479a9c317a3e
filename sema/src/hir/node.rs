//! What the nodes of a work graph take and make: the kinds of their objects, and what is said of each of them.

use base::intern::Symbol;

/// The kinds of objects of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "each is the type of the same name")]
pub enum NodeKind {
    DispatchNodeInputRecord,
    RWDispatchNodeInputRecord,
    GroupNodeInputRecords,
    RWGroupNodeInputRecords,
    ThreadNodeInputRecord,
    RWThreadNodeInputRecord,
    EmptyNodeInput,
    NodeOutput,
    NodeOutputArray,
    EmptyNodeOutput,
    EmptyNodeOutputArray,
    ThreadNodeOutputRecords,
    GroupNodeOutputRecords,
}

/// What an object of a node stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NodeRole {
    /// Records that come in.
    Input,
    /// A node that records can be made for, or an array of them.
    Output,
    /// Records that were made and are not yet on their way.
    Records,
}

/// How the invocations of a node are put together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Launch {
    /// A grid of workgroups for each record.
    Broadcasting,
    /// A workgroup for some records.
    Coalescing,
    /// An invocation for each record.
    Thread,
}

impl Launch {
    /// All of them.
    pub const ALL: [Launch; 3] = [Launch::Broadcasting, Launch::Coalescing, Launch::Thread];

    /// How the source names it.
    pub const fn name(self) -> &'static str {
        match self {
            Launch::Broadcasting => "broadcasting",
            Launch::Coalescing => "coalescing",
            Launch::Thread => "thread",
        }
    }
}

impl NodeKind {
    /// All of them.
    pub const ALL: [NodeKind; 13] = [
        NodeKind::DispatchNodeInputRecord,
        NodeKind::RWDispatchNodeInputRecord,
        NodeKind::GroupNodeInputRecords,
        NodeKind::RWGroupNodeInputRecords,
        NodeKind::ThreadNodeInputRecord,
        NodeKind::RWThreadNodeInputRecord,
        NodeKind::EmptyNodeInput,
        NodeKind::NodeOutput,
        NodeKind::NodeOutputArray,
        NodeKind::EmptyNodeOutput,
        NodeKind::EmptyNodeOutputArray,
        NodeKind::ThreadNodeOutputRecords,
        NodeKind::GroupNodeOutputRecords,
    ];

    /// The name of the type.
    pub const fn name(self) -> &'static str {
        match self {
            NodeKind::DispatchNodeInputRecord => "DispatchNodeInputRecord",
            NodeKind::RWDispatchNodeInputRecord => "RWDispatchNodeInputRecord",
            NodeKind::GroupNodeInputRecords => "GroupNodeInputRecords",
            NodeKind::RWGroupNodeInputRecords => "RWGroupNodeInputRecords",
            NodeKind::ThreadNodeInputRecord => "ThreadNodeInputRecord",
            NodeKind::RWThreadNodeInputRecord => "RWThreadNodeInputRecord",
            NodeKind::EmptyNodeInput => "EmptyNodeInput",
            NodeKind::NodeOutput => "NodeOutput",
            NodeKind::NodeOutputArray => "NodeOutputArray",
            NodeKind::EmptyNodeOutput => "EmptyNodeOutput",
            NodeKind::EmptyNodeOutputArray => "EmptyNodeOutputArray",
            NodeKind::ThreadNodeOutputRecords => "ThreadNodeOutputRecords",
            NodeKind::GroupNodeOutputRecords => "GroupNodeOutputRecords",
        }
    }

    /// What it stands for.
    pub const fn role(self) -> NodeRole {
        match self {
            NodeKind::DispatchNodeInputRecord
            | NodeKind::RWDispatchNodeInputRecord
            | NodeKind::GroupNodeInputRecords
            | NodeKind::RWGroupNodeInputRecords
            | NodeKind::ThreadNodeInputRecord
            | NodeKind::RWThreadNodeInputRecord
            | NodeKind::EmptyNodeInput => NodeRole::Input,
            NodeKind::NodeOutput
            | NodeKind::NodeOutputArray
            | NodeKind::EmptyNodeOutput
            | NodeKind::EmptyNodeOutputArray => NodeRole::Output,
            NodeKind::ThreadNodeOutputRecords | NodeKind::GroupNodeOutputRecords => NodeRole::Records,
        }
    }

    /// Which launch takes it as input; `None` for what is no input.
    pub const fn launch(self) -> Option<Launch> {
        match self {
            NodeKind::DispatchNodeInputRecord | NodeKind::RWDispatchNodeInputRecord => Some(Launch::Broadcasting),
            NodeKind::GroupNodeInputRecords | NodeKind::RWGroupNodeInputRecords | NodeKind::EmptyNodeInput => {
                Some(Launch::Coalescing)
            }
            NodeKind::ThreadNodeInputRecord | NodeKind::RWThreadNodeInputRecord => Some(Launch::Thread),
            NodeKind::NodeOutput
            | NodeKind::NodeOutputArray
            | NodeKind::EmptyNodeOutput
            | NodeKind::EmptyNodeOutputArray
            | NodeKind::ThreadNodeOutputRecords
            | NodeKind::GroupNodeOutputRecords => None,
        }
    }

    /// Returns whether it has records, whose type is an argument of the type.
    pub const fn has_records(self) -> bool {
        !matches!(self, NodeKind::EmptyNodeInput | NodeKind::EmptyNodeOutput | NodeKind::EmptyNodeOutputArray)
    }

    /// Returns whether shaders may read the members of its records.
    pub const fn is_readable(self) -> bool {
        self.has_records() && !matches!(self.role(), NodeRole::Output)
    }

    /// Returns whether shaders may write to its records.
    pub const fn is_writable(self) -> bool {
        matches!(
            self,
            NodeKind::RWDispatchNodeInputRecord
                | NodeKind::RWGroupNodeInputRecords
                | NodeKind::RWThreadNodeInputRecord
                | NodeKind::ThreadNodeOutputRecords
                | NodeKind::GroupNodeOutputRecords
        )
    }

    /// Returns whether it may hold several records, which `[]` tells apart.
    pub const fn is_several(self) -> bool {
        matches!(
            self,
            NodeKind::GroupNodeInputRecords
                | NodeKind::RWGroupNodeInputRecords
                | NodeKind::ThreadNodeOutputRecords
                | NodeKind::GroupNodeOutputRecords
        )
    }

    /// What an element of an array of nodes is.
    pub const fn element(self) -> Option<NodeKind> {
        match self {
            NodeKind::NodeOutputArray => Some(NodeKind::NodeOutput),
            NodeKind::EmptyNodeOutputArray => Some(NodeKind::EmptyNodeOutput),
            _ => None,
        }
    }
}

/// What is said of the records of a parameter of a node.
#[derive(Clone, Debug, Default)]
pub struct Payloads {
    /// For an output: the name of the node that takes them, and its place in an array of nodes.
    pub target: Option<(Symbol, u32)>,
    /// How many there are at most.
    pub max_records: u32,
    /// The parameter whose limit also counts these records.
    pub shares_with: Option<usize>,
    /// True if some of the nodes may be missing.
    pub sparse: bool,
    /// How many nodes an array has.
    pub array_size: Option<u32>,
}

/// An operand of an execution mode that takes ids.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ModeOperand {
    /// A `uint`.
    Uint(u32),
    /// A text.
    Text(Symbol),
}
