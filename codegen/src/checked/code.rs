//! Functions and blocks.

use super::error::BuildError;
use super::id::Id;
use super::state::{Current, Label, ModuleBuilder};
use base::source::Span;
use rustc_hash::FxHashMap;
use spirv::{FunctionControl, LoopControl, Op, SelectionControl, StorageClass, Word};

/// A function that was begun.
#[derive(Clone, Debug)]
pub struct Function {
    /// Its id, for calls and entry points.
    pub id: Id,
    /// Its parameters, which are values in it.
    pub params: Vec<Id>,
}

/// Functions.
impl ModuleBuilder {
    /// Begins a function.
    ///
    /// # Errors
    /// When the one before is not ended, or an id is not a type.
    pub fn begin_function(&mut self, result: Id, params: &[Id]) -> Result<Function, BuildError> {
        if self.current.is_some() {
            return Err(BuildError::OpenFunction);
        }
        let result = self.type_number(result)?;
        let types: Vec<Word> = params.iter().map(|&ty| self.type_number(ty)).collect::<Result<_, _>>()?;
        let ty = self.spv.function_type(result, &types);
        let function = self.spv.fresh_id();
        self.spv.function.begin(result, function, FunctionControl::NONE, ty, Span::NONE);
        self.functions.insert(function, ty);
        let mut values = FxHashMap::default();
        let mut ids = Vec::with_capacity(types.len());
        for ty in types {
            let parameter = self.spv.fresh_id();
            self.spv.function.parameter(ty, parameter, Span::NONE);
            values.insert(parameter, ty);
            ids.push(self.id(parameter));
        }
        let (labels, targets) = (FxHashMap::default(), Vec::new());
        self.current = Some(Current { result, values, labels, targets, merges: false });
        Ok(Function { id: self.id(function), params: ids })
    }

    /// Ends the function. Its values are not visible from here on.
    ///
    /// # Errors
    /// When it has no block, when a block has no terminator, or when one that is branched to was never begun.
    pub fn end_function(&mut self) -> Result<(), BuildError> {
        let current = self.current.as_ref().ok_or(BuildError::NoFunction)?;
        if !self.spv.is_terminated() {
            return Err(BuildError::OpenBlock { label: self.id(self.spv.function.current_block()) });
        }
        if self.spv.function.current_block() == 0 {
            return Err(BuildError::NoBlock);
        }
        let missing = current.targets.iter().find(|target| current.labels.get(target) != Some(&Label::Begun));
        if let Some(&label) = missing {
            return Err(BuildError::MissingBlock { label: self.id(label) });
        }
        self.spv.end_function(|_, _, _, _| {});
        self.current = None;
        Ok(())
    }

    /// `OpVariable` of the function: a pointer to something of type `pointee`.
    ///
    /// # Errors
    /// When no function is begun, or the pointee is not a type.
    pub fn local_variable(&mut self, pointee: Id) -> Result<Id, BuildError> {
        let ty = self.type_number(pointee)?;
        if self.current.is_none() {
            return Err(BuildError::NoFunction);
        }
        let variable = self.spv.variable("", ty);
        let pointer = self.spv.pointer(StorageClass::Function, ty);
        Ok(self.define(variable, pointer))
    }
}

/// Blocks.
impl ModuleBuilder {
    /// A label for a block of the function.
    ///
    /// # Errors
    /// When no function is begun.
    pub fn label(&mut self) -> Result<Id, BuildError> {
        let label = self.spv.ctx.fresh_id();
        let current = self.current.as_mut().ok_or(BuildError::NoFunction)?;
        current.labels.insert(label, Label::Announced);
        Ok(self.id(label))
    }

    /// Begins a block: instructions go there from here on.
    ///
    /// # Errors
    /// When the block before has no terminator, when this one was begun already, or when the label is none of the function.
    pub fn begin_block(&mut self, label: Id) -> Result<(), BuildError> {
        let number = self.label_number(label)?;
        if !self.spv.is_terminated() {
            return Err(BuildError::OpenBlock { label: self.id(self.spv.function.current_block()) });
        }
        let current = self.current.as_mut().ok_or(BuildError::NoFunction)?;
        if current.labels.insert(number, Label::Begun) == Some(Label::Begun) {
            return Err(BuildError::FilledTwice { label });
        }
        self.spv.begin_block(number);
        Ok(())
    }

    /// `OpSelectionMerge`: the block is the header of a selection, and a conditional branch or a switch follows.
    ///
    /// # Errors
    /// When no block is begun, or `merge` is not a label of the function.
    pub fn selection_merge(&mut self, merge: Id) -> Result<(), BuildError> {
        let merge = self.label_number(merge)?;
        self.require_block()?;
        self.spv.function.selection_merge(merge, SelectionControl::NONE);
        self.announce_merge(&[merge])
    }

    /// `OpLoopMerge`: the block is the header of a loop, and a branch follows.
    ///
    /// # Errors
    /// When no block is begun, or an id is not a label of the function.
    pub fn loop_merge(&mut self, merge: Id, continue_target: Id) -> Result<(), BuildError> {
        let (merge, continue_target) = (self.label_number(merge)?, self.label_number(continue_target)?);
        self.require_block()?;
        self.spv.function.loop_merge(merge, continue_target, LoopControl::NONE);
        self.announce_merge(&[merge, continue_target])
    }

