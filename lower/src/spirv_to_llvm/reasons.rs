//! What becomes of ops without a pattern, and why they have none.

use crate::spmd::normalise;
use dialect::spirv::ops::{Code, OpRow};
use spirv::Op;

/// What an op needs that compute shaders on a CPU do not have: the start of a capability's name, and the reason.
const CAPABILITIES: &[(&str, &str)] = &[
    ("Addresses", "this part of OpenCL is not known"),
    ("BFloat16", "numbers of this encoding are not known"),
    ("CooperativeMatrix", "cooperative matrices are not known"),
    ("DemoteToHelperInvocation", "compute shaders have no helper invocations"),
    ("DerivativeControl", "compute shaders need the extension for derivatives"),
    ("DescriptorHeap", "descriptors have a slot each"),
    ("DeviceEnqueue", "this part of OpenCL is not known"),
    ("FragmentShader", "only compute shaders run on the CPU"),
    ("Geometry", "only compute shaders run on the CPU"),
    ("InterpolationFunction", "only compute shaders run on the CPU"),
    ("Kernel", "this part of OpenCL is not known"),
    ("Linkage", "modules are complete"),
    ("Matrix", "this matrix operation is not known"),
    ("MeshShading", "only compute shaders run on the CPU"),
    ("NamedBarrier", "barriers of parts of a workgroup are not known"),
    ("OpacityMicromap", "rays are not traced on the CPU"),
    ("PipeStorage", "this part of OpenCL is not known"),
    ("Pipes", "this part of OpenCL is not known"),
    ("QuadControl", "only compute shaders run on the CPU"),
    ("RayQuery", "rays are not traced on the CPU"),
    ("RayTracing", "rays are not traced on the CPU"),
    ("ShaderInvocationReorder", "rays are not traced on the CPU"),
    ("SubgroupDispatch", "this part of OpenCL is not known"),
    ("Tensors", "tensors are not known"),
    ("TileImage", "only compute shaders run on the CPU"),
    ("UntypedPointers", "pointers that do not tell what is there are not known"),
    ("Graph", "graphs are not known"),
    ("LiteralSampler", "samplers are bound"),
    ("GenericPointer", "this part of OpenCL is not known"),
    // The first that fits counts, and others begin with this.
    ("Shader", "this instruction is not known to the runner"),
];

/// The ends of the names of capabilities that belong to one vendor.
const VENDORS: &[&str] = &["INTEL", "NV", "AMD", "AMDX", "ALTERA", "ARM", "QCOM", "HUAWEI", "GOOGLE", "NVX", "IMG"];

/// Instructions that the reader makes something else of, or that are gone when a kernel is normalised.
fn is_read_before(op: Op) -> bool {
    let name = format!("{op:?}");
    let starts = ["Type", "Constant", "SpecConstant", "Decorate", "MemberDecorate", "Source", "ExecutionMode"];
    starts.iter().any(|start| name.starts_with(start))
        || matches!(
            op,
            Op::Nop
                | Op::Name
                | Op::MemberName
                | Op::String
                | Op::Line
                | Op::NoLine
                | Op::ModuleProcessed
                | Op::Extension
                | Op::ExtInstImport
                | Op::ExtInst
                | Op::ExtInstWithForwardRefsKHR
                | Op::MemoryModel
                | Op::EntryPoint
                | Op::Capability
                | Op::Function
                | Op::FunctionParameter
                | Op::FunctionEnd
                | Op::FunctionCall
                | Op::DecorationGroup
                | Op::GroupDecorate
                | Op::GroupMemberDecorate
                | Op::Phi
                | Op::Label
                | Op::ReturnValue
        )
}

/// What becomes of an op that has no pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fate {
    /// It is run where invocations meet.
    Meets,
    /// It is read before ops are lowered, or gone by then.
    ReadBefore,
    /// It cannot run, for this reason.
    Refused(&'static str),
}

/// What becomes of an op that has no pattern; nothing when that is not known.
pub(crate) fn fate(row: &OpRow) -> Option<Fate> {
    match row.code {
        Code::Mlir(_) => Some(Fate::ReadBefore),
        Code::Cl(_) => Some(Fate::Refused("this function of OpenCL is not known")),
        Code::Gl(_) => Some(Fate::Refused("not part of GLSL.std.450 any more, or not of compute shaders")),
        Code::Core(op) if normalise::meets(op) => Some(Fate::Meets),
        Code::Core(op) if is_read_before(op) => Some(Fate::ReadBefore),
        Code::Core(_) => refusal(row).map(Fate::Refused),
    }
}

fn refusal(row: &OpRow) -> Option<&'static str> {
    let names: Vec<String> = row.capabilities.iter().map(|capability| format!("{capability:?}")).collect();
    let vendor = |name: &str| VENDORS.iter().any(|vendor| name.ends_with(vendor));
    if names.iter().any(|name| vendor(name))
        || row.extensions.iter().any(|name| vendor(name.split('_').nth(1).unwrap_or("")))
    {
        return Some("it belongs to an extension of one vendor");
    }
    CAPABILITIES.iter().find(|(start, _)| names.iter().any(|name| name.starts_with(start))).map(|(_, reason)| *reason)
}
