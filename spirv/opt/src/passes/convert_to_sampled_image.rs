//! A texture and a sampler of one descriptor become one variable: a combined image sampler.
//!
//! A load of the texture gives the sampled image. `OpSampledImage` with its own sampler is that value; every other use
//! of the image takes `OpImage` of it. The sampler goes as dead code.

use crate::debug;
use crate::edit::{self, Replaced};
use crate::options::Options;
use base::ids::Map;
use base::intern::Symbol;
use dialect::ir::{Attr, Module, OpId, Type, TypeId, ValueId, walk};
use dialect::spirv::enums::Kind;
use dialect::spirv::ops;
use dialect::spirv::types::{SAMPLER_USE, SpirvType};
use dialect::spirv::{attrs, facts, host};
use rustc_hash::{FxHashMap, FxHashSet};
use spirv::{Decoration, Op, StorageClass};

/// A set and a binding.
type Place = (u64, u64);

/// The variables that share descriptors.
#[derive(Default)]
struct Shared {
    textures: Map<Symbol, Texture>,
    samplers: Map<Symbol, Place>,
}

struct Texture {
    op: OpId,
    place: Place,
    image: TypeId,
    /// The type of the sampled image, and of a pointer to it.
    both: TypeId,
    pointer: TypeId,
}

/// Combines the textures and samplers whose descriptors the options name.
pub(crate) fn combine(module: &mut Module, options: &Options) {
    let mut shared = Shared::of(module, options);
    refuse(module, &mut shared);
    if shared.textures.is_empty() {
        return;
    }
    for texture in shared.textures.values() {
        let ty = module.ctx.attr(Attr::Type(texture.pointer));
        module[texture.op].set_attr(attrs::TYPE, ty);
    }
    for func in edit::functions(module) {
        function(module, func, &shared);
    }
}

impl Shared {
    fn of(module: &mut Module, options: &Options) -> Shared {
        let wanted: FxHashSet<Place> =
            options.combined_samplers.iter().map(|(set, binding)| (u64::from(*set), u64::from(*binding))).collect();
        let mut shared = Shared::default();
        if wanted.is_empty() {
            return shared;
        }
        for (op, ty, storage) in host::variables(module).collect::<Vec<_>>() {
            let (Some(name), Some(place)) = (facts::name_of(module, op), place(module, op)) else { continue };
            if storage != StorageClass::UniformConstant || !wanted.contains(&place) {
                continue;
            }
            if is_texture(module, ty) {
                shared.textures.insert(name, texture(module, op, place, ty));
            } else if module.ctx[ty] == Type::Spirv(SpirvType::Sampler) {
                shared.samplers.insert(name, place);
            }
        }
        shared
    }
}

/// The set and binding of a variable.
fn place(module: &Module, op: OpId) -> Option<Place> {
    let number = |decoration: Decoration| {
        let row = Kind::Decoration.table().get(decoration as u32)?;
        facts::number_of(module, op, row.snake)
    };
    Some((number(Decoration::DescriptorSet)?, number(Decoration::Binding)?))
}

/// Returns whether a type is that of an image that may be sampled.
fn is_texture(module: &Module, ty: TypeId) -> bool {
    let uses = |at: u8| SAMPLER_USE.get(usize::from(at)).copied();
    matches!(&module.ctx[ty], Type::Spirv(SpirvType::Image(image)) if uses(image.sampler_use) == Some("NeedSampler"))
}

fn texture(module: &mut Module, op: OpId, place: Place, image: TypeId) -> Texture {
    let both = module.ctx.ty(Type::Spirv(SpirvType::SampledImage(image)));
    let storage = StorageClass::UniformConstant;
    let pointer = module.ctx.ty(Type::Spirv(SpirvType::Pointer { pointee: both, storage, stride: None }));
    Texture { op, place, image, both, pointer }
}