    fn announce_merge(&mut self, labels: &[Word]) -> Result<(), BuildError> {
        let current = self.current.as_mut().ok_or(BuildError::NoFunction)?;
        current.targets.extend_from_slice(labels);
        current.merges = true;
        Ok(())
    }

    /// `OpBranch`
    ///
    /// # Errors
    /// When no block is begun, or the target is not a label of the function.
    pub fn branch(&mut self, target: Id) -> Result<(), BuildError> {
        let target = self.label_number(target)?;
        self.require_target_block()?;
        self.target(&[target]);
        self.spv.branch(target);
        Ok(())
    }

    /// `OpBranchConditional`
    ///
    /// # Errors
    /// When no block is begun, when the condition is not a boolean, or when a target is not a label of the function.
    pub fn branch_conditional(&mut self, condition: Id, then: Id, otherwise: Id) -> Result<(), BuildError> {
        let (then, otherwise) = (self.label_number(then)?, self.label_number(otherwise)?);
        self.require_target_block()?;
        let condition = self.check_condition(condition)?;
        self.target(&[then, otherwise]);
        self.spv.function.branch_conditional(condition, then, otherwise);
        Ok(())
    }

    /// `OpSwitch` on an integer of 32 bits.
    ///
    /// # Errors
    /// When no block is begun, when the selector is not an integer, or when a target is not a label of the function.
    pub fn switch(&mut self, selector: Id, default: Id, cases: &[(u32, Id)]) -> Result<(), BuildError> {
        let default = self.label_number(default)?;
        let mut labels = vec![default];
        let mut words = Vec::with_capacity(cases.len() * 2);
        for &(literal, label) in cases {
            let label = self.label_number(label)?;
            labels.push(label);
            words.extend_from_slice(&[literal, label]);
        }
        self.require_target_block()?;
        let selector = self.check_integer(Op::Switch, 1, selector)?;
        self.target(&labels);
        self.spv.function.switch(selector, default, &words, &labels);
        Ok(())
    }

    /// `OpReturn`
    ///
    /// # Errors
    /// When no block is begun, or the function has a result.
    pub fn return_void(&mut self) -> Result<(), BuildError> {
        self.require_block()?;
        let void = self.spv.void();
        self.check_result(void)?;
        self.spv.terminate(Op::Return, &[]);
        Ok(())
    }

    /// `OpReturnValue`
    ///
    /// # Errors
    /// When no block is begun, or the value has not the type of the function's result.
    pub fn return_value(&mut self, value: Id) -> Result<(), BuildError> {
        self.require_block()?;
        let (value, ty) = self.value(value)?;
        self.check_result(ty)?;
        self.spv.terminate(Op::ReturnValue, &[value]);
        Ok(())
    }

    /// A terminator without operands: such as `OpUnreachable` and `OpKill`.
    ///
    /// # Errors
    /// When no block is begun, or the instruction is none of these.
    pub fn terminate(&mut self, op: Op) -> Result<(), BuildError> {
        if !matches!(op, Op::Unreachable | Op::Kill | Op::TerminateInvocation) {
            return Err(BuildError::WrongMethod { op, expected: "a terminator without operands" });
        }
        self.require_block()?;
        self.spv.terminate(op, &[]);
        Ok(())
    }

    fn check_result(&self, found: Word) -> Result<(), BuildError> {
        let current = self.current.as_ref().ok_or(BuildError::NoFunction)?;
        self.expect_type(|| "the returned value".to_owned(), found, current.result)
    }

    /// Notes branches, which end what a merge instruction began.
    fn target(&mut self, labels: &[Word]) {
        if let Some(current) = self.current.as_mut() {
            current.targets.extend_from_slice(labels);
            current.merges = false;
        }
    }

    fn label_number(&self, id: Id) -> Result<Word, BuildError> {
        let number = self.number(id)?;
        let current = self.current.as_ref().ok_or(BuildError::NoFunction)?;
        match current.labels.contains_key(&number) {
            true => Ok(number),
            false => Err(BuildError::WrongKind { id, expected: "a label of this function" }),
        }
    }

    /// Checks that a block takes instructions, and that no merge instruction waits for its branch.
    pub(super) fn require_block(&self) -> Result<(), BuildError> {
        self.require_target_block()?;
        match self.current.as_ref().is_some_and(|current| current.merges) {
            true => Err(BuildError::MergeWithoutBranch),
            false => Ok(()),
        }
    }

    fn require_target_block(&self) -> Result<(), BuildError> {
        if self.current.is_none() {
            return Err(BuildError::NoFunction);
        }
        if self.spv.is_terminated() { Err(BuildError::NoBlock) } else { Ok(()) }
    }

    /// Gives a value of the function a type.
    pub(super) fn define(&mut self, value: Word, ty: Word) -> Id {
        if let Some(current) = self.current.as_mut() {
            current.values.insert(value, ty);
        }
        self.id(value)
    }
}
