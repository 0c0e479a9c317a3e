//! Entry points, their execution modes, and the addressing and memory models.

use crate::environment::Api;
use crate::index::access::{Access, id_of, literal_of};
use crate::index::fault::{Check, Fault, blame, ensure};
use crate::index::module::Module;
use crate::index::program::{Program, Stages};
use crate::index::types::Ty;
use base::ids::Set;
use dialect::spirv::decode::Inst;
use spirv::ExecutionMode as Mode;
use spirv::{AddressingModel, BuiltIn, Capability, Decoration, ExecutionModel, MemoryModel, Op};

/// The limit of global variables.
const MAX_GLOBALS: usize = 65_535;

/// Modes of which an entry point of these stages has a minimum and a maximum number.
struct Choice {
    stages: Stages,
    least: usize,
    most: usize,
    among: &'static [Mode],
    what: &'static str,
}

const CHOICES: &[Choice] = &[
    Choice {
        stages: Stages::FRAGMENT,
        least: 1,
        most: 1,
        among: &[Mode::OriginUpperLeft, Mode::OriginLowerLeft],
        what: "an origin",
    },
    Choice {
        stages: Stages::FRAGMENT,
        least: 0,
        most: 1,
        among: &[Mode::DepthGreater, Mode::DepthLess, Mode::DepthUnchanged],
        what: "a depth assumption",
    },
    Choice {
        stages: Stages::FRAGMENT,
        least: 0,
        most: 1,
        among: &[
            Mode::PixelInterlockOrderedEXT,
            Mode::PixelInterlockUnorderedEXT,
            Mode::SampleInterlockOrderedEXT,
            Mode::SampleInterlockUnorderedEXT,
            Mode::ShadingRateInterlockOrderedEXT,
            Mode::ShadingRateInterlockUnorderedEXT,
        ],
        what: "an interlock",
    },
    Choice {
        stages: Stages::FRAGMENT,
        least: 0,
        most: 1,
        among: &[Mode::StencilRefUnchangedFrontAMD, Mode::StencilRefLessFrontAMD, Mode::StencilRefGreaterFrontAMD],
        what: "a front stencil assumption",
    },
    Choice {
        stages: Stages::FRAGMENT,
        least: 0,
        most: 1,
        among: &[Mode::StencilRefUnchangedBackAMD, Mode::StencilRefLessBackAMD, Mode::StencilRefGreaterBackAMD],
        what: "a back stencil assumption",
    },
    Choice {
        stages: Stages::TESS_CONTROL.or(Stages::TESS_EVAL),
        least: 0,
        most: 1,
        among: &[Mode::SpacingEqual, Mode::SpacingFractionalEven, Mode::SpacingFractionalOdd],
        what: "a spacing",
    },
    Choice {
        stages: Stages::TESS_CONTROL.or(Stages::TESS_EVAL),
        least: 0,
        most: 1,
        among: &[Mode::Triangles, Mode::Quads, Mode::Isolines],
        what: "a tessellation domain",
    },
    Choice {
        stages: Stages::TESS_CONTROL.or(Stages::TESS_EVAL),
        least: 0,
        most: 1,
        among: &[Mode::VertexOrderCw, Mode::VertexOrderCcw],
        what: "a vertex order",
    },
    Choice {
        stages: Stages::GEOMETRY,
        least: 1,
        most: 1,
        among: &[
            Mode::InputPoints,
            Mode::InputLines,
            Mode::InputLinesAdjacency,
            Mode::Triangles,
            Mode::InputTrianglesAdjacency,
        ],
        what: "an input primitive type",
    },
    Choice {
        stages: Stages::GEOMETRY,
        least: 1,
        most: 1,
        among: &[Mode::OutputPoints, Mode::OutputLineStrip, Mode::OutputTriangleStrip],
        what: "an output primitive type",
    },
    Choice {
        stages: Stages::MESH,
        least: 1,
        most: 1,
        among: &[Mode::OutputPoints, Mode::OutputLinesEXT, Mode::OutputTrianglesEXT],
        what: "an output primitive type",
    },
    Choice {
        stages: Stages::MESH,
        least: 2,
        most: 2,
        among: &[Mode::OutputPrimitivesEXT, Mode::OutputVertices],
        what: "a number of vertices and primitives",
    },
];

