//! The attributes of HLSL and of the namespace `vk`.

use frontend::language::Stage;

/// The meaning of an attribute.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "each is the attribute of the same name")]
pub enum Fact {
    AliasedPointer,
    AllowSparseNodes,
    AllowUavCondition,
    Binding,
    Branch,
    Builtin,
    Call,
    CombinedImageSampler,
    ConstantId,
    CounterBinding,
    DepthUnchanged,
    Domain,
    EarlyAndLateTests,
    EarlyDepthStencil,
    Experimental,
    ExtBuiltinInput,
    ExtBuiltinOutput,
    ExtCapability,
    ExtDecorate,
    ExtDecorateId,
    ExtDecorateString,
    ExtExtension,
    ExtInstruction,
    ExtLiteral,
    ExtReference,
    ExtStorageClass,
    ExtTypeDef,
    FastOpt,
    Flatten,
    ForceCase,
    GroupSharedLimit,
    ImageFormat,
    Index,
    InputAttachmentIndex,
    Instance,
    Location,
    Loop,
    MaxRecords,
    MaxRecordsSharedWith,
    MaxTessFactor,
    MaxVertexCount,
    NoDiscard,
    NoInline,
    NodeArraySize,
    NodeDispatchGrid,
    NodeId,
    NodeIsProgramEntry,
    NodeLaunch,
    NodeLocalRootArgumentsTableIndex,
    NodeMaxDispatchGrid,
    NodeMaxRecursionDepth,
    NodeShareInputOf,
    NodeTrackRWInputSharing,
    NumThreads,
    Offset,
    OutputControlPoints,
    OutputTopology,
    Partitioning,
    PatchConstantFunc,
    PostDepthCoverage,
    PushConstant,
    RayPayload,
    RootSignature,
    Shader,
    ShaderRecordExt,
    ShaderRecordNv,
    SpvExecutionMode,
    StencilRefGreaterEqualBack,
    StencilRefGreaterEqualFront,
    StencilRefLessEqualBack,
    StencilRefLessEqualFront,
    StencilRefUnchangedBack,
    StencilRefUnchangedFront,
    UnboundedSparseNodes,
    Unroll,
    WaveOpsIncludeHelperLanes,
    WaveSize,
}

/// The places of attributes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    /// A global variable or resource, `cbuffer` and `tbuffer` included.
    Global,
    /// A field of a struct, or a member of a `cbuffer`.
    Field,
    /// A function.
    Function,
    /// A parameter of a function.
    Param,
    /// A local variable.
    Local,
    /// A struct.
    Struct,
    /// `typedef` or `using`
    Alias,
    /// `if`
    If,
    /// `for`, `while`, `do`
    Loop,
    /// `switch`
    Switch,
    /// Any other statement.
    Statement,
}

impl Place {
    /// The name of the place in messages.
    pub const fn word(self) -> &'static str {
        match self {
            Place::Global => "a global",
            Place::Field => "a field",
            Place::Function => "a function",
            Place::Param => "a parameter",
            Place::Local => "a local",
            Place::Struct => "a struct",
            Place::Alias => "an alias",
            Place::If => "'if'",
            Place::Loop => "a loop",
            Place::Switch => "'switch'",
            Place::Statement => "a statement",
        }
    }
}

/// An argument of an attribute.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ArgKind {
    /// An integer constant.
    Int,
    /// A number, whole or not.
    Number,
    /// A string.
    Str,
    /// The name of a parameter.
    Name,
    /// An expression that the checker evaluates itself.
    Expr,
}

/// The effect of a valid attribute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Its fact is used.
    Some,
    /// None, as its users expect.
    None,
    /// None, with a warning.
    NoneWarned,
}

