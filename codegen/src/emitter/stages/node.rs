//! Nodes of work graphs: records are in arrays of payloads. Each parameter of a node has an array type of its own,
//! because decorations of the type name the origin and the target of its records.
//!
//! Functions that take a node's objects are instantiated for each of these types.

use crate::builder::sections::ModeOperands;
use crate::emitter::places::place::Pointer;
use crate::emitter::resources::methods::MethodArgs;
use crate::emitter::state::functions::Records;
use crate::emitter::{Emitter, Repr, Variable};
use sema::hir::expr::{ExprId, ExprKind};
use sema::hir::node::{ModeOperand, NodeRole, Payloads};
use sema::hir::ty::{Node, Object, Type, TypeId};
use sema::hir::{EntryPoint, Function, FunctionId, LocalId};
use sema::tables::methods::{Granularity, NodeMethod, Role};
use spirv::{Decoration, Op, Scope, StorageClass, Word};

/// Types.
impl<'a> Emitter<'a> {
    /// The node object of a type.
    pub(crate) fn node_of(&self, ty: TypeId) -> Option<Node> {
        if let Type::Object(Object::Node(node)) = self.module.types[ty] { Some(node) } else { None }
    }

    /// The arguments of the entry function of a node, in the order of its parameters.
    pub(crate) fn entry_records(&mut self, entry: &'a EntryPoint) -> Vec<Records> {
        let function = &self.module.functions[entry.function];
        let mut records = Vec::new();
        for (position, declared) in function.params.iter().enumerate() {
            let ty = function.body.locals[declared.local].ty;
            let (Some(node), Some(payloads)) = (self.node_of(ty), &entry.params[position].payloads) else { continue };
            let array = self.payload_array(entry.function, position, payloads, ty);
            let storage = match node.kind.role() {
                NodeRole::Input => StorageClass::NodePayloadAMDX,
                NodeRole::Output | NodeRole::Records => StorageClass::Function,
            };
            records.push(Records { storage, array });
        }
        records
    }

    fn payload_array(&mut self, function: FunctionId, position: usize, payloads: &Payloads, ty: TypeId) -> Word {
        if let Some(&known) = self.nodes.arrays.get(&(function, position)) {
            return known;
        }
        let record = self.record_type(ty);
        let array = self.spv.type_apart(Op::TypeNodePayloadArrayAMDX, &[record]);
        self.nodes.arrays.insert((function, position), array);
        self.decorate_payloads(array, function, payloads);
        array
    }

    fn record_type(&mut self, ty: TypeId) -> Word {
        let record = self.node_of(ty).map_or(ty, |node| node.record);
        self.type_in(record, self.record_repr(ty))
    }

    /// The representation of an object's records in memory.
    pub(crate) fn record_repr(&self, object: TypeId) -> Repr {
        Repr::of(self.module.buffer_layouts.get(&object).copied())
    }

    fn decorate_payloads(&mut self, array: Word, function: FunctionId, payloads: &Payloads) {
        if let Some((name, index)) = payloads.target {
            let name = self.constant_text(self.text(name));
            self.decorate_payload(array, Decoration::PayloadNodeNameAMDX, name);
            if index > 0 {
                self.decorate_payload_number(array, Decoration::PayloadNodeBaseIndexAMDX, index);
            }
        }
        self.decorate_payload_number(array, Decoration::NodeMaxPayloadsAMDX, payloads.max_records);
        let shared = payloads.shares_with.and_then(|other| self.nodes.arrays.get(&(function, other)).copied());
        if let Some(other) = shared {
            self.decorate_payload(array, Decoration::NodeSharesPayloadLimitsWithAMDX, other);
        }
        if payloads.sparse {
            self.spv.out.decorate(array, Decoration::PayloadNodeSparseArrayAMDX, &[]);
        }
        if let Some(size) = payloads.array_size {
            self.decorate_payload_number(array, Decoration::PayloadNodeArraySizeAMDX, size);
        }
    }

    fn decorate_payload_number(&mut self, array: Word, decoration: Decoration, value: u32) {
        let value = self.spv.constant_uint(value);
        self.decorate_payload(array, decoration, value);
    }

    fn decorate_payload(&mut self, array: Word, decoration: Decoration, id: Word) {
        self.spv.out.decorate_id(array, decoration as u32, &[id]);
    }

    fn constant_text(&mut self, text: &str) -> Word {
        if let Some(&known) = self.nodes.texts.get(text) {
            return known;
        }
        let id = self.spv.constant_text(text);
        self.nodes.texts.insert(text.to_owned(), id);
        id
    }

