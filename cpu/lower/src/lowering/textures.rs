//! The functions of a module that read, write and sample textures for all lanes of a wave: which ones its code calls.

use super::state::Lowering;
pub(crate) use super::texture_key::{Action, Class, Key, Lod, MOST_OFFSET, Offset};
use dialect::ir::TypeId;
use dialect::llvm::types;

impl Lowering<'_> {
    /// The name of the function for a key, which is made when all others are.
    pub(crate) fn texture_function(&mut self, key: Key) -> String {
        let index = self.textures.iter().position(|known| *known == key).unwrap_or_else(|| {
            self.textures.push(key);
            self.textures.len() - 1
        });
        texture_name(index)
    }

    /// The type of a number of all lanes: of coordinates, or of components of texels.
    pub(crate) fn texture_number(&mut self, is_float: bool) -> TypeId {
        let (lanes, word, float) = (self.known.workgroup.wave, self.b.int(32), self.b.float(32));
        self.b.module.ctx.vector(if is_float { float } else { word }, lanes)
    }

    /// The types of a function's parameters: the context, the image, the sampler if it takes one, the lanes that take
    /// part, the coordinates, the level or the derivatives that lead to it, a reference, the least level, an offset, a
    /// texel to write.
    pub(crate) fn texture_params(&mut self, key: &Key) -> Vec<TypeId> {
        let (ptr, mask) = (self.b.ptr(), self.texture_mask());
        let mask = self.b.carried_type(mask);
        let coordinate = self.texture_number(key.has_sampler());
        let (number, int) = (self.texture_number(true), self.texture_number(false));
        let level = if key.lod == Lod::Once { self.b.module.ctx.scalar_of(coordinate) } else { coordinate };
        let component = self.texture_number(key.class == Class::Float);
        let mut params = vec![ptr; if key.has_sampler() { 3 } else { 2 }];
        let rest = [
            (mask, 1),
            (coordinate, key.coords),
            (level, key.lods()),
            (number, usize::from(key.is_compared)),
            (number, usize::from(key.has_min_lod)),
            (int, key.offsets()),
            (component, if key.action == Action::Write { 4 } else { 0 }),
        ];
        params.extend(rest.into_iter().flat_map(|(ty, count)| vec![ty; count]));
        params
    }

    /// The lanes that take part, which a function is handed like what goes from block to block: nothing is known of bits
    /// that become words.
    pub(crate) fn texture_mask(&mut self) -> TypeId {
        let (bool, lanes) = (self.b.module.ctx.bool(), self.known.workgroup.wave);
        self.b.module.ctx.vector(bool, lanes)
    }

    /// Result type of a function: the four components of texels, or where they are, or nothing.
    pub(crate) fn texture_result(&mut self, key: &Key) -> TypeId {
        match self.texture_results(key).as_slice() {
            [] => self.b.module.ctx.none(),
            [one] => *one,
            [component, ..] => types::array(&mut self.b.module.ctx, *component, 4),
        }
    }

    /// The parts of what a function gives, each a vector of all lanes.
    pub(crate) fn texture_results(&mut self, key: &Key) -> Vec<TypeId> {
        match key.action {
            Action::Write => Vec::new(),
            Action::Address => {
                let ptr = self.b.ptr();
                vec![self.b.module.ctx.vector(ptr, self.known.workgroup.wave)]
            }
            Action::Fetch | Action::Read | Action::Sample | Action::Gather => {
                vec![self.texture_number(key.class == Class::Float); 4]
            }
        }
    }
}

pub(crate) fn texture_name(index: usize) -> String {
    format!("texture_{index}")
}