/// An attribute.
#[derive(Debug)]
pub struct AttributeRow {
    /// The scope before `::`, empty for attributes of HLSL itself.
    pub scope: &'static str,
    /// The name; HLSL's own are compared without regard to case.
    pub name: &'static str,
    /// Its meaning.
    pub fact: Fact,
    /// The arguments it takes, the optional ones last.
    pub args: &'static [ArgKind],
    /// The number of required ones.
    pub required: usize,
    /// True if the last argument may be repeated.
    pub variadic: bool,
    /// Its places.
    pub places: &'static [Place],
    /// The stages whose entry points it concerns; empty for all.
    pub stages: &'static [Stage],
    /// Its effect.
    pub effect: Effect,
    /// One line for the documentation.
    pub doc: &'static str,
}

const PIXEL: &[Stage] = &[Stage::Pixel];
const GEOMETRY: &[Stage] = &[Stage::Geometry];
const HULL: &[Stage] = &[Stage::Hull];
const TESSELLATION: &[Stage] = &[Stage::Hull, Stage::Domain];
const TOPOLOGY: &[Stage] = &[Stage::Hull, Stage::Mesh];
const WORKGROUP: &[Stage] = &[Stage::Compute, Stage::Mesh, Stage::Amplification, Stage::Node];
const WAVE_SIZE: &[Stage] = &[Stage::Compute, Stage::Node];
const NODE: &[Stage] = &[Stage::Node];
const INT: &[ArgKind] = &[ArgKind::Int];
const STR: &[ArgKind] = &[ArgKind::Str];
const ON_GLOBAL: &[Place] = &[Place::Global];
const ON_VARIABLE: &[Place] = &[Place::Global, Place::Local];
const ON_FIELD: &[Place] = &[Place::Field];
const ON_FUNCTION: &[Place] = &[Place::Function];
const ON_PARAM: &[Place] = &[Place::Param];
const ON_LOOP: &[Place] = &[Place::Loop];
const ON_STAGE_IO: &[Place] = &[Place::Field, Place::Param, Place::Function];
const ON_DECLARATION: &[Place] =
    &[Place::Global, Place::Field, Place::Function, Place::Param, Place::Local, Place::Struct];
const ON_ANYTHING: &[Place] = &[
    Place::Global,
    Place::Field,
    Place::Function,
    Place::Param,
    Place::Local,
    Place::Struct,
    Place::Alias,
    Place::Statement,
];

const fn hlsl(
    name: &'static str,
    fact: Fact,
    args: &'static [ArgKind],
    places: &'static [Place],
    doc: &'static str,
) -> AttributeRow {
    AttributeRow {
        scope: "",
        name,
        fact,
        args,
        required: args.len(),
        variadic: false,
        places,
        stages: &[],
        effect: Effect::Some,
        doc,
    }
}

const fn vk(
    name: &'static str,
    fact: Fact,
    args: &'static [ArgKind],
    places: &'static [Place],
    doc: &'static str,
) -> AttributeRow {
    AttributeRow { scope: "vk", ..hlsl(name, fact, args, places, doc) }
}

impl AttributeRow {
    /// Returns whether it is a hint about control flow, without semantic effect.
    pub fn is_hint(&self) -> bool {
        self.places.iter().all(|place| matches!(place, Place::If | Place::Loop | Place::Switch))
    }

    const fn requires(mut self, required: usize) -> Self {
        self.required = required;
        self
    }

    const fn of(mut self, stages: &'static [Stage]) -> Self {
        self.stages = stages;
        self
    }

    const fn repeated(mut self) -> Self {
        self.variadic = true;
        self
    }

    const fn without_effect(mut self) -> Self {
        self.effect = Effect::NoneWarned;
        self
    }

    /// Marks an attribute that Direct3D alone reads: shaders for both have it on purpose.
    const fn of_direct3d(mut self) -> Self {
        self.effect = Effect::None;
        self
    }
}

use super::semantics::{SigPoint, TypeRule};
use ArgKind::{Expr, Int, Name, Number, Str};