const WITH_GROUPS: Stages = Stages::COMPUTE.or(Stages::TASK).or(Stages::MESH).or(Stages::TASK_NV).or(Stages::MESH_NV);

/// The stages of a mode.
fn stages_of(mode: Mode) -> Stages {
    use Mode::*;
    let meshes = Stages::MESH.or(Stages::MESH_NV);
    let tessellation = Stages::TESS_CONTROL.or(Stages::TESS_EVAL);
    match mode {
        Invocations
        | InputPoints
        | InputLines
        | InputLinesAdjacency
        | InputTrianglesAdjacency
        | OutputLineStrip
        | OutputTriangleStrip => Stages::GEOMETRY,
        OutputPoints => Stages::GEOMETRY.or(meshes),
        SpacingEqual
        | SpacingFractionalEven
        | SpacingFractionalOdd
        | VertexOrderCw
        | VertexOrderCcw
        | PointMode
        | Quads
        | Isolines => tessellation,
        Triangles => tessellation.or(Stages::GEOMETRY),
        OutputVertices => tessellation.or(Stages::GEOMETRY).or(meshes),
        OutputLinesEXT | OutputTrianglesEXT | OutputPrimitivesEXT => meshes,
        QuadDerivativesKHR => Stages::FRAGMENT.or(Stages::COMPUTE),
        PixelCenterInteger
        | OriginUpperLeft
        | OriginLowerLeft
        | EarlyFragmentTests
        | DepthReplacing
        | DepthGreater
        | DepthLess
        | DepthUnchanged
        | StencilRefReplacingEXT
        | NonCoherentColorAttachmentReadEXT
        | NonCoherentDepthAttachmentReadEXT
        | NonCoherentStencilAttachmentReadEXT
        | PixelInterlockOrderedEXT
        | PixelInterlockUnorderedEXT
        | SampleInterlockOrderedEXT
        | SampleInterlockUnorderedEXT
        | ShadingRateInterlockOrderedEXT
        | ShadingRateInterlockUnorderedEXT
        | PostDepthCoverage
        | EarlyAndLateFragmentTestsAMD
        | StencilRefUnchangedFrontAMD
        | StencilRefGreaterFrontAMD
        | StencilRefLessFrontAMD
        | StencilRefUnchangedBackAMD
        | StencilRefGreaterBackAMD
        | StencilRefLessBackAMD
        | RequireFullQuadsKHR => Stages::FRAGMENT,
        LocalSizeHint | VecTypeHint | ContractionOff | LocalSizeHintId => Stages::KERNEL,
        LocalSize | LocalSizeId => WITH_GROUPS.or(Stages::KERNEL),
        TileShadingRateQCOM => Stages::COMPUTE,
        NonCoherentTileAttachmentReadQCOM => Stages::FRAGMENT,
        _ => Stages::ALL,
    }
}

/// Returns whether the operands of a mode are ids.
fn takes_ids(mode: Mode) -> bool {
    use Mode::*;
    matches!(
        mode,
        SubgroupsPerWorkgroupId
            | LocalSizeHintId
            | LocalSizeId
            | FPFastMathDefault
            | OpacityMicromapIdKHR
            | IsApiEntryAMDX
            | MaxNodeRecursionAMDX
            | MaxNumWorkgroupsAMDX
            | ShaderIndexAMDX
            | SharesInputWithAMDX
            | StaticNumWorkgroupsAMDX
    )
}

