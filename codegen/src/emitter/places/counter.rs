//! Counters of structured buffers: those of globals, and those that go along with locals, parameters and results that
//! represent a buffer.
//!
//! An alias of a buffer has a module variable beside it that holds a pointer to the buffer's counter; what holds
//! several buffers has one for each. Legalisation takes these variables away again.

use crate::emitter::Emitter;
use crate::emitter::state::memory::{CounterOwner, Path, Slot};
use sema::hir::expr::{Arg, Conversion, ExprId, ExprKind, ParamMode};
use sema::hir::ty::{Object, StructuredKind, Type, TypeId};
use sema::hir::{FunctionId, GlobalKind};
use spirv::{StorageClass, Word};

/// The limit of buffers in a value that is copied with their counters.
const MAX_BUFFERS: usize = 256;

/// Where a counter comes from that is passed on.
enum Source {
    /// The counter of the buffer that an expression names.
    Expr(ExprId),
    /// An alias of the buffer.
    Slot(Slot),
    /// The place behind a pointer.
    Block(Word),
}

impl Emitter<'_> {
    /// The counter of a buffer: a pointer to the number.
    pub(crate) fn counter_pointer(&mut self, object: ExprId) -> Option<Word> {
        let block = self.counter_block(object)?;
        let zero = self.spv.constant_uint(0);
        let int = self.spv.int();
        Some(self.spv.chain_word(self.buffer_storage(), int, block, &[zero]))
    }

    /// A pointer to the block that holds the counter. What the expression does has been done.
    fn counter_block(&mut self, object: ExprId) -> Option<Word> {
        match self.slot(object) {
            Some(slot) if self.is_counted(self.expr_of(object).ty) => Some(self.load_counter(slot)),
            Some(_) => None,
            None => self.global_counter(object),
        }
    }

    /// Where the counters lie of what an expression names, unless that is a global resource.
    #[expect(clippy::wildcard_enum_match_arm, reason = "the other expressions do not name a buffer")]
    fn slot(&mut self, object: ExprId) -> Option<Slot> {
        let expr = self.expr_of(object);
        let owner = match expr.kind {
            ExprKind::Load(inner) | ExprKind::Assign { place: inner, .. } => return self.slot(inner),
            ExprKind::Member { base, field } => return Some(self.slot(base)?.within(&[field])),
            ExprKind::Convert { conversion: Conversion::ToBase, operand } => {
                return Some(self.slot(operand)?.within(&[0]));
            }
            ExprKind::Index { base, index } => {
                let index = self.known_integer(index)?;
                return Some(self.slot(base)?.within(&[index as u32]));
            }
            ExprKind::Global(global) if self.is_static(global) => {
                CounterOwner::Variable(self.global_variable(global).pointer)
            }
            ExprKind::Local(local) => match self.counters.params.get(&local) {
                Some(&owner) => owner,
                None => CounterOwner::Variable(self.local_variable(local).pointer),
            },
            ExprKind::Call { function, .. } => CounterOwner::Result(function),
            _ => return None,
        };
        Some(Slot { owner, path: Path::new() })
    }

    fn is_static(&self, global: sema::hir::GlobalId) -> bool {
        matches!(self.module.globals[global].kind, GlobalKind::Static { .. })
    }

    fn global_counter(&mut self, object: ExprId) -> Option<Word> {
        let mut indices = Vec::new();
        let global = self.root_buffer(object, &mut indices)?;
        let counter = self.module.globals[global].attributes.counter?;
        let variable = self.global_variable(counter);
        if indices.is_empty() {
            return Some(variable.pointer);
        }
        let block = self.counter_type();
        Some(self.spv.chain_word(variable.storage, block, variable.pointer, &indices))
    }

    fn is_counted(&self, ty: TypeId) -> bool {
        self.module.aliased_counters
            && matches!(
                self.module.types[ty],
                Type::Object(Object::StructuredBuffer { kind, .. }) if kind != StructuredKind::StructuredBuffer
            )
    }

    /// The ways to all buffers with counters in something of a type; one more than [`MAX_BUFFERS`] at most.
    fn counted_paths(&self, ty: TypeId) -> Vec<Path> {
        let mut found = Vec::new();
        if self.module.aliased_counters && self.holds_resource(ty) {
            self.gather_counted(ty, &mut Path::new(), &mut found);
        }
        found
    }

    fn gather_counted(&self, ty: TypeId, path: &mut Path, found: &mut Vec<Path>) {
        if self.is_counted(ty) {
            return found.push(path.clone());
        }
        let parts: Box<dyn Iterator<Item = TypeId>> = match self.module.types[ty] {
            Type::Array(element, count) if self.holds_resource(element) => {
                Box::new(std::iter::repeat_n(element, count as usize))
            }
            Type::Struct(id) => Box::new(self.module.structs[id].fields.iter().map(|field| field.ty)),
            Type::Error
            | Type::Void
            | Type::String
            | Type::Scalar(_)
            | Type::Vector(..)
            | Type::Matrix { .. }
            | Type::Array(..)
            | Type::RuntimeArray(_)
            | Type::Enum(_)
            | Type::Object(_)
            | Type::BufferPointer(..)
            | Type::Spirv(_)
            | Type::Transient(_) => return,
        };
        for (number, part) in parts.take(MAX_BUFFERS + 1).enumerate() {
            if found.len() <= MAX_BUFFERS {
                path.push(number as u32);
                self.gather_counted(part, path, found);
                path.pop();
            }
        }
    }

    fn load_counter(&mut self, slot: Slot) -> Word {
        let variable = self.counter_variable(slot);
        let block = self.counter_type();
        let pointer = self.spv.pointer(self.buffer_storage(), block);
        self.spv.load_word(pointer, variable)
    }

    fn counter_variable(&mut self, slot: Slot) -> Word {
        if let Some(&known) = self.counters.variables.get(&slot) {
            return known;
        }
        self.note_early_resource();
        let block = self.counter_type();
        let pointer = self.spv.pointer(self.buffer_storage(), block);
        let variable = self.module_variable(StorageClass::Private, pointer, "counter.var", None);
        self.counters.variables.insert(slot, variable);
        variable
    }

    /// Hands the counters of buffers on to what represents the buffers from now on.
    pub(crate) fn hand_counter(&mut self, owner: CounterOwner, value: ExprId) {
        self.hand_counters(&Slot { owner, path: Path::new() }, value);
    }

    fn hand_counters(&mut self, target: &Slot, value: ExprId) {
        let expr = self.expr_of(value);
        if matches!(expr.kind, ExprKind::Undef) {
            return;
        }
        let paths = self.counted_paths(expr.ty);
        let sources = self.counter_sources(value);
        if paths.len() > MAX_BUFFERS || sources.len() < paths.len() {
            return self.not_supported(expr.span, "the counter of a buffer that is selected in this way");
        }
        for (path, source) in paths.iter().zip(sources) {
            let block = match source {
                Source::Slot(slot) => Some(self.load_counter(slot)),
                Source::Expr(part) => self.counter_block(part),
                Source::Block(block) => Some(block),
            };
            match block {
                Some(block) => {
                    let variable = self.counter_variable(target.within(path));
                    self.spv.store_word(variable, block);
                }
                None => self.not_supported(expr.span, "the counter of a buffer that is selected in this way"),
            }
        }
    }

    /// Where the counters of all buffers in a value are, as far as that is known.
    fn counter_sources(&mut self, value: ExprId) -> Vec<Source> {
        let expr = self.expr_of(value);
        if self.is_counted(expr.ty) {
            return vec![Source::Expr(value)];
        }
        let paths = self.counted_paths(expr.ty);
        if paths.is_empty() {
            return Vec::new();
        }
        if let ExprKind::Construct { parts } = &expr.kind {
            return parts.iter().flat_map(|&part| self.counter_sources(part)).collect();
        }
        let Some(slot) = self.slot(value) else { return self.global_sources(value, &paths) };
        paths.iter().map(|path| Source::Slot(slot.within(path))).collect()
    }

    /// Where the counters are of a whole array of buffers that the application binds.
    fn global_sources(&mut self, value: ExprId, paths: &[Path]) -> Vec<Source> {
        let mut indices = Vec::new();
        let Some(global) = self.root_buffer(value, &mut indices) else { return Vec::new() };
        let Some(counter) = self.module.globals[global].attributes.counter else { return Vec::new() };
        let variable = self.global_variable(counter);
        let block = self.counter_type();
        let chains = paths.iter().map(|path| {
            let mut steps = indices.clone();
            steps.extend(path.iter().map(|&index| self.spv.constant_uint(index)));
            Source::Block(self.spv.chain_word(variable.storage, block, variable.pointer, &steps))
        });
        chains.collect()
    }

    /// `place = value`, where the place may represent buffers.
    pub(crate) fn assign_counter(&mut self, place: ExprId, value: ExprId) {
        if self.counted_paths(self.expr_of(place).ty).is_empty() {
            return;
        }
        match self.slot(place) {
            Some(slot) => self.hand_counters(&slot, value),
            None => self.not_supported(self.expr_of(place).span, "the counter of a buffer in this context"),
        }
    }

    /// The counters of the object and of arguments, before the call.
    pub(crate) fn pass_counters(&mut self, function: FunctionId, object: Option<ExprId>, args: &[Arg]) {
        if let Some(object) = object {
            self.hand_counter(CounterOwner::This(function), object);
        }
        for (position, arg) in args.iter().enumerate() {
            self.hand_counter(CounterOwner::Param(function, position), arg.expr);
        }
    }

    /// The counters of what the function may have put into its object and into arguments.
    pub(crate) fn take_counters(&mut self, function: FunctionId, object: Option<ExprId>, args: &[Arg]) {
        let written = |arg: &Arg| matches!(arg.mode, ParamMode::Out | ParamMode::InOut);
        for (position, arg) in args.iter().enumerate().filter(|(_, arg)| written(arg)) {
            self.take_counter(arg.expr, CounterOwner::Param(function, position));
        }
        if let Some(object) = object {
            self.take_counter(object, CounterOwner::This(function));
        }
    }

    fn take_counter(&mut self, place: ExprId, owner: CounterOwner) {
        let paths = self.counted_paths(self.expr_of(place).ty);
        if paths.is_empty() {
            return;
        }
        let Some(target) = self.slot(place) else { return };
        for path in paths {
            let block = self.load_counter(Slot { owner, path: path.clone() });
            let variable = self.counter_variable(target.within(&path));
            self.spv.store_word(variable, block);
        }
    }

    /// The counter of what the function returns that is being emitted.
    pub(crate) fn return_counter(&mut self, value: ExprId) {
        if let Some(function) = self.current.id {
            self.hand_counter(CounterOwner::Result(function), value);
        }
    }

    /// Notes which parameters have counters beside them; the code of an entry point has none.
    pub(crate) fn begin_counters(&mut self, id: Option<FunctionId>) {
        self.counters.params.clear();
        let Some(id) = id else { return };
        let module = self.module;
        let function = &module.functions[id];
        for (position, param) in function.params.iter().enumerate() {
            if !self.counted_paths(function.body.locals[param.local].ty).is_empty() {
                self.counters.params.insert(param.local, CounterOwner::Param(id, position));
            }
        }
        if let Some(this) = function.this {
            self.counters.params.insert(this, CounterOwner::This(id));
        }
    }
}