/// All attributes, sorted by scope and name.
#[rustfmt::skip]
pub const ATTRIBUTES: &[AttributeRow] = &[
    hlsl("allow_uav_condition", Fact::AllowUavCondition, &[], ON_LOOP, "allows the loop condition to depend on a writable resource").without_effect(),
    hlsl("allowsparsenodes", Fact::AllowSparseNodes, &[], ON_PARAM, "some target nodes of an output may be missing"),
    hlsl("branch", Fact::Branch, &[], &[Place::If, Place::Switch], "prefer a branch"),
    hlsl("call", Fact::Call, &[], &[Place::Switch], "compile the switch as a chain of ifs"),
    hlsl("clipplanes", Fact::Experimental, &[Expr], ON_FUNCTION, "user clip planes").repeated().without_effect(),
    hlsl("domain", Fact::Domain, STR, ON_FUNCTION, "the tessellation domain: \"tri\", \"quad\" or \"isoline\"").of(TESSELLATION),
    hlsl("earlydepthstencil", Fact::EarlyDepthStencil, &[], ON_FUNCTION, "depth and stencil tests run before the pixel shader").of(PIXEL),
    hlsl("experimental", Fact::Experimental, &[Str, Str], ON_FUNCTION, "settings of experimental features").requires(0).without_effect(),
    hlsl("fastopt", Fact::FastOpt, &[], ON_LOOP, "do not unroll the loop"),
    hlsl("flatten", Fact::Flatten, &[], &[Place::If, Place::Switch], "prefer evaluating both sides"),
    hlsl("forcecase", Fact::ForceCase, &[], &[Place::Switch], "keep the switch as a switch"),
    hlsl("groupsharedlimit", Fact::GroupSharedLimit, INT, ON_FUNCTION, "the number of bytes of groupshared memory that the workgroup needs at most").of(WORKGROUP),
    hlsl("instance", Fact::Instance, INT, ON_FUNCTION, "the number of geometry shader invocations per primitive").of(GEOMETRY),
    hlsl("loop", Fact::Loop, &[], ON_LOOP, "do not unroll the loop"),
    hlsl("maxrecords", Fact::MaxRecords, INT, ON_PARAM, "the maximum number of input or output records"),
    hlsl("maxrecordssharedwith", Fact::MaxRecordsSharedWith, &[Name], ON_PARAM, "the output that shares its record limit"),
    hlsl("maxtessfactor", Fact::MaxTessFactor, &[Number], ON_FUNCTION, "an upper bound for tessellation factors").of_direct3d().of(HULL),
    hlsl("maxvertexcount", Fact::MaxVertexCount, INT, ON_FUNCTION, "the maximum number of vertices that a geometry shader emits").of(GEOMETRY),
    hlsl("nodearraysize", Fact::NodeArraySize, &[Number], ON_PARAM, "the size of an output node array; -1: unbounded"),
    hlsl("nodedispatchgrid", Fact::NodeDispatchGrid, &[Int, Int, Int], ON_FUNCTION, "the number of workgroups per record").of(NODE),
    hlsl("nodeid", Fact::NodeId, &[Str, Int], &[Place::Function, Place::Param], "the name of a node, or of the target of an output, and its index in a node array").requires(1),
    hlsl("nodeisprogramentry", Fact::NodeIsProgramEntry, &[], ON_FUNCTION, "the application may dispatch the node directly").of_direct3d().of(NODE),
    hlsl("nodelaunch", Fact::NodeLaunch, STR, ON_FUNCTION, "the launch mode of a node: \"broadcasting\", \"coalescing\" or \"thread\"").of(NODE),
    hlsl("nodelocalrootargumentstableindex", Fact::NodeLocalRootArgumentsTableIndex, INT, ON_FUNCTION, "the index of the node's local root arguments in Direct3D").of_direct3d().of(NODE),
    hlsl("nodemaxdispatchgrid", Fact::NodeMaxDispatchGrid, &[Int, Int, Int], ON_FUNCTION, "the maximum number of workgroups per record; the record specifies the number").of(NODE),
    hlsl("nodemaxrecursiondepth", Fact::NodeMaxRecursionDepth, INT, ON_FUNCTION, "the maximum recursion depth of a node").of(NODE),
    hlsl("nodeshareinputof", Fact::NodeShareInputOf, &[Str, Int], ON_FUNCTION, "the node whose input is shared").requires(1).of(NODE),
    hlsl("nodetrackrwinputsharing", Fact::NodeTrackRWInputSharing, &[], &[Place::Struct], "the groups that share a record track its completion"),
    hlsl("nodiscard", Fact::NoDiscard, STR, &[Place::Function, Place::Struct], "calls that drop the result get a warning").requires(0),
    hlsl("noinline", Fact::NoInline, &[], ON_FUNCTION, "do not inline the function"),
    hlsl("numthreads", Fact::NumThreads, &[Int, Int, Int], ON_FUNCTION, "the size of a workgroup").of(WORKGROUP),
    hlsl("outputcontrolpoints", Fact::OutputControlPoints, INT, ON_FUNCTION, "the number of control points that a hull shader writes").of(HULL),
    hlsl("outputtopology", Fact::OutputTopology, STR, ON_FUNCTION, "the output topology of a hull or mesh shader: \"point\", \"line\", \"triangle\", \"triangle_cw\", \"triangle_ccw\"").of(TOPOLOGY),
    hlsl("partitioning", Fact::Partitioning, STR, ON_FUNCTION, "the tessellation partitioning: \"integer\", \"fractional_even\", \"fractional_odd\"").of(HULL),
    hlsl("patchconstantfunc", Fact::PatchConstantFunc, STR, ON_FUNCTION, "the patch-constant function").of(HULL),
    hlsl("raypayload", Fact::RayPayload, &[], &[Place::Struct], "the struct is a ray payload with access qualifiers"),
    hlsl("rootsignature", Fact::RootSignature, STR, ON_FUNCTION, "a Direct3D root signature").of_direct3d(),
    hlsl("shader", Fact::Shader, STR, ON_FUNCTION, "the stage that the function is an entry point of"),
    hlsl("unboundedsparsenodes", Fact::UnboundedSparseNodes, &[], ON_PARAM, "an unbounded output node array, some nodes of which may be missing"),
    hlsl("unroll", Fact::Unroll, INT, ON_LOOP, "unroll the loop, a number of times if given; bodies are copied up to 1024 times, including nested loops").requires(0),
    hlsl("waveopsincludehelperlanes", Fact::WaveOpsIncludeHelperLanes, &[], ON_FUNCTION, "helper lanes participate in wave operations").of(PIXEL),
    hlsl("wavesize", Fact::WaveSize, &[Int, Int, Int], ON_FUNCTION, "the number of lanes of a wave").requires(1).without_effect().of(WAVE_SIZE),

    vk("aliased_pointer", Fact::AliasedPointer, &[], &[Place::Global, Place::Local, Place::Param, Place::Field], "other pointers may alias the same memory"),
    vk("binding", Fact::Binding, &[Int, Int], ON_GLOBAL, "the binding of a resource, and its descriptor set").requires(1),
    vk("builtin", Fact::Builtin, STR, ON_STAGE_IO, "the builtin variable of a parameter, field or result"),
    vk("combinedimagesampler", Fact::CombinedImageSampler, &[], ON_GLOBAL, "texture and sampler with the same binding form one descriptor"),
    vk("constant_id", Fact::ConstantId, INT, ON_GLOBAL, "a specialization constant with this id"),
    vk("counter_binding", Fact::CounterBinding, INT, ON_GLOBAL, "the binding of a structured buffer's counter"),
    vk("depth_unchanged", Fact::DepthUnchanged, &[], ON_FUNCTION, "the pixel shader does not change the depth of the rasterizer").of(PIXEL),
    vk("early_and_late_tests", Fact::EarlyAndLateTests, &[], ON_FUNCTION, "depth and stencil tests run before and after the pixel shader").of(PIXEL),
    vk("ext_builtin_input", Fact::ExtBuiltinInput, INT, ON_VARIABLE, "the variable is the builtin input of this number"),
    vk("ext_builtin_output", Fact::ExtBuiltinOutput, INT, ON_VARIABLE, "the variable is the builtin output of this number"),
    vk("ext_capability", Fact::ExtCapability, INT, ON_ANYTHING, "declares a capability where the declaration is used"),
    vk("ext_decorate", Fact::ExtDecorate, &[Int, Int], ON_DECLARATION, "adds a decoration with literal operands").requires(1).repeated(),
    vk("ext_decorate_id", Fact::ExtDecorateId, &[Int, Expr], ON_DECLARATION, "adds a decoration with id operands").requires(1).repeated(),
    vk("ext_decorate_string", Fact::ExtDecorateString, &[Int, Str], ON_DECLARATION, "adds a decoration with string operands").requires(1).repeated(),
    vk("ext_extension", Fact::ExtExtension, STR, ON_ANYTHING, "declares an extension where the declaration is used"),
    vk("ext_instruction", Fact::ExtInstruction, &[Int, Str], ON_FUNCTION, "calls of the function are this instruction").requires(1),
    vk("ext_literal", Fact::ExtLiteral, &[], &[Place::Param], "the argument is a literal operand, or its type in inline SPIR-V"),
    vk("ext_reference", Fact::ExtReference, &[], &[Place::Param], "the argument is passed as a pointer"),
    vk("ext_storage_class", Fact::ExtStorageClass, INT, ON_VARIABLE, "the storage class of the variable"),
    vk("ext_type_def", Fact::ExtTypeDef, &[Int, Int], ON_FUNCTION, "the function defines a type"),
    vk("image_format", Fact::ImageFormat, STR, &[Place::Global, Place::Field], "the format of the texels"),
    vk("index", Fact::Index, INT, ON_STAGE_IO, "the dual-source blending index of a pixel shader output"),
    vk("input_attachment_index", Fact::InputAttachmentIndex, INT, ON_GLOBAL, "the attachment that a subpass input reads"),
    vk("location", Fact::Location, INT, ON_STAGE_IO, "the location of a stage variable"),
    vk("offset", Fact::Offset, INT, ON_FIELD, "the offset of a member in bytes"),
    vk("post_depth_coverage", Fact::PostDepthCoverage, &[], ON_FUNCTION, "coverage is determined after the depth test").of(PIXEL),
    vk("push_constant", Fact::PushConstant, &[], ON_GLOBAL, "the variable holds the push constants"),
    vk("shader_record_ext", Fact::ShaderRecordExt, &[], ON_GLOBAL, "the buffer is the shader record"),
    vk("shader_record_nv", Fact::ShaderRecordNv, &[], ON_GLOBAL, "the buffer is the shader record"),
    vk("spvexecutionmode", Fact::SpvExecutionMode, INT, ON_FUNCTION, "adds an execution mode"),
    vk("stencil_ref_greater_equal_back", Fact::StencilRefGreaterEqualBack, &[], ON_FUNCTION, "constraint on the stencil reference of back faces").of(PIXEL),
    vk("stencil_ref_greater_equal_front", Fact::StencilRefGreaterEqualFront, &[], ON_FUNCTION, "constraint on the stencil reference of front faces").of(PIXEL),
    vk("stencil_ref_less_equal_back", Fact::StencilRefLessEqualBack, &[], ON_FUNCTION, "constraint on the stencil reference of back faces").of(PIXEL),
    vk("stencil_ref_less_equal_front", Fact::StencilRefLessEqualFront, &[], ON_FUNCTION, "constraint on the stencil reference of front faces").of(PIXEL),
    vk("stencil_ref_unchanged_back", Fact::StencilRefUnchangedBack, &[], ON_FUNCTION, "constraint on the stencil reference of back faces").of(PIXEL),
    vk("stencil_ref_unchanged_front", Fact::StencilRefUnchangedFront, &[], ON_FUNCTION, "constraint on the stencil reference of front faces").of(PIXEL),
];