    /// The execution modes of a node with ids as operands.
    pub(crate) fn id_modes(&mut self, entry: &EntryPoint) -> Vec<(Word, ModeOperands)> {
        let mut modes = Vec::with_capacity(entry.id_modes.len());
        for (mode, operands) in &entry.id_modes {
            let ids = operands.iter().map(|operand| match *operand {
                ModeOperand::Uint(value) => self.spv.constant_uint(value),
                ModeOperand::Text(text) => self.constant_text(self.text(text)),
            });
            modes.push((*mode as Word, ModeOperands::Ids(ids.collect())));
        }
        modes
    }
}

/// Variables.
impl<'a> Emitter<'a> {
    /// The argument of an entry function for a parameter of a node.
    #[expect(clippy::wildcard_enum_match_arm, reason = "a few cases of an enum of SPIR-V")]
    pub(crate) fn node_argument(&mut self, records: Records, name: &str) -> Word {
        let id = match records.storage {
            StorageClass::NodePayloadAMDX => {
                let variable = self.module_variable(records.storage, records.array, &format!("in.var.{name}"), None);
                self.interface().handed.push(variable);
                // Only inlining makes it a pointer that may be passed.
                self.legalisation.needed = true;
                variable
            }
            _ => self.spv.variable(&format!("param.var.{name}"), records.array),
        };
        self.nodes.of_id.insert(id, records.array);
        id
    }

    /// Records the target of a parameter of the current function.
    pub(crate) fn define_node_param(&mut self, pointer: Word, records: Records) -> Variable {
        self.nodes.of_id.insert(pointer, records.array);
        self.nodes.params.insert(pointer);
        Variable { pointer, storage: records.storage, repr: Repr::Value }
    }

    /// The node objects among the arguments of a call, which select the instance of the function.
    pub(crate) fn handed_records(&self, function: &Function, args: &[Pointer]) -> Vec<Records> {
        let is_node = |local: LocalId| self.node_of(function.body.locals[local].ty).is_some();
        let nodes = function.params.iter().filter(|param| is_node(param.local));
        let arrays = nodes.zip(args).map(|(_, pointer)| {
            let array = self.nodes.of_id.get(&pointer.id).copied().unwrap_or(0);
            Records { storage: pointer.storage, array }
        });
        arrays.collect()
    }

    /// A local variable for records: its type is that of its first value.
    fn records_variable(&mut self, local: LocalId, array: Word) -> Variable {
        if let Some(&variable) = self.current.locals.get(&local) {
            return variable;
        }
        let declared = &self.current.body.locals[local];
        let pointer = self.spv.variable_at(self.text(declared.name), array, declared.span);
        self.nodes.of_id.insert(pointer, array);
        let variable = Variable { pointer, storage: StorageClass::Function, repr: Repr::Value };
        self.current.locals.insert(local, variable);
        variable
    }

    /// Assigns records to a local variable and returns its pointer.
    pub(crate) fn keep_records(&mut self, local: LocalId, value: ExprId) -> Word {
        let span = self.spv.function.span();
        let source = self.object_place(value);
        let Some(&array) = self.nodes.of_id.get(&source.id) else { return source.id };
        let variable = self.records_variable(local, array);
        let is_same = self.nodes.of_id.get(&variable.pointer) == Some(&array);
        if !is_same || self.nodes.params.contains(&variable.pointer) {
            self.not_supported(span, "one variable for the records of several outputs");
            return variable.pointer;
        }
        let value = self.spv.load_word(array, source.id);
        self.spv.at(span);
        self.spv.store_word(variable.pointer, value);
        variable.pointer
    }

    /// Emits `records = others`, if an assignment is that.
    pub(crate) fn assign_records(&mut self, place: ExprId, value: ExprId) -> Option<Pointer> {
        let ty = self.expr_of(place).ty;
        self.node_of(ty)?;
        let ExprKind::Local(local) = self.expr_of(place).kind else {
            self.not_supported(self.spv.function.span(), "an assignment of records to a non-local variable");
            return Some(self.record_pointer(0, ty, StorageClass::Function));
        };
        let pointer = self.keep_records(local, value);
        Some(self.record_pointer(pointer, ty, StorageClass::Function))
    }

    /// The variable of a local node object.
    pub(crate) fn node_variable(&mut self, local: LocalId) -> Variable {
        if let Some(&variable) = self.current.locals.get(&local) {
            return variable;
        }
        self.not_supported(self.spv.function.span(), "an uninitialized record variable");
        let uint = self.spv.uint();
        self.records_variable(local, uint)
    }

    fn record_pointer(&self, id: Word, ty: TypeId, storage: StorageClass) -> Pointer {
        Pointer::new(id, ty, Repr::Value, storage)
    }