/// The rules of entry points, modes and models.
pub(crate) fn check(module: &Module<'_>, program: &Program<'_>) -> Check {
    models(module)?;
    entry_points(module, program)?;
    let mut seen = Set::default();
    let settings = module.insts.iter().enumerate().take_while(|(_, inst)| inst.op != Op::Function);
    for (at, inst) in settings.filter(|(_, inst)| matches!(inst.op, Op::ExecutionMode | Op::ExecutionModeId)) {
        blame(mode(module, program, inst, &mut seen), at)?;
    }
    fast_math(module, program)
}

fn models(module: &Module<'_>) -> Check {
    let of_vulkan = module.memory == MemoryModel::Vulkan;
    let needs = module.has(Capability::VulkanMemoryModel);
    ensure!(of_vulkan || !needs, "VulkanMemoryModel is declared, but the memory model is not Vulkan");
    let declared = module.insts.iter().take_while(|inst| inst.op == Op::Capability);
    let mut matrices = declared.filter(|inst| inst.value(0) == Capability::CooperativeMatrixKHR as u32);
    let is_cooperative = module.has(Capability::Shader) && matrices.next().is_some();
    ensure!(!is_cooperative || needs, "cooperative matrices require VulkanMemoryModel");
    let before = module.insts.iter().take_while(|inst| inst.op != Op::EntryPoint && inst.op != Op::Function);
    let mut addressing = before.filter(|inst| inst.op == Op::SamplerImageAddressingModeNV).map(|inst| inst.literal(0));
    if module.has(Capability::BindlessTextureNV) {
        let fits = addressing.next().is_some_and(|width| matches!(width, 32 | 64));
        ensure!(fits, "BindlessTextureNV requires OpSamplerImageAddressingModeNV with 32 or 64 bits");
    }
    let outside = module.insts.iter().take_while(|inst| inst.op != Op::Function);
    let globals = outside.filter(|inst| matches!(inst.op, Op::Variable | Op::UntypedVariableKHR)).count();
    ensure!(globals <= MAX_GLOBALS, "{globals} global variables exceed the limit of {MAX_GLOBALS}");
    let is_physical = matches!(module.addressing, AddressingModel::Physical32 | AddressingModel::Physical64);
    match module.env().api {
        Api::Vulkan(_) => ensure!(
            !is_physical,
            vuid "StandaloneSpirv-None-04635",
            "addressing model {:?} is not available in Vulkan",
            module.addressing
        ),
        Api::OpenCl(..) | Api::LevelZero => {
            let fits = is_physical && module.memory == MemoryModel::OpenCL;
            ensure!(fits, "OpenCL requires physical addressing and the OpenCL memory model");
        }
        Api::Universal => {}
    }
    Ok(())
}

fn entry_points(module: &Module<'_>, program: &Program<'_>) -> Check {
    let may_lack = module.has(Capability::Linkage) || module.has(Capability::GraphARM);
    ensure!(may_lack || !program.entries.is_empty(), "the module has no entry point");
    let mut names = Set::default();
    let mut vendors = (false, false);
    let (built_in, by_ids) = has_group_size(module);
    let recursive = program.reaching(program.recursive());
    for entry in &program.entries {
        let stages = Stages::of(entry.model);
        vendors.0 |= stages.within(Stages::TASK.or(Stages::MESH));
        vendors.1 |= stages.within(Stages::TASK_NV.or(Stages::MESH_NV));
        let check = (|| {
            ensure!(
                names.insert((entry.name, entry.model as u32)),
                "two entry points have the same name and execution model"
            );
            let function = program.function_index(entry.function);
            let called = function.is_some_and(|function| program.called[function]);
            ensure!(!called, "an entry point is called");
            let recurs = function.is_some_and(|function| recursive[function]);
            ensure!(
                !recurs || !module.is_vulkan(),
                vuid "StandaloneSpirv-None-04634",
                "entry point calls a recursive function"
            );
            signature(module, entry.function, entry.model)?;
            let has_tiles = stages.within(Stages::COMPUTE.or(Stages::FRAGMENT));
            ensure!(
                has_tiles || !module.has(Capability::TileShadingQCOM),
                vuid "StandaloneSpirv-TileShadingQCOM-10686",
                "TileShadingQCOM is not supported in this stage"
            );
            choices(module, program, entry.function, stages)?;
            group_size(module, program, entry.function, stages, built_in, by_ids)
        })();
        blame(check, entry.at)?;
    }
    ensure!(
        vendors != (true, true),
        vuid "StandaloneSpirv-MeshEXT-07102",
        "the module mixes mesh shaders of two extensions"
    );
    Ok(())
}