/// The attribute with this name, compared without regard to case.
pub fn find(scope: &str, name: &str) -> Option<&'static AttributeRow> {
    ATTRIBUTES.iter().find(|row| row.scope.eq_ignore_ascii_case(scope) && row.name.eq_ignore_ascii_case(name))
}

/// The image formats that `[[vk::image_format("…")]]` names.
#[rustfmt::skip]
pub const IMAGE_FORMATS: &[(&str, spirv::ImageFormat)] = {
    use spirv::ImageFormat as F;
    &[
        ("unknown", F::Unknown), ("rgba32f", F::Rgba32f), ("rgba16f", F::Rgba16f), ("r32f", F::R32f), ("rgba8", F::Rgba8),
        ("rgba8snorm", F::Rgba8Snorm), ("rg32f", F::Rg32f), ("rg16f", F::Rg16f), ("r11g11b10f", F::R11fG11fB10f), ("r16f", F::R16f),
        ("rgba16", F::Rgba16), ("rgb10a2", F::Rgb10A2), ("rg16", F::Rg16), ("rg8", F::Rg8), ("r16", F::R16), ("r8", F::R8),
        ("rgba16snorm", F::Rgba16Snorm), ("rg16snorm", F::Rg16Snorm), ("rg8snorm", F::Rg8Snorm), ("r16snorm", F::R16Snorm), ("r8snorm", F::R8Snorm),
        ("rgba32i", F::Rgba32i), ("rgba16i", F::Rgba16i), ("rgba8i", F::Rgba8i), ("r32i", F::R32i), ("rg32i", F::Rg32i), ("rg16i", F::Rg16i),
        ("rg8i", F::Rg8i), ("r16i", F::R16i), ("r8i", F::R8i), ("rgba32ui", F::Rgba32ui), ("rgba16ui", F::Rgba16ui), ("rgba8ui", F::Rgba8ui),
        ("r32ui", F::R32ui), ("rgb10a2ui", F::Rgb10a2ui), ("rg32ui", F::Rg32ui), ("rg16ui", F::Rg16ui), ("rg8ui", F::Rg8ui), ("r16ui", F::R16ui),
        ("r8ui", F::R8ui), ("r64ui", F::R64ui), ("r64i", F::R64i),
    ]
};

