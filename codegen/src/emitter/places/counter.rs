//! Counters of structured buffers: those of globals, and those that go along with locals, parameters and results that
//! stand for a buffer.
//!
//! What stands for a buffer has a module variable beside it that holds a pointer to the buffer's counter. Legalisation
//! takes these variables away again.

use crate::emitter::Emitter;
use rustc_hash::FxHashMap;
use sema::hir::expr::{Arg, ExprId, ExprKind};
use sema::hir::ty::{Object, StructuredKind, Type, TypeId};
use sema::hir::{FunctionId, GlobalKind, LocalId};
use spirv::{StorageClass, Word};

/// What stands for a buffer and has a counter beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum CounterOwner {
    /// A local or static, by its variable.
    Variable(Word),
    /// A parameter, by its position.
    Param(FunctionId, usize),
    /// What a function returns.
    Result(FunctionId),
}

/// The counters of what stands for a buffer.
#[derive(Debug, Default)]
pub(crate) struct Counters {
    /// The parameters that stand for buffers in the function that is being emitted.
    params: FxHashMap<LocalId, CounterOwner>,
    /// The variables that lead to counters.
    variables: FxHashMap<CounterOwner, Word>,
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
        match self.expr_of(object).kind {
            ExprKind::Load(inner) => self.counter_block(inner),
            ExprKind::Assign { place, .. } => self.counter_block(place),
            ExprKind::Global(global) if self.is_static(global) => {
                let owner = CounterOwner::Variable(self.global_variable(global).pointer);
                self.load_counter(owner, self.expr_of(object).ty)
            }
            ExprKind::Local(local) => {
                let owner = match self.counters.params.get(&local) {
                    Some(&owner) => owner,
                    None => CounterOwner::Variable(self.local_variable(local).pointer),
                };
                self.load_counter(owner, self.expr_of(object).ty)
            }
            ExprKind::Call { function, .. } => {
                self.load_counter(CounterOwner::Result(function), self.expr_of(object).ty)
            }
            _ => self.global_counter(object),
        }
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

    fn load_counter(&mut self, owner: CounterOwner, ty: TypeId) -> Option<Word> {
        if !self.is_counted(ty) {
            return None;
        }
        let variable = self.counter_variable(owner);
        let block = self.counter_type();
        let pointer = self.spv.pointer(self.buffer_storage(), block);
        Some(self.spv.load_word(pointer, variable))
    }

    fn counter_variable(&mut self, owner: CounterOwner) -> Word {
        if let Some(&known) = self.counters.variables.get(&owner) {
            return known;
        }
        self.needs_legalisation = true;
        let block = self.counter_type();
        let pointer = self.spv.pointer(self.buffer_storage(), block);
        let variable = self.module_variable(StorageClass::Private, pointer, "counter.var", None);
        self.counters.variables.insert(owner, variable);
        variable
    }

    /// Hands the counter of a buffer on to what stands for the buffer from now on.
    pub(crate) fn hand_counter(&mut self, owner: CounterOwner, value: ExprId) {
        if !self.is_counted(self.expr_of(value).ty) || matches!(self.expr_of(value).kind, ExprKind::Undef) {
            return;
        }
        match self.counter_block(value) {
            Some(block) => {
                let variable = self.counter_variable(owner);
                self.spv.store_word(variable, block);
            }
            None => self.not_supported(self.expr_of(value).span, "the counter of a buffer that is chosen in this way"),
        }
    }

    /// `place = value`, where the place may stand for a buffer.
    pub(crate) fn assign_counter(&mut self, place: ExprId, value: ExprId) {
        if !self.is_counted(self.expr_of(place).ty) {
            return;
        }
        let owner = match self.expr_of(place).kind {
            ExprKind::Local(local) => match self.counters.params.get(&local) {
                Some(&owner) => owner,
                None => CounterOwner::Variable(self.local_variable(local).pointer),
            },
            ExprKind::Global(global) => CounterOwner::Variable(self.global_variable(global).pointer),
            _ => return self.not_supported(self.expr_of(place).span, "the counter of a buffer in a struct or array"),
        };
        self.hand_counter(owner, value);
    }

    /// The counters of arguments.
    pub(crate) fn pass_counters(&mut self, function: FunctionId, args: &[Arg]) {
        for (position, arg) in args.iter().enumerate() {
            self.hand_counter(CounterOwner::Param(function, position), arg.expr);
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
            if self.is_counted(function.body.locals[param.local].ty) {
                self.counters.params.insert(param.local, CounterOwner::Param(id, position));
            }
        }
    }
}
