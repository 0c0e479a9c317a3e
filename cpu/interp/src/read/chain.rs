//! Pointers to parts of what a pointer leads to.

use super::{Reader, Target, Value};
use crate::code::{ChooseCode, MemoryCode, Step};
use crate::error::{Result, refuse};
use crate::types::{Shape, Type};
use dialect::spirv::access::Access;
use dialect::spirv::decode::Inst;
use spirv::Op;
use std::sync::Arc;

/// A chain so far.
struct Chain {
    base: u32,
    ty: u32,
    target: Target,
    offset: u64,
    steps: Vec<Step>,
    /// True in the words of a byte address buffer.
    is_raw: bool,
}

/// The start of the names of types of byte address buffers.
const RAW: [&str; 2] = ["type.ByteAddressBuffer", "type.RWByteAddressBuffer"];

impl Reader<'_> {
    pub(super) fn chain(&mut self, inst: &Inst) -> Result<()> {
        let (id, base) = (inst.id(0), self.operand(inst, 0)?);
        let ty = self.pointee(base)?;
        let target = self.targets.get(&id).cloned().unwrap_or_default();
        let mut chain = Chain { base: base.slot, ty, target, offset: 0, steps: Vec::new(), is_raw: false };
        let mut indices: Vec<u32> = inst.ids_from(1).collect();
        if matches!(inst.op, Op::PtrAccessChain | Op::InBoundsPtrAccessChain) && !indices.is_empty() {
            let element = self.value(indices.remove(0))?;
            let stride = match self.index.decoration(base.ty, spirv::Decoration::ArrayStride) {
                Some(stride) => u64::from(stride.number(0)),
                None => self.types.size(ty, Shape::Packed)?,
            };
            self.step(&mut chain, element, stride, None);
        }
        for (at, index) in indices.into_iter().enumerate() {
            if at == 0 && self.is_descriptors(id, ty) {
                self.choose(&mut chain, index, inst)?;
            } else {
                self.part_of_chain(&mut chain, index)?;
            }
        }
        let slot = self.result(inst)?;
        self.targets.insert(inst.result_id(), chain.target);
        if let (Some(start), []) = (self.places.get(&chain.base).copied(), &chain.steps[..]) {
            self.fix(slot, start.plus(chain.offset));
            return Ok(());
        }
        self.push(MemoryCode::Chain { dst: slot, base: chain.base, offset: chain.offset, steps: chain.steps.into() })
    }

    /// Returns whether a pointer is a variable that is an array of descriptors.
    fn is_descriptors(&self, id: u32, ty: u32) -> bool {
        let is_variable = self.index.op(id) == Op::Variable && self.binding(id).is_some();
        is_variable && matches!(self.types.get(ty), Type::Array { .. } | Type::Runtime { .. })
    }

    /// Chooses a descriptor of an array.
    fn choose(&mut self, chain: &mut Chain, index: u32, inst: &Inst) -> Result<()> {
        let Some(binding) = self.binding(inst.id(0)) else { return refuse("descriptor without a binding") };
        let (of, index) = (self.types.part(chain.ty), self.value(index)?);
        let declared = if let Type::Array { count, .. } = self.types.get(chain.ty) { *count } else { binding.count };
        let is_buffer = matches!(self.types.get(of), Type::Struct(_));
        let dst = self.cells(2)?;
        self.push(MemoryCode::Choose(ChooseCode {
            dst,
            base: chain.base,
            index: index.slot,
            bits: self.scalar_of(index).bits(),
            count: declared,
            is_buffer,
            what: Arc::clone(&chain.target.name),
        }))?;
        (chain.base, chain.ty) = (dst, of);
        Ok(())
    }

    fn step(&self, chain: &mut Chain, index: Value, stride: u64, count: Option<u32>) {
        let name = &chain.target.name;
        let what = match (self.types.get(chain.ty), count) {
            (_, None) => Arc::clone(name),
            (Type::Vector { .. }, Some(count)) => format!("'{name}' (vector of {count})").into(),
            (Type::Matrix { .. }, Some(count)) => format!("'{name}' (matrix of {count} columns)").into(),
            (_, Some(count)) => format!("'{name}' ({count} elements)").into(),
        };
        chain.steps.push(Step {
            index: index.slot,
            bits: self.scalar_of(index).bits(),
            stride,
            count,
            what,
            bytes: None,
        });
    }

    /// The offset in bytes of which an index is a quarter.
    fn offset_in_bytes(&self, index: u32) -> Option<Value> {
        let inst = self.index.def(index).filter(|inst| inst.op == Op::ShiftRightLogical)?;
        self.constant(inst.id(1)).filter(|amount| *amount == 2)?;
        self.value(inst.id(0)).ok()
    }

    fn part_of_chain(&mut self, chain: &mut Chain, index: u32) -> Result<()> {
        let constant = self.constant(index);
        match self.types.get(chain.ty).clone() {
            Type::Struct(members) => {
                let name = self.names.get(&chain.ty).copied().unwrap_or_default();
                chain.is_raw = RAW.iter().any(|raw| name.starts_with(raw));
                let member = constant.and_then(|at| usize::try_from(at).ok()).filter(|at| *at < members.len());
                let Some(at) = member else { return refuse("member index is not a constant") };
                let (offset, shape) = self.types.member(&members, at)?;
                chain.offset = chain.offset.saturating_add(offset);
                chain.target.shape = shape;
                chain.target.coherent |= members[at].coherent;
                // The only member of a buffer has no name in the source.
                if !members[at].name.is_empty() && members.len() > 1 {
                    chain.target.name = format!("{}.{}", chain.target.name, members[at].name).into();
                }
                chain.ty = members[at].ty;
            }
            Type::Vector { .. } | Type::Matrix { .. } | Type::Array { .. } | Type::Runtime { .. } => {
                let (stride, shape) = self.types.step(chain.ty, chain.target.shape)?;
                let count = if matches!(self.types.get(chain.ty), Type::Runtime { .. }) {
                    None
                } else {
                    Some(self.types.length(chain.ty))
                };
                match constant.filter(|at| count.is_some_and(|count| *at < count.into())) {
                    Some(at) => chain.offset = chain.offset.saturating_add(at.saturating_mul(stride)),
                    None => {
                        let bytes = self.offset_in_bytes(index).filter(|_| chain.is_raw);
                        let index = self.value(index)?;
                        self.step(chain, index, stride, count);
                        if let (Some(bytes), Some(step)) = (bytes, chain.steps.last_mut()) {
                            step.bytes = Some((bytes.slot, self.types.least_word()));
                        }
                    }
                }
                if !matches!(self.types.get(chain.ty), Type::Vector { .. } | Type::Matrix { .. }) {
                    let at = constant.map_or_else(|| "..".to_owned(), |at| at.to_string());
                    chain.target.name = format!("{}[{at}]", chain.target.name).into();
                }
                chain.target.shape = shape;
                chain.ty = self.types.part(chain.ty);
            }
            Type::Void
            | Type::Scalar(_)
            | Type::Pointer { .. }
            | Type::Image(_)
            | Type::Sampler
            | Type::SampledImage(_)
            | Type::Scene
            | Type::Query
            | Type::Other => return refuse("cannot index a scalar"),
        }
        Ok(())
    }
}