/// A builtin variable that `[[vk::builtin("…")]]` names.
#[derive(Debug)]
pub struct BuiltinRow {
    /// Its name in the attribute.
    pub name: &'static str,
    /// The variable.
    pub builtin: spirv::BuiltIn,
    /// Its type.
    pub ty: TypeRule,
    /// Its signature points.
    pub points: &'static [SigPoint],
}

/// The builtin variables that `[[vk::builtin("…")]]` names.
pub const BUILTINS: &[BuiltinRow] = {
    use SigPoint::*;
    use TypeRule::{Bool, Float, Integer, Mask};
    use spirv::BuiltIn as B;
    const fn row(name: &'static str, builtin: B, ty: TypeRule, points: &'static [SigPoint]) -> BuiltinRow {
        BuiltinRow { name, builtin, ty, points }
    }
    &[
        row("BaseInstance", B::BaseInstance, Integer, &[VSIn]),
        row("BaseVertex", B::BaseVertex, Integer, &[VSIn]),
        row("DeviceIndex", B::DeviceIndex, Integer, &[VSIn, PCIn, HSIn, DSIn, GSIn, PSIn, CSIn, MSIn, ASIn]),
        row("DrawIndex", B::DrawIndex, Integer, &[VSIn, MSIn, ASIn]),
        row("HelperInvocation", B::HelperInvocation, Bool, &[PSIn]),
        row("PointSize", B::PointSize, Float, &[VSOut, HSCPIn, HSCPOut, DSCPIn, DSOut, GSVIn, GSOut, PSIn, MSOut]),
        row("ViewportMaskNV", B::ViewportMaskNV, Mask, &[VSOut, DSOut, GSOut, MSPOut]),
    ]
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_sorted_and_described() {
        for pair in ATTRIBUTES.windows(2) {
            assert!((pair[0].scope, pair[0].name) < (pair[1].scope, pair[1].name), "{}", pair[1].name);
        }
        for row in ATTRIBUTES {
            assert!(!row.doc.is_empty() && !row.places.is_empty() && row.required <= row.args.len(), "{}", row.name);
        }
    }
}
