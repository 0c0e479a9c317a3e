//! Variables of the module's scope, names, decorations, entry points.

use super::error::BuildError;
use super::id::Id;
use super::state::ModuleBuilder;
use base::source::Span;
use spirv::{Decoration, ExecutionMode, ExecutionModel, Op, StorageClass};

impl ModuleBuilder {
    /// `OpVariable` in the module's scope: a pointer to something of type `pointee`.
    ///
    /// # Errors
    /// When the pointee is not a type, when the storage class is that of variables of functions, or when the initial value
    /// is not a constant of this type.
    pub fn global_variable(&mut self, storage: StorageClass, pointee: Id, init: Option<Id>) -> Result<Id, BuildError> {
        let ty = self.type_number(pointee)?;
        if storage == StorageClass::Function {
            let what = "variables in the storage class Function belong to a function".to_owned();
            return Err(BuildError::Invalid { what });
        }
        let init = match init {
            Some(init) => {
                let constant = self.constant_number(init)?;
                let (_, found) = self.value(init)?;
                self.expect_type(|| format!("initial value {init}"), found, ty)?;
                Some(constant)
            }
            None => None,
        };
        let pointer = self.spv.pointer(storage, ty);
        let variable = self.spv.fresh_id();
        self.spv.out.variable(pointer, variable, storage, init);
        self.globals.insert(variable, pointer);
        Ok(self.id(variable))
    }

    /// `OpName`: the last name of an id counts.
    ///
    /// # Errors
    /// When the id belongs to another module.
    pub fn name(&mut self, id: Id, name: &str) -> Result<(), BuildError> {
        let number = self.number(id)?;
        self.spv.set_name(number, name);
        Ok(())
    }

    /// `OpDecorate` of a variable, a function or the result of an instruction. Types have their decorations from the
    /// start.
    ///
    /// # Errors
    /// When the id is something else.
    pub fn decorate(&mut self, id: Id, decoration: Decoration, literals: &[u32]) -> Result<(), BuildError> {
        let number = self.number(id)?;
        let is_global = self.globals.contains_key(&number) || self.functions.contains_key(&number);
        let local = self.current.as_ref().is_some_and(|current| current.values.contains_key(&number));
        match (is_global, local) {
            (false, true) if literals.is_empty() => self.spv.out.decorate_late(number, decoration),
            (false, false) => {
                return Err(BuildError::WrongKind { id, expected: "a variable, a function or a result" });
            }
            _ => self.spv.out.decorate(number, decoration, literals),
        }
        Ok(())
    }

    /// `OpEntryPoint`. The interface has the variables of the module's scope that the entry point uses: all of them from
    /// SPIR-V 1.4 on, those in the storage classes `Input` and `Output` before.
    ///
    /// # Errors
    /// When `function` is not a function, or the interface has something else than variables.
    pub fn entry_point(
        &mut self,
        model: ExecutionModel,
        function: Id,
        name: &str,
        interface: &[Id],
    ) -> Result<(), BuildError> {
        let function = self.function_number(function)?;
        let variables = self.numbers(interface)?;
        if let Some(&id) = interface.iter().find(|id| !self.globals.contains_key(&id.number())) {
            return Err(BuildError::WrongKind { id, expected: "a variable of the module" });
        }
        let words = [Op::EntryPoint as u32, model as u32];
        self.spv.availability.check(&words, Span::NONE);
        self.spv.out.entry_point(model, function, name, &variables);
        Ok(())
    }

    /// `OpExecutionMode`
    ///
    /// # Errors
    /// When `function` is not a function.
    pub fn execution_mode(&mut self, function: Id, mode: ExecutionMode, literals: &[u32]) -> Result<(), BuildError> {
        let function = self.function_number(function)?;
        self.spv.out.execution_mode(function, mode, literals);
        Ok(())
    }

    fn function_number(&self, id: Id) -> Result<u32, BuildError> {
        let number = self.number(id)?;
        match self.functions.contains_key(&number) {
            true => Ok(number),
            false => Err(BuildError::WrongKind { id, expected: "a function" }),
        }
    }
}
