//! Constant arrays of integers as data: one instruction instead of one for each element.

use super::Writer;
use crate::ir::{Attr, AttrId, Type, TypeId};
use crate::spirv::types::SpirvType;

impl Writer<'_> {
    /// The words of an array of integers without a layout, where the module declares that it has constant data.
    pub(super) fn data_words(&self, elems: &[AttrId], ty: TypeId) -> Option<Vec<u32>> {
        if !self.has_data {
            return None;
        }
        let Type::Spirv(SpirvType::Array { elem, stride: None, .. }) = &self.ctx[ty] else { return None };
        let Type::Int { width, .. } = self.ctx[*elem] else { return None };
        if !width.is_power_of_two() || !(8..=64).contains(&width) {
            return None;
        }
        let mut words = vec![0; (elems.len() * width as usize).div_ceil(32)];
        for (number, attr) in elems.iter().enumerate() {
            let Attr::Int { bits, .. } = self.ctx[*attr] else { return None };
            let at = number * width as usize;
            words[at / 32] |= (bits << (at % 32)) as u32;
            if width == 64 {
                words[at / 32 + 1] = (bits >> 32) as u32;
            }
        }
        Some(words)
    }
}
