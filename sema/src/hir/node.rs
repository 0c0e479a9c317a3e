//! Nodes of work graphs: the kinds of their objects, and their properties.

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

/// The role of an object of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NodeRole {
    /// Input records.
    Input,
    /// A node that takes records, or an array of them.
    Output,
    /// Output records that are not sent yet.
    Records,
}

/// The launch mode of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Launch {
    /// A grid of workgroups per record.
    Broadcasting,
    /// A workgroup for several records.
    Coalescing,
    /// An invocation per record.
    Thread,
}

impl Launch {
    /// All of them.
    pub const ALL: [Launch; 3] = [Launch::Broadcasting, Launch::Coalescing, Launch::Thread];

    /// Its name in the source.
    pub const fn name(self) -> &'static str {
        match self {
            Launch::Broadcasting => "broadcasting",
            Launch::Coalescing => "coalescing",
            Launch::Thread => "thread",
        }
    }

    /// The system values of its invocations.
    pub const fn system_values(self) -> &'static [&'static str] {
        match self {
            Launch::Broadcasting => &["SV_GroupThreadID", "SV_GroupIndex", "SV_GroupID", "SV_DispatchThreadID"],
            Launch::Coalescing => &["SV_GroupThreadID", "SV_GroupIndex"],
            Launch::Thread => &[],
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

    /// Its role.
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

    /// The launch mode that takes it as input; `None` if it is not an input.
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

    /// Returns whether it has records, whose type is its argument.
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

    /// Returns whether it may hold several records, which `[]` selects.
    pub const fn is_several(self) -> bool {
        matches!(
            self,
            NodeKind::GroupNodeInputRecords
                | NodeKind::RWGroupNodeInputRecords
                | NodeKind::ThreadNodeOutputRecords
                | NodeKind::GroupNodeOutputRecords
        )
    }

    /// The element type of an array of nodes.
    pub const fn element(self) -> Option<NodeKind> {
        match self {
            NodeKind::NodeOutputArray => Some(NodeKind::NodeOutput),
            NodeKind::EmptyNodeOutputArray => Some(NodeKind::EmptyNodeOutput),
            NodeKind::DispatchNodeInputRecord
            | NodeKind::RWDispatchNodeInputRecord
            | NodeKind::GroupNodeInputRecords
            | NodeKind::RWGroupNodeInputRecords
            | NodeKind::ThreadNodeInputRecord
            | NodeKind::RWThreadNodeInputRecord
            | NodeKind::EmptyNodeInput
            | NodeKind::NodeOutput
            | NodeKind::EmptyNodeOutput
            | NodeKind::ThreadNodeOutputRecords
            | NodeKind::GroupNodeOutputRecords => None,
        }
    }
}

/// Properties of the records of a node's parameter.
#[derive(Clone, Debug, Default)]
pub struct Payloads {
    /// For an output: the name of the receiving node, and its index in an array of nodes.
    pub target: Option<(Symbol, u32)>,
    /// The maximum number of records.
    pub max_records: u32,
    /// The parameter with which the limit is shared.
    pub shares_with: Option<usize>,
    /// True if some of the nodes may be missing.
    pub sparse: bool,
    /// The number of nodes in an array.
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