    /// All records at a pointer.
    pub(crate) fn read_records(&mut self, pointer: Pointer) -> Word {
        match self.nodes.of_id.get(&pointer.id) {
            Some(&array) => self.spv.load_word(array, pointer.id),
            None => self.unsupported("this use of records", pointer.ty),
        }
    }

    /// The place of a node object, which may be read as a value.
    pub(crate) fn object_place(&mut self, id: ExprId) -> Pointer {
        if let ExprKind::Load(inner) = self.expr_of(id).kind { self.object_place(inner) } else { self.pointer(id) }
    }
}

/// Methods.
impl Emitter<'_> {
    /// Emits a method of a node object.
    pub(crate) fn node_method(&mut self, kind: NodeMethod, object: ExprId, args: &MethodArgs<'_>, ty: TypeId) -> Word {
        match kind {
            NodeMethod::CountRecords(by) => {
                let made = self.new_records(object, args, by, ty);
                self.spv.effect(Op::EnqueueNodePayloadsAMDX, &[made.id]);
                0
            }
            NodeMethod::OutputComplete => {
                let records = self.object_place(object);
                self.spv.effect(Op::EnqueueNodePayloadsAMDX, &[records.id]);
                0
            }
            NodeMethod::IsValid => {
                let (node, index) = self.node_and_index(object, true);
                let bool = self.spv.bool();
                self.spv.op(Op::IsNodePayloadValidAMDX, bool, &[node.id, index])
            }
            NodeMethod::Count => {
                let records = self.object_place(object);
                let uint = self.spv.uint();
                self.spv.op(Op::NodePayloadArrayLengthAMDX, uint, &[records.id])
            }
            NodeMethod::FinishedCrossGroupSharing => {
                let records = self.object_place(object);
                let bool = self.spv.bool();
                self.spv.op(Op::FinishWritingNodePayloadAMDX, bool, &[records.id])
            }
            // The emitter treats these as places.
            NodeMethod::Get | NodeMethod::NewRecords(_) => self.unsupported("this node method", ty),
        }
    }

    /// Allocates records for an output.
    pub(crate) fn new_records(
        &mut self,
        object: ExprId,
        args: &MethodArgs<'_>,
        by: Granularity,
        ty: TypeId,
    ) -> Pointer {
        let (node, index) = self.node_and_index(object, false);
        let count = match args.value_of(Role::Records) {
            Some(count) => self.expr(count),
            None => self.spv.constant_uint(1),
        };
        let scope = match by {
            Granularity::Thread => Scope::Invocation,
            Granularity::Group => Scope::Workgroup,
        };
        let scope = self.spv.constant_uint(scope as u32);
        let array = self.nodes.of_id.get(&node.id).copied().unwrap_or_default();
        let pointer = self.spv.pointer(StorageClass::NodePayloadAMDX, array);
        let id = self.spv.op(Op::AllocateNodePayloadsAMDX, pointer, &[scope, count, index]);
        self.nodes.of_id.insert(id, array);
        self.record_pointer(id, ty, StorageClass::NodePayloadAMDX)
    }

    /// An output, and the index of the node in an array. A single node is the one that its declaration names; the
    /// decorations contain its index already, except for queries whether it exists.
    fn node_and_index(&mut self, object: ExprId, absolute: bool) -> (Pointer, Word) {
        let mut at = object;
        while let ExprKind::Load(inner) = self.expr_of(at).kind {
            at = inner;
        }
        if let ExprKind::ResourceElement { object, index, .. } = self.expr_of(at).kind {
            let node = self.object_place(object);
            let index = self.unsigned_index(index);
            return (node, index);
        }
        let node = self.object_place(at);
        let base = if absolute { self.named_index(at) } else { 0 };
        (node, self.spv.constant_uint(base))
    }

    /// The index of the node in the declaration of an output.
    fn named_index(&self, object: ExprId) -> u32 {
        let (Some(entry), ExprKind::Local(local)) = (self.entry(), &self.expr_of(object).kind) else { return 0 };
        if self.current.id != Some(entry.function) {
            return 0;
        }
        let function = &self.module.functions[entry.function];
        let position = function.params.iter().position(|param| param.local == *local);
        let payloads = position.and_then(|position| entry.params[position].payloads.as_ref());
        payloads.and_then(|payloads| payloads.target).map_or(0, |(_, index)| index)
    }

    /// `records.Get(index)`: the place of a record.
    pub(crate) fn record_place(&mut self, object: ExprId, args: &MethodArgs<'_>, ty: TypeId) -> Pointer {
        let records = self.object_place(object);
        let index = match args.value_of(Role::Record) {
            Some(index) => self.expr(index),
            None => self.spv.constant_uint(0),
        };
        self.record_element(records, index, ty)
    }
}
