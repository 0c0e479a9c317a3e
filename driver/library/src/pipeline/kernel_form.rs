//! Compute shaders as modules of kernels, and the description of their arguments for the host as JSON.
//!
//! The conversion itself is the crate `kernel`'s.

use crate::options::settings;
use ::reflect::kernels as described;
use base::target::KernelTarget;
use kernel::{Argument, ArgumentKind, Kernel, Options};
use spirv::{AccessQualifier, Dim};

/// A module of kernels, and the arguments of each.
pub(crate) type Kernels = (Vec<u32>, Vec<Kernel>);

/// Converts a module of shaders to one of kernels. A module of kernels stays as it is, and its kernels are described.
///
/// # Errors
/// When something in it has no kernel form.
pub(crate) fn convert(words: &[u32], target: &KernelTarget, asked: &settings::Options) -> kernel::Result<Kernels> {
    let mut module = dialect::spirv::read::read(words)?;
    // Kernels have vectors of other lengths than shaders.
    if !kernel::is_of_kernels(&module) && opt::has_long_vectors(&module) {
        let options = opt::Options { is_vouched_for: true, ..opt::Options::default() };
        let split = crate::pipeline::optimise::optimise(words, &options, Some(&["split-long-vectors"]))?;
        module = dialect::spirv::read::read(&split)?;
    }
    if kernel::is_of_kernels(&module) {
        return Ok((words.to_vec(), kernel::given_kernels(&module)));
    }
    let options = Options {
        version: target.spirv,
        waves: target.waves,
        read_write_images: target.read_write_images,
        keep_bindings: asked.optimise.preserve_bindings,
        flatten_arrays: asked.analysis.flatten_arrays,
    };
    let (module, kernels) = kernel::convert(&module, &options)?;
    Ok((dialect::spirv::write::write(&module)?, kernels))
}

/// The kernels of a module that has kernels; none of one that cannot be read.
pub(crate) fn given(words: &[u32]) -> Vec<Kernel> {
    dialect::spirv::read::read(words).map(|module| kernel::given_kernels(&module)).unwrap_or_default()
}

/// The arguments as JSON.
pub(crate) fn describe(kernels: &[Kernel]) -> String {
    let of_kernel = |kernel: &Kernel| described::Kernel {
        name: kernel.name.clone(),
        local_size: kernel.local_size,
        arguments: kernel.arguments.iter().enumerate().map(|(index, argument)| of_argument(index, argument)).collect(),
    };
    described::Kernels::new(kernels.iter().map(of_kernel).collect()).to_json()
}

fn of_argument(index: usize, argument: &Argument) -> described::Argument {
    let (mut dim, mut access) = (None, None);
    let kind = match argument.kind {
        ArgumentKind::Buffer => described::ArgumentKind::Buffer,
        ArgumentKind::Bytes => described::ArgumentKind::Bytes,
        ArgumentKind::Constants => described::ArgumentKind::Constants,
        ArgumentKind::Sampler => described::ArgumentKind::Sampler,
        ArgumentKind::Push => described::ArgumentKind::Push,
        ArgumentKind::GroupMemory => described::ArgumentKind::GroupMemory,
        ArgumentKind::Value => described::ArgumentKind::Value,
        ArgumentKind::Image(of, arrayed, accessed) => {
            dim = Some(dim_name(of, arrayed).to_owned());
            access = Some(access_name(accessed).to_owned());
            described::ArgumentKind::Image
        }
    };
    let is_push = argument.kind == ArgumentKind::Push;
    described::Argument {
        index,
        name: argument.name.clone(),
        kind,
        dim,
        access,
        offset: is_push.then_some(argument.offset),
        set: (!is_push).then_some(argument.set),
        binding: (!is_push).then_some(argument.binding),
        element: argument.element,
        size: Some(argument.bytes).filter(|bytes| *bytes != 0),
    }
}

fn dim_name(dim: Dim, arrayed: bool) -> &'static str {
    match (dim, arrayed) {
        (Dim::Dim1D, false) => "1d",
        (Dim::Dim1D, true) => "1d array",
        (Dim::Dim2D, true) => "2d array",
        (Dim::Dim3D, _) => "3d",
        (Dim::DimBuffer, _) => "buffer",
        _ => "2d",
    }
}

fn access_name(access: AccessQualifier) -> &'static str {
    match access {
        AccessQualifier::ReadOnly => "read",
        AccessQualifier::WriteOnly => "write",
        AccessQualifier::ReadWrite => "read write",
    }
}