/// Leaves out textures whose address is needed.
fn refuse(module: &Module, shared: &mut Shared) {
    if shared.textures.is_empty() {
        return;
    }
    for func in edit::functions(module) {
        for op in walk::ops_in(module, func) {
            for (at, value) in module[op].uses().enumerate() {
                let is_load = at == 0 && edit::core(module, op) == Some(Op::Load);
                if let Some(name) = edit::global(module, value).filter(|_| !is_load) {
                    shared.textures.shift_remove(&name);
                }
            }
        }
    }
}

/// Loads of such textures in a function.
#[derive(Default)]
struct Loaded {
    /// Loaded sampled images, with the type of the image alone.
    both: FxHashMap<ValueId, (Place, OpId, TypeId)>,
    samplers: FxHashMap<ValueId, Place>,
    /// The images alone, by the sampled images that they are taken from.
    images: FxHashMap<ValueId, ValueId>,
    /// The replacements of ops.
    instead: FxHashMap<OpId, Vec<OpId>>,
}

fn function(module: &mut Module, func: OpId, shared: &Shared) {
    let (mut loaded, mut replaced) = (Loaded::default(), Replaced::default());
    for op in walk::ops_in(module, func) {
        let result = module[op].results.first().copied();
        let texture = result.and_then(|value| edit::global(module, value)).and_then(|name| shared.textures.get(&name));
        if let (Some(result), Some(texture)) = (result, texture) {
            module[result].ty = texture.pointer;
        } else if edit::core(module, op) == Some(Op::Load) {
            load(module, op, shared, &mut loaded);
        } else if let (Some(result), Some(both)) = (result, already_both(module, op, &loaded)) {
            replaced.replace(result, both);
            loaded.instead.insert(op, Vec::new());
        } else if !debug::is_note(module, op) {
            take_images(module, op, &mut loaded);
        }
    }
    edit::put_in_place(module, &loaded.instead);
    // Only now: the replacement is a sampled image, the op was an image.
    for op in walk::ops_in(module, func) {
        replaced.apply(module, op);
    }
}

fn load(module: &mut Module, op: OpId, shared: &Shared, loaded: &mut Loaded) {
    let (Some(pointer), Some(result)) = (module[op].operands.first().copied(), module[op].results.first().copied())
    else {
        return;
    };
    let Some(name) = edit::global(module, pointer) else { return };
    if let Some(texture) = shared.textures.get(&name) {
        module[result].ty = texture.both;
        loaded.both.insert(result, (texture.place, op, texture.image));
    } else if let Some(place) = shared.samplers.get(&name) {
        loaded.samplers.insert(result, *place);
    }
}

/// The sampled image that `OpSampledImage` of both gives.
fn already_both(module: &Module, op: OpId, loaded: &Loaded) -> Option<ValueId> {
    let ([image, sampler], Some(Op::SampledImage)) = (&module[op].operands[..], edit::core(module, op)) else {
        return None;
    };
    let (place, ..) = loaded.both.get(image)?;
    (loaded.samplers.get(sampler) == Some(place)).then_some(*image)
}

/// Gives an op that takes images alone the image of the sampled image.
fn take_images(module: &mut Module, op: OpId, loaded: &mut Loaded) {
    let wanted: Vec<ValueId> = module[op].uses().filter(|value| loaded.both.contains_key(value)).collect();
    for both in wanted {
        let image = image_of(module, both, loaded);
        for value in module[op].uses_mut().filter(|value| **value == both) {
            *value = image;
        }
    }
}

fn image_of(module: &mut Module, both: ValueId, loaded: &mut Loaded) -> ValueId {
    if let Some(image) = loaded.images.get(&both) {
        return *image;
    }
    let (_, load, ty) = loaded.both[&both];
    let op = module.add_op(ops::core(Op::Image));
    (module[op].operands, module[op].loc) = ([both].into(), module[load].loc);
    let image = module.add_result(op, ty);
    loaded.images.insert(both, image);
    loaded.instead.insert(load, vec![load, op]);
    image
}