fn signature(module: &Module<'_>, function: u32, model: ExecutionModel) -> Check {
    let Some(def) = module.def(function).filter(|def| def.op == Op::Function) else {
        return Err(Fault::new(None, "an entry point is not a function"));
    };
    let parameters = module.def(def.id(1)).map_or(0, |ty| ty.operands.len().saturating_sub(1));
    ensure!(
        parameters == 0 || model == ExecutionModel::Kernel,
        vuid "StandaloneSpirv-None-04633",
        "an entry point has parameters"
    );
    ensure!(
        module.ty(def.type_id()) == Ty::Void,
        vuid "StandaloneSpirv-None-04633",
        "an entry point returns a value"
    );
    Ok(())
}

fn choices(module: &Module<'_>, program: &Program<'_>, function: u32, stages: Stages) -> Check {
    if !module.has(Capability::Shader) {
        return Ok(());
    }
    for choice in CHOICES.iter().filter(|choice| stages.within(choice.stages)) {
        let given: Set<u32> = program.modes(function).iter().map(|at| module.insts[*at].value(1)).collect();
        let count = choice.among.iter().filter(|mode| given.contains(&(**mode as u32))).count();
        ensure!(count >= choice.least, "an entry point has no execution mode for {}", choice.what);
        ensure!(count <= choice.most, "an entry point has several execution modes for {}", choice.what);
    }
    Ok(())
}

/// The `WorkgroupSize` constant of the module, and whether a mode gives the size by ids.
fn has_group_size(module: &Module<'_>) -> (Option<u32>, bool) {
    let mut built_in = module.all_decorations().iter().filter(|one| one.kind == Decoration::BuiltIn);
    let built_in = built_in.find(|one| one.number(0) == BuiltIn::WorkgroupSize as u32).map(|one| one.target);
    let settings = module.insts.iter().take_while(|inst| inst.op != Op::Function);
    let by_ids = settings.filter(|inst| inst.op == Op::ExecutionModeId);
    (built_in, by_ids.map(|inst| inst.value(1)).any(|mode| mode == Mode::LocalSizeId as u32))
}

fn group_size(
    module: &Module<'_>,
    program: &Program<'_>,
    function: u32,
    stages: Stages,
    built_in: Option<u32>,
    by_ids: bool,
) -> Check {
    let has = |mode: Mode| program.has_mode(module, function, &[mode]);
    let is_given = built_in.is_some() || by_ids || has(Mode::LocalSize) || has(Mode::TileShadingRateQCOM);
    ensure!(
        is_given || !module.is_vulkan() || !stages.within(WITH_GROUPS),
        vuid "StandaloneSpirv-None-10685",
        "entry point has no workgroup size"
    );
    let size = program.mode(module, function, Mode::LocalSize);
    let size = size.or_else(|| program.mode(module, function, Mode::LocalSizeId));
    let built_in = built_in.and_then(|id| module.def(id)).filter(|_| stages.within(WITH_GROUPS));
    let part = |at: usize| match (built_in, size) {
        (Some(constant), _) => module.constant(constant.id(at)),
        (None, Some(size)) if size.value(1) == Mode::LocalSizeId as u32 => {
            module.constant(id_of(size.params(1).get(at)))
        }
        (None, Some(size)) => Some(i64::from(literal_of(size.params(1).get(at)))),
        (None, None) => None,
    };
    let (Some(x), Some(y), Some(z)) = (part(0), part(1), part(2)) else { return Ok(()) };
    let product = (x as u64).wrapping_mul(y as u64).wrapping_mul(z as u64);
    ensure!(x != 0 && y != 0 && z != 0, "workgroup size is 0");
    ensure!(
        !has(Mode::DerivativeGroupQuadsKHR) || x % 2 == 0 && y % 2 == 0,
        vuid "StandaloneSpirv-DerivativeGroupQuadsKHR-10151",
        "workgroup size {x} x {y} is not a multiple of quads"
    );
    ensure!(
        !has(Mode::DerivativeGroupLinearKHR) || product.is_multiple_of(4),
        vuid "StandaloneSpirv-DerivativeGroupLinearKHR-10152",
        "workgroup size {product} is not a multiple of 4"
    );
    Ok(())
}

