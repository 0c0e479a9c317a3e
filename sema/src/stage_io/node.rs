//! Nodes of work graphs: their attributes, and the properties of their records.

use super::{EntryDecl, ParamDecl, holds_numbers};
use crate::attributes::Read;
use crate::diagnostics::{
    ConflictingAttributes, InvalidAttributeValue, InvalidDeclaration, MissingStageAttribute, NodeOutputLimit,
};
use crate::hir::Module;
use crate::hir::display::type_name;
use crate::hir::node::{Launch, ModeOperand, NodeKind, NodeRole, Payloads};
use crate::hir::ty::{ElemClass, Field, Node, Object, Scalar, StructId, Type, TypeId};
use crate::tables::attributes::Fact;
use base::diag::Sink;
use base::intern::Interner;
use base::source::Span;
use frontend::language::Stage;
use spirv::ExecutionMode as Mode;

/// Direct3D's limit of a node's recursion.
const MAX_RECURSION: u32 = 32;
/// Direct3D's limit of workgroups in one dimension of a grid.
const MAX_GROUPS: u32 = 0xFFFF;
/// Direct3D's limit of workgroups in a grid.
const MAX_GRID: u64 = 0xFF_FFFF;

/// The launch mode, unless the attribute names something else.
pub(super) fn launch_of(names: &Interner, entry: &EntryDecl<'_>) -> Option<Launch> {
    let Some(read) = entry.attributes.find(Fact::NodeLaunch) else { return Some(Launch::Broadcasting) };
    let text = names.resolve(read.string(0)?);
    Launch::ALL.into_iter().find(|launch| launch.name().eq_ignore_ascii_case(text))
}

/// The node object type of a parameter.
pub(super) fn node_type(module: &Module, ty: TypeId) -> Option<Node> {
    if let Type::Object(Object::Node(node)) = module.ty(ty) { Some(node) } else { None }
}

/// The execution modes of a node with ids as operands.
pub(super) fn id_modes(entry: &EntryDecl<'_>) -> Vec<(Mode, Vec<ModeOperand>)> {
    if entry.stage != Stage::Node {
        return Vec::new();
    }
    let find = |fact| entry.attributes.find(fact);
    let number = |read: &Read, at| ModeOperand::Uint(read.uint(at).unwrap_or(0));
    let index = find(Fact::NodeId).map_or(ModeOperand::Uint(0), |read| number(read, 1));
    let mut modes = vec![(Mode::ShaderIndexAMDX, vec![index])];
    if let Some(read) = find(Fact::NodeMaxRecursionDepth) {
        modes.push((Mode::MaxNodeRecursionAMDX, vec![number(read, 0)]));
    }
    if let Some(read) = find(Fact::NodeShareInputOf)
        && let Some(name) = read.string(0)
    {
        modes.push((Mode::SharesInputWithAMDX, vec![ModeOperand::Text(name), number(read, 1)]));
    }
    let grids = [
        (Fact::NodeDispatchGrid, Mode::StaticNumWorkgroupsAMDX),
        (Fact::NodeMaxDispatchGrid, Mode::MaxNumWorkgroupsAMDX),
    ];
    let grid = grids.into_iter().find_map(|(fact, mode)| Some((find(fact)?, mode)));
    modes.extend(grid.map(|(read, mode)| (mode, (0..3).map(|at| number(read, at)).collect())));
    modes
}

/// The properties of a parameter's records.
pub(super) fn payloads(entry: &EntryDecl<'_>, param: &ParamDecl, node: Node) -> Payloads {
    let said = &param.node_attributes;
    let size = said.find(Fact::NodeArraySize).and_then(|read| read.number(0));
    let unbounded = said.has(Fact::UnboundedSparseNodes) || size.is_some_and(|size| size < 0.0);
    let target = said.find(Fact::NodeId);
    let name = target.and_then(|read| read.string(0)).unwrap_or(param.name);
    let index = target.and_then(|read| read.uint(1)).unwrap_or(0);
    let other = said.find(Fact::MaxRecordsSharedWith).and_then(|read| read.string(0));
    Payloads {
        target: (node.kind.role() == NodeRole::Output).then_some((name, index)),
        max_records: said.uint(Fact::MaxRecords).unwrap_or(1),
        shares_with: other.and_then(|other| entry.params.iter().position(|param| param.name == other)),
        sparse: unbounded || said.has(Fact::AllowSparseNodes),
        array_size: size.filter(|_| !unbounded).map(|size| size as u32),
    }
}

