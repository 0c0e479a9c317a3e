//! The functions of a module that read, write and sample textures for all lanes of a wave: which ones its code calls.

use super::state::Lowering;
pub(crate) use super::texture_key::{Action, Class, Key, Lod};
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
        let (lanes, word, float) = (self.workgroup.wave, self.b.int(32), self.b.float(32));
        self.b.module.ctx.vector(if is_float { float } else { word }, lanes)
    }

    /// The types of a function's parameters: the context, the image, the sampler if it takes one, the lanes that take
    /// part, the coordinates, the level, a texel to write.
    pub(crate) fn texture_params(&mut self, key: &Key) -> Vec<TypeId> {
        let (ptr, bool, lanes) = (self.b.ptr(), self.b.module.ctx.bool(), self.workgroup.wave);
        let mask = self.b.module.ctx.vector(bool, lanes);
        let mut params = vec![ptr; if key.has_sampler() { 3 } else { 2 }];
        params.push(mask);
        let coordinate = self.texture_number(key.has_sampler());
        params.extend(vec![coordinate; key.coords]);
        match key.lod {
            Lod::None => {}
            Lod::Once => params.push(self.b.module.ctx.scalar_of(coordinate)),
            Lod::Each => params.push(coordinate),
        }
        let component = self.texture_number(key.class == Class::Float);
        params.extend(vec![component; if key.action == Action::Write { 4 } else { 0 }]);
        params
    }

    /// What a function gives: the four components of texels.
    pub(crate) fn texture_result(&mut self, key: &Key) -> TypeId {
        if key.action == Action::Write {
            return self.b.module.ctx.none();
        }
        let component = self.texture_number(key.class == Class::Float);
        types::array(&mut self.b.module.ctx, component, 4)
    }
}

pub(crate) fn texture_name(index: usize) -> String {
    format!("texture_{index}")
}