fn mode(module: &Module<'_>, program: &Program<'_>, inst: &Inst, seen: &mut Set<(u32, u32, u32)>) -> Check {
    let function = inst.id(0);
    let Some(mode) = Mode::from_u32(inst.value(1)) else { return Ok(()) };
    let models = program.entries.iter().filter(|entry| entry.function == function);
    let stages = models.fold(Stages::default(), |all, entry| all.or(Stages::of(entry.model)));
    ensure!(stages != Stages::default(), "target of an execution mode is not an entry point");
    once(inst, mode, seen)?;
    let by_id = inst.op == Op::ExecutionModeId;
    let optional = mode == Mode::MaximumRegistersIdINTEL;
    ensure!(by_id == takes_ids(mode) || by_id && optional, "{mode:?} is not allowed in Op{:?}", inst.op);
    if by_id {
        ids(module, inst, mode)?;
    }
    let allowed = stages_of(mode);
    ensure!(stages.within(allowed), "{mode:?} is not allowed in the stage of its entry point");
    let meshes = Stages::MESH.or(Stages::MESH_NV).or(Stages::TASK).or(Stages::TASK_NV);
    let has_meshes = module.has(Capability::MeshShadingEXT) || module.has(Capability::MeshShadingNV);
    ensure!(
        has_meshes || !stages.meets(meshes) || allowed == Stages::ALL,
        "{mode:?} of a mesh shader requires a capability"
    );
    if mode == Mode::LocalSizeId {
        let is_there = match module.env().api {
            Api::Vulkan(minor) => minor >= 3 || module.options.allow_local_size_id,
            Api::Universal | Api::OpenCl(..) | Api::LevelZero => true,
        };
        ensure!(is_there, "LocalSizeId requires Vulkan 1.3");
    }
    if mode == Mode::TileShadingRateQCOM {
        let powers = (0..2).all(|at| literal_of(inst.params(1).get(at)).is_power_of_two());
        ensure!(powers, "tile shading rate is not a power of two");
        let is_sized = program.has_mode(module, function, &[Mode::LocalSize, Mode::LocalSizeId]);
        ensure!(
            !is_sized,
            vuid "StandaloneSpirv-TileShadingRateQCOM-10692",
            "entry point has both a tile shading rate and a workgroup size"
        );
    }
    if mode == Mode::FPFastMathDefault {
        let contrary = program.has_mode(module, function, &[Mode::ContractionOff, Mode::SignedZeroInfNanPreserve]);
        ensure!(!contrary, "entry point has FPFastMathDefault and an execution mode that it replaces");
    }
    if module.is_vulkan() { vulkan_mode(module, inst, mode) } else { Ok(()) }
}

fn vulkan_mode(module: &Module<'_>, inst: &Inst, mode: Mode) -> Check {
    let is_empty = module.has(Capability::MeshShadingEXT) && literal_of(inst.params(1).first()) == 0;
    ensure!(
        mode != Mode::OriginLowerLeft,
        vuid "StandaloneSpirv-OriginLowerLeft-04653",
        "OriginLowerLeft is not available in Vulkan"
    );
    ensure!(
        mode != Mode::PixelCenterInteger,
        vuid "StandaloneSpirv-PixelCenterInteger-04654",
        "PixelCenterInteger is not available in Vulkan"
    );
    ensure!(
        mode != Mode::OutputVertices || !is_empty,
        vuid "StandaloneSpirv-MeshEXT-07330",
        "OutputVertices of a mesh shader is 0"
    );
    ensure!(
        mode != Mode::OutputPrimitivesEXT || !is_empty,
        vuid "StandaloneSpirv-MeshEXT-07331",
        "OutputPrimitivesEXT of a mesh shader is 0"
    );
    Ok(())
}

