//! Compute shaders as modules of kernels, and the description of their arguments for the host as JSON.
//!
//! The conversion itself is the crate `kernel`'s.

use crate::options::settings;
use base::target::KernelTarget;
use kernel::{Argument, ArgumentKind, Kernel, Options};
use rspirv::spirv::{AccessQualifier, Dim};
use std::fmt::Write;

/// A module of kernels, and the arguments of each.
pub(crate) type Kernels = (Vec<u32>, Vec<Kernel>);

/// Converts a module of shaders to one of kernels. A module of kernels stays as it is.
///
/// # Errors
/// When something in it has no kernel form.
pub(crate) fn convert(words: &[u32], target: &KernelTarget, asked: &settings::Options) -> kernel::Result<Kernels> {
    let module = dialect::spirv::read::read(words)?;
    if kernel::is_of_kernels(&module) {
        return Ok((words.to_vec(), Vec::new()));
    }
    let options = Options {
        version: target.spirv,
        waves: target.waves,
        keep_bindings: asked.optimise.preserve_bindings,
        flatten_arrays: asked.analysis.flatten_arrays,
    };
    let (module, kernels) = kernel::convert(&module, &options)?;
    Ok((dialect::spirv::write::write(&module)?, kernels))
}

/// The arguments as JSON.
pub(crate) fn describe(kernels: &[Kernel]) -> String {
    let mut text = "{\n  \"kernels\": [".to_owned();
    for (at, kernel) in kernels.iter().enumerate() {
        text += if at == 0 { "\n" } else { ",\n" };
        let _ = write!(text, "    {{\n      \"name\": {},\n", quoted(&kernel.name));
        if let Some([x, y, z]) = kernel.local_size {
            let _ = writeln!(text, "      \"local_size\": [{x}, {y}, {z}],");
        }
        text += "      \"arguments\": [";
        for (at, argument) in kernel.arguments.iter().enumerate() {
            text += if at == 0 { "\n" } else { ",\n" };
            let _ = write!(text, "        {}", of_argument(at, argument));
        }
        text += if kernel.arguments.is_empty() { "]\n    }" } else { "\n      ]\n    }" };
    }
    text += if kernels.is_empty() { "]\n}\n" } else { "\n  ]\n}\n" };
    text
}

fn of_argument(at: usize, argument: &Argument) -> String {
    let mut text = format!("{{\"index\": {at}, \"name\": {}, \"kind\": ", quoted(&argument.name));
    match argument.kind {
        ArgumentKind::Buffer => text += "\"buffer\"",
        ArgumentKind::Bytes => text += "\"bytes\"",
        ArgumentKind::Constants => text += "\"constants\"",
        ArgumentKind::Sampler => text += "\"sampler\"",
        ArgumentKind::Push => text += "\"push\"",
        ArgumentKind::Image(dim, arrayed, access) => {
            let (dim, access) = (dim_name(dim, arrayed), access_name(access));
            let _ = write!(text, "\"image\", \"dim\": \"{dim}\", \"access\": \"{access}\"");
        }
    }
    if argument.kind == ArgumentKind::Push {
        let _ = write!(text, ", \"offset\": {}", argument.offset);
    } else {
        let _ = write!(text, ", \"set\": {}, \"binding\": {}", argument.set, argument.binding);
    }
    if let Some(element) = argument.element {
        let _ = write!(text, ", \"element\": {element}");
    }
    if argument.bytes != 0 {
        let _ = write!(text, ", \"size\": {}", argument.bytes);
    }
    text + "}"
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

/// A text in JSON.
fn quoted(text: &str) -> String {
    let mut quoted = "\"".to_owned();
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            c if c < ' ' => {
                let _ = write!(quoted, "\\u{:04x}", u32::from(c));
            }
            c => quoted.push(c),
        }
    }
    quoted + "\""
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_quoted() {
        assert_eq!(quoted("a\"b\\\n"), "\"a\\\"b\\\\\\u000a\"");
        assert_eq!(describe(&[]), "{\n  \"kernels\": []\n}\n");
    }
}