/// The `SV_DispatchGrid` member of a record, with its struct.
pub(super) fn dispatch_grid(module: &Module, names: &Interner, record: TypeId) -> Option<(StructId, u32)> {
    let Type::Struct(id) = module.ty(record) else { return None };
    module.structs[id].fields.iter().find_map(|field| match is_dispatch_grid(names, field) {
        true => Some((id, field.member)),
        false => dispatch_grid(module, names, field.ty),
    })
}

/// Collects the members of a record that say how large the grid is.
fn grid_members<'a>(module: &'a Module, names: &Interner, record: TypeId, found: &mut Vec<&'a Field>) {
    let Type::Struct(id) = module.ty(record) else { return };
    for field in &module.structs[id].fields {
        match is_dispatch_grid(names, field) {
            true => found.push(field),
            false => grid_members(module, names, field.ty, found),
        }
    }
}

fn is_dispatch_grid(names: &Interner, field: &Field) -> bool {
    let semantic = field.attributes.semantic;
    semantic.is_some_and(|it| names.resolve(it.name).eq_ignore_ascii_case("SV_DispatchGrid"))
}

/// Returns whether a type can be the size of a grid.
fn is_grid(module: &Module, ty: TypeId) -> bool {
    let is_uint = |elem: Scalar| elem.class() == ElemClass::UInt && elem.bits(module.native_16bit) <= 32;
    match module.ty(ty) {
        Type::Error => true,
        Type::Scalar(elem) => is_uint(elem),
        Type::Vector(elem, count) => is_uint(elem) && count <= 3,
        Type::Array(elem, count) => count <= 3 && matches!(module.ty(elem), Type::Scalar(elem) if is_uint(elem)),
        Type::Void
        | Type::String
        | Type::Matrix { .. }
        | Type::RuntimeArray(_)
        | Type::Struct(_)
        | Type::Enum(_)
        | Type::Object(_)
        | Type::BufferPointer(..)
        | Type::Spirv(_)
        | Type::Transient(_) => false,
    }
}

/// Reports contradictions between the attributes and parameters of a node.
pub(super) fn check(module: &Module, names: &Interner, entry: &EntryDecl<'_>, sink: &mut Sink) {
    if entry.stage != Stage::Node {
        return;
    }
    let mut rules = Rules { module, names, entry, sink };
    let Some(launch) = launch_of(names, entry) else { return rules.unknown_launch() };
    rules.grid(launch);
    rules.grid_sizes();
    rules.inputs(launch);
    for (at, param) in entry.params.iter().enumerate() {
        rules.param(at, param, launch);
    }
    if let Some(read) = entry.attributes.find(Fact::NodeMaxRecursionDepth)
        && read.uint(0).is_some_and(|depth| depth > MAX_RECURSION)
    {
        rules.wrong(read.span, format!("recursion depth of a node must be at most {MAX_RECURSION}"));
    }
}

struct Rules<'a> {
    module: &'a Module,
    names: &'a Interner,
    entry: &'a EntryDecl<'a>,
    sink: &'a mut Sink,
}