/// Most modes occur once; those of float controls once per width.
fn once(inst: &Inst, mode: Mode, seen: &mut Set<(u32, u32, u32)>) -> Check {
    use Mode::*;
    let by_width = matches!(
        mode,
        DenormPreserve
            | DenormFlushToZero
            | SignedZeroInfNanPreserve
            | RoundingModeRTE
            | RoundingModeRTZ
            | FPFastMathDefault
            | RoundingModeRTPINTEL
            | RoundingModeRTNINTEL
            | FloatingPointModeALTINTEL
            | FloatingPointModeIEEEINTEL
    );
    let first = inst.params(1).first();
    let width = if by_width { literal_of(first).max(id_of(first)) } else { 0 };
    ensure!(seen.insert((inst.id(0), mode as u32, width)), "duplicate execution mode {mode:?}");
    Ok(())
}

fn ids(module: &Module<'_>, inst: &Inst, mode: Mode) -> Check {
    let params = inst.params(1);
    if mode == Mode::FPFastMathDefault {
        let is_type = module.is_float_scalar(id_of(params.first()));
        ensure!(is_type, "target type of FPFastMathDefault is not floating-point");
        let bits = module.constant(id_of(params.get(1)));
        let Some(bits) = bits else { return Err(Fault::new(None, "operand of FPFastMathDefault is not a constant")) };
        return fast_bits(bits as u32);
    }
    let constant = |id: u32| isa::class(module.op(id)).is_constant();
    let all = params.iter().all(|param| constant(id_of(Some(param))));
    ensure!(all, "an operand of {mode:?} is not a constant");
    let is_truth = mode != Mode::OpacityMicromapIdKHR || module.ty_of(id_of(params.first())) == Ty::Bool;
    ensure!(is_truth, "the operand of {mode:?} is not a constant boolean");
    Ok(())
}

fn fast_bits(bits: u32) -> Check {
    const FAST: u32 = 1 << 4;
    const REORDER: u32 = 3 << 16;
    const TRANSFORM: u32 = 1 << 18;
    ensure!(bits >> 19 == 0 && bits & FAST == 0, "FPFastMathDefault has invalid bits");
    ensure!(
        bits & TRANSFORM == 0 || bits & REORDER == REORDER,
        "AllowTransform requires AllowReassoc and AllowContract"
    );
    Ok(())
}

/// An entry point with `FPFastMathDefault` excludes the older modes and decorations.
fn fast_math(module: &Module<'_>, program: &Program<'_>) -> Check {
    let mut marked = vec![false; program.functions.len()];
    for entry in program.entries.iter() {
        if program.has_mode(module, entry.function, &[Mode::FPFastMathDefault])
            && let Some(start) = program.function_index(entry.function)
        {
            program.reached(start).into_iter().for_each(|function| marked[function] = true);
        }
    }
    if !marked.contains(&true) {
        return Ok(());
    }
    for one in module.all_decorations() {
        let is_fast = one.kind == Decoration::FPFastMathMode && one.number(0) & 1 << 4 != 0;
        if one.kind != Decoration::NoContraction && !is_fast {
            continue;
        }
        let at = module.position(one.target).unwrap_or(0);
        let around = program.functions.iter().position(|function| (function.first..=function.last).contains(&at));
        let is_ruled = around.is_some_and(|function| marked[function]);
        blame(replaced(!is_ruled, one.kind), at)?;
    }
    Ok(())
}

fn replaced(is_free: bool, kind: Decoration) -> Check {
    ensure!(is_free, "{kind:?} is replaced by FPFastMathDefault");
    Ok(())
}
