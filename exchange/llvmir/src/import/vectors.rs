//! Parts of vectors and composites.

use super::function::Body;
use super::output::Shape;
use crate::error::{Result, refuse};
use dialect::ir::{OpId, ValueId};
use dialect::llvm::{ops, types};
use dialect::spirv::facts;
use dialect::spirv::operands::Arg;
use spirv::Op;

/// SPIR-V's word for a component that may be anything.
const ANY: u32 = u32::MAX;

impl Body<'_, '_> {
    pub(super) fn extract_element(&mut self, op: OpId) -> Result<ValueId> {
        let operands = &self.import.module[op].operands;
        let (vector, ty) = (self.data(operands[0])?, self.result_type(op)?);
        match self.number(operands[1]) {
            Some(index) => {
                Ok(self.make(Op::CompositeExtract, ty, &[vector.into(), Arg::Word(self.component(vector, index)?)]))
            }
            None => {
                let index = self.data(operands[1])?;
                Ok(self.make(Op::VectorExtractDynamic, ty, &[vector, index]))
            }
        }
    }

    pub(super) fn insert_element(&mut self, op: OpId) -> Result<ValueId> {
        let operands = &self.import.module[op].operands;
        let (vector, value) = (self.data(operands[0])?, self.data(operands[1])?);
        let ty = self.type_of(vector);
        match self.number(operands[2]) {
            Some(index) => {
                let index = self.component(vector, index)?;
                Ok(self.make(Op::CompositeInsert, ty, &[value.into(), vector.into(), Arg::Word(index)]))
            }
            None => {
                let index = self.data(operands[2])?;
                Ok(self.make(Op::VectorInsertDynamic, ty, &[vector, value, index]))
            }
        }
    }

    /// The number of a component, which the vector must have.
    fn component(&self, vector: ValueId, index: u64) -> Result<u32> {
        match self.shape_of(vector) {
            Shape::Vector(_, len) if index < u64::from(len) => Ok(index as u32),
            _ => refuse("a vector has no such component"),
        }
    }

    pub(super) fn shuffle(&mut self, op: OpId) -> Result<ValueId> {
        let module = self.import.module;
        let (a, b) = (self.data(module[op].operands[0])?, self.data(module[op].operands[1])?);
        let ty = self.result_type(op)?;
        let lanes = facts::array_of(module, op, ops::MASK).iter();
        let lanes = lanes.map(|lane| facts::number(module, *lane).map_or(ANY, |lane| lane as u32));
        let operands: Vec<Arg> = [a, b].map(Arg::Value).into_iter().chain(lanes.map(Arg::Word)).collect();
        Ok(self.make(Op::VectorShuffle, ty, &operands))
    }

    pub(super) fn extract_value(&mut self, op: OpId) -> Result<ValueId> {
        let module = self.import.module;
        let (value, ty) = (self.data(module[op].operands[0])?, self.result_type(op)?);
        let operands: Vec<Arg> =
            std::iter::once(Arg::Value(value)).chain(types::positions(module, op).into_iter().map(Arg::Word)).collect();
        Ok(self.make(Op::CompositeExtract, ty, &operands))
    }

    pub(super) fn insert_value(&mut self, op: OpId) -> Result<ValueId> {
        let module = self.import.module;
        let (whole, part) = (self.data(module[op].operands[0])?, self.data(module[op].operands[1])?);
        let ty = self.type_of(whole);
        let operands: Vec<Arg> = [part, whole]
            .map(Arg::Value)
            .into_iter()
            .chain(types::positions(module, op).into_iter().map(Arg::Word))
            .collect();
        Ok(self.make(Op::CompositeInsert, ty, &operands))
    }
}