impl Rules<'_> {
    fn wrong(&mut self, span: Span, what: String) {
        self.sink.report(span, InvalidDeclaration { what });
    }

    fn unknown_launch(&mut self) {
        let Some(read) = self.entry.attributes.find(Fact::NodeLaunch) else { return };
        let value = read.string(0).map_or("", |text| self.names.resolve(text)).to_owned();
        let known: Vec<&str> = Launch::ALL.iter().map(|launch| launch.name()).collect();
        self.sink
            .report(read.span, InvalidAttributeValue { name: "nodelaunch".to_owned(), value })
            .note(format!("expected one of: {}", known.join(", ")));
    }

    /// Checks that exactly broadcasting nodes have a grid: by an attribute, or in the record.
    fn grid(&mut self, launch: Launch) {
        let [fixed, most] =
            [Fact::NodeDispatchGrid, Fact::NodeMaxDispatchGrid].map(|fact| self.entry.attributes.find(fact));
        match (launch, fixed, most) {
            (Launch::Broadcasting, None, None) => {
                let name = "nodedispatchgrid' or 'nodemaxdispatchgrid".to_owned();
                self.sink
                    .report(self.entry.span, MissingStageAttribute { name, stage: "broadcasting node".to_owned() });
            }
            (Launch::Broadcasting, Some(fixed), Some(most)) => {
                let (first, second) = ("nodedispatchgrid".to_owned(), "nodemaxdispatchgrid".to_owned());
                let report = self.sink.report(most.span, ConflictingAttributes { first, second });
                report.note_at(fixed.span, "the conflicting one is here");
            }
            (Launch::Broadcasting, None, Some(_)) => {
                let mut records = self.entry.params.iter().filter_map(|param| node_type(self.module, param.ty));
                if !records.any(|node| self.names_grid(node)) {
                    let what =
                        "'nodemaxdispatchgrid' requires an input record member with the semantic SV_DispatchGrid";
                    self.wrong(self.entry.span, what.to_owned());
                }
            }
            (Launch::Broadcasting, Some(_), None) => {}
            (Launch::Coalescing | Launch::Thread, _, _) => {
                if let Some(read) = fixed.or(most) {
                    self.wrong(read.span, format!("{} node cannot have a dispatch grid", launch.name()));
                }
            }
        }
    }

    fn names_grid(&self, node: Node) -> bool {
        node.kind.role() == NodeRole::Input && dispatch_grid(self.module, self.names, node.record).is_some()
    }

    /// Checks the sizes of grids in attributes.
    fn grid_sizes(&mut self) {
        for fact in [Fact::NodeDispatchGrid, Fact::NodeMaxDispatchGrid] {
            let Some(read) = self.entry.attributes.find(fact) else { continue };
            let sizes: Vec<u32> = (0..3).filter_map(|at| read.uint(at)).collect();
            if let Some(size) = sizes.iter().find(|size| !(1..=MAX_GROUPS).contains(*size)) {
                self.wrong(read.span, format!("grid dimension {size} is out of range (1 to {MAX_GROUPS})"));
            } else if sizes.iter().map(|&size| u64::from(size)).product::<u64>() > MAX_GRID {
                self.wrong(read.span, format!("grid exceeds {MAX_GRID} workgroups"));
            }
        }
    }

    /// Checks the members of an input record that say how large the grid is.
    fn grid_members(&mut self, record: TypeId) {
        let (mut members, mut first) = (Vec::new(), None);
        grid_members(self.module, self.names, record, &mut members);
        for field in members {
            if !is_grid(self.module, field.ty) {
                let ty = type_name(self.module, self.names, field.ty);
                let what = format!("SV_DispatchGrid must be a scalar or vector of 'uint' or 'uint16_t', found '{ty}'");
                self.wrong(field.span, what);
            }
            match first {
                Some(first) => {
                    let what = "record must have only one SV_DispatchGrid member".to_owned();
                    self.sink.report(field.span, InvalidDeclaration { what }).note_at(first, "the first one is here");
                }
                None => first = Some(field.span),
            }
        }
    }

    fn inputs(&mut self, launch: Launch) {
        let mut found = 0;
        for param in &self.entry.params {
            let Some(node) = node_type(self.module, param.ty) else { continue };
            let Some(wanted) = node.kind.launch() else { continue };
            found += 1;
            self.grid_members(node.record);
            if found > 1 {
                self.wrong(param.span, "node must have at most one input".to_owned());
            }
            if wanted != launch {
                let name = node.kind.name();
                let what = format!("{} node cannot have a {name}, which is for {} nodes", launch.name(), wanted.name());
                self.wrong(param.span, what);
            }
            let tracked =
                matches!(self.module.ty(node.record), Type::Struct(id) if self.module.structs[id].tracks_sharing);
            if tracked && node.kind != NodeKind::RWDispatchNodeInputRecord {
                let what = "'NodeTrackRWInputSharing' requires RWDispatchNodeInputRecord";
                self.wrong(param.span, what.to_owned());
            }
        }
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "the other facts do not concern parameters")]
    fn param(&mut self, at: usize, param: &ParamDecl, launch: Launch) {
        let kind = node_type(self.module, param.ty).map(|node| node.kind);
        let is_output = kind.is_some_and(|kind| kind.role() == NodeRole::Output);
        if kind.is_some_and(|kind| kind.role() == NodeRole::Records) {
            self.wrong(
                param.span,
                "output records cannot be parameters; use a NodeOutput parameter to obtain them".to_owned(),
            );
        }
        match kind {
            Some(_) => self.record(param),
            None => self.system_value(param, launch),
        }
        if is_output {
            self.limits(param, kind.is_some_and(|kind| kind.element().is_some()));
        }
        for read in &param.node_attributes.list {
            let fits = match read.fact {
                Fact::MaxRecords if kind.is_some_and(|kind| kind.launch().is_some()) => launch == Launch::Coalescing,
                Fact::MaxRecords | Fact::AllowSparseNodes | Fact::NodeId => is_output,
                Fact::NodeArraySize | Fact::UnboundedSparseNodes => kind.is_some_and(|kind| kind.element().is_some()),
                Fact::MaxRecordsSharedWith => is_output && self.shares(at, read),
                _ => continue,
            };
            if !fits {
                self.wrong(read.span, "attribute cannot be applied to this parameter".to_owned());
            }
        }
    }

    /// Checks that the records of a parameter can be in memory.
    fn record(&mut self, param: &ParamDecl) {
        let Some(node) = node_type(self.module, param.ty).filter(|node| node.kind.has_records()) else { return };
        if !holds_numbers(self.module, node.record) {
            let ty = type_name(self.module, self.names, node.record);
            self.wrong(param.span, format!("record must be a numeric struct, found '{ty}'"));
        }
    }

    /// Checks that the launch mode has the system value of a parameter.
    fn system_value(&mut self, param: &ParamDecl, launch: Launch) {
        let Some(semantic) = param.attributes.semantic else { return };
        let name = self.names.resolve(semantic.text);
        let values = launch.system_values();
        let is_known = crate::tables::semantics::find(self.names.resolve(semantic.name)).is_some();
        if is_known && !values.iter().any(|value| value.eq_ignore_ascii_case(name)) {
            let has = if values.is_empty() { "none".to_owned() } else { values.join(", ") };
            let what = format!("system value '{name}' is not available in a {} node (available: {has})", launch.name());
            self.wrong(semantic.span, what);
        }
    }

    /// Checks that an output says how many records there are, and of how many nodes.
    fn limits(&mut self, param: &ParamDecl, is_array: bool) {
        let said = &param.node_attributes;
        let has_size = said.has(Fact::NodeArraySize) || said.has(Fact::UnboundedSparseNodes);
        let missing = match said.has(Fact::MaxRecords) || said.has(Fact::MaxRecordsSharedWith) {
            false => "MaxRecords",
            true if is_array && !has_size => "NodeArraySize",
            true => return,
        };
        let name = self.names.resolve(param.name).to_owned();
        self.sink.report(param.span, NodeOutputLimit { name, attribute: missing.to_owned() });
    }

    /// Returns whether limits are shared with another output.
    fn shares(&self, at: usize, read: &Read) -> bool {
        let other = read.string(0).and_then(|name| self.entry.params.iter().position(|param| param.name == name));
        let role = |other: usize| node_type(self.module, self.entry.params[other].ty).map(|node| node.kind.role());
        other.is_some_and(|other| other != at && role(other) == Some(NodeRole::Output))
    }
}
