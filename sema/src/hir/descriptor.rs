//! Descriptors: what a binding must be for a global. It must not know where anything is bound.

use super::ty::{Object, TextureDim, Type, TypeId};
use super::{BlockKind, Global, GlobalKind, Module};

/// The kinds of descriptors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Descriptor {
    Sampler,
    CombinedImageSampler,
    SampledImage,
    StorageImage,
    UniformTexelBuffer,
    StorageTexelBuffer,
    UniformBuffer,
    StorageBuffer,
    InputAttachment,
    AccelerationStructure,
}

impl Descriptor {
    /// The name with its article, for messages.
    pub const fn name(self) -> &'static str {
        match self {
            Descriptor::Sampler => "a sampler",
            Descriptor::CombinedImageSampler => "a combined image",
            Descriptor::SampledImage => "a sampled image",
            Descriptor::StorageImage => "a storage image",
            Descriptor::UniformTexelBuffer => "a uniform texel buffer",
            Descriptor::StorageTexelBuffer => "a storage texel buffer",
            Descriptor::UniformBuffer => "a uniform buffer",
            Descriptor::StorageBuffer => "a storage buffer",
            Descriptor::InputAttachment => "an input attachment",
            Descriptor::AccelerationStructure => "an acceleration structure",
        }
    }

    /// The descriptor of a global; nothing for what has none.
    pub fn of(module: &Module, global: &Global) -> Option<Descriptor> {
        match global.kind {
            GlobalKind::Block { kind: BlockKind::ConstantBuffer | BlockKind::Globals, .. } => {
                Some(Descriptor::UniformBuffer)
            }
            GlobalKind::Block { kind: BlockKind::TextureBuffer, .. } | GlobalKind::Counter => {
                Some(Descriptor::StorageBuffer)
            }
            GlobalKind::Resource { .. } => Descriptor::of_type(module, module.element_of_arrays(global.ty)),
            GlobalKind::Block {
                kind: BlockKind::PushConstant | BlockKind::ShaderRecordNv | BlockKind::ShaderRecordExt,
                ..
            }
            | GlobalKind::Heap { .. }
            | GlobalKind::Static { .. }
            | GlobalKind::Groupshared
            | GlobalKind::SpecConstant { .. }
            | GlobalKind::ExtBuiltin { .. }
            | GlobalKind::Shared(_) => None,
        }
    }

    fn of_type(module: &Module, ty: TypeId) -> Option<Descriptor> {
        let Type::Object(object) = module.ty(ty) else { return None };
        Some(match object {
            Object::Sampler { .. } => Descriptor::Sampler,
            Object::Texture(texture) if texture.combined => Descriptor::CombinedImageSampler,
            Object::Texture(texture) => match (texture.dim, texture.access.is_writable()) {
                (TextureDim::Subpass, _) => Descriptor::InputAttachment,
                (TextureDim::Buffer, false) => Descriptor::UniformTexelBuffer,
                (TextureDim::Buffer, true) => Descriptor::StorageTexelBuffer,
                (_, false) => Descriptor::SampledImage,
                (_, true) => Descriptor::StorageImage,
            },
            Object::ConstantBuffer(_) => Descriptor::UniformBuffer,
            Object::StructuredBuffer { .. } | Object::ByteAddressBuffer(_) | Object::TextureBuffer(_) => {
                Descriptor::StorageBuffer
            }
            Object::AccelerationStructure => Descriptor::AccelerationStructure,
            Object::Feedback { .. } => Descriptor::StorageImage,
            Object::RayQuery(..)
            | Object::HitObject
            | Object::Patch(..)
            | Object::Stream(..)
            | Object::Node(_)
            | Object::Spirv(_) => {
                return None;
            }
        })
    }
}
