//! Operations of ray queries, each by its instruction: the answers of both engines, with lanes together and one by one.

use crate::support::{assemble, options};
use check::Checks;
use hlsl2spirv_runner::{Checking, Engine, Lanes, Module, Options};
use std::sync::Arc;
use trace::{Aabb, Bottom, Boxes, Geometry, Instance, InstanceFlags, Scene, Transform, Triangles};

crate::tests! {
    TESTS:
    each_operation_answers,
    queries_of_all_lanes_are_their_own,
    too_many_queries_are_refused,
}

/// A triangle that is not opaque, twice as large at a distance of four; and behind it a box.
fn scene() -> Arc<Scene> {
    let vertices = vec![[-1.0, -1.0, 0.0], [0.0, 1.0, 0.0], [1.0, -1.0, 0.0]];
    let leaf = Triangles { vertices, indices: vec![[0, 1, 2]], is_opaque: false, micromaps: None };
    let aabb = Aabb { min: [-1.0, -1.0, 9.0], max: [1.0, 1.0, 10.0] };
    let geometries = [Geometry::Triangles(leaf), Geometry::Boxes(Boxes { boxes: vec![aabb], is_opaque: true })];
    let bottoms = geometries.map(|geometry| Arc::new(Bottom::new(vec![geometry]).unwrap()));
    let transform = Transform([[2.0, 0.0, 0.0, 0.0], [0.0, 2.0, 0.0, 0.0], [0.0, 0.0, 2.0, 4.0]]);
    let leaf = Instance { transform, id: 7, hit: 3, ..Instance::new(0) };
    let behind = Instance { id: 8, flags: InstanceFlags(InstanceFlags::FORCE_NO_OPAQUE), ..Instance::new(1) };
    Arc::new(Scene::new(bottoms.to_vec(), vec![leaf, behind]).unwrap())
}

/// A kernel of eight lanes, of which `body` makes `%r`, a word, of the query `%q`, which has found the triangle.
fn text(body: &str) -> String {
    format!(
        "OpCapability Shader
        OpCapability RayQueryKHR
        OpCapability RayQueryPositionFetchKHR
        OpExtension \"SPV_KHR_ray_query\"
        OpExtension \"SPV_KHR_ray_tracing_position_fetch\"
        OpMemoryModel Logical GLSL450
        OpEntryPoint GLCompute %main \"main\" %index
        OpExecutionMode %main LocalSize 8 1 1
        OpDecorate %index BuiltIn LocalInvocationIndex
        OpDecorate %words ArrayStride 4
        OpMemberDecorate %block 0 Offset 0
        OpDecorate %block Block
        OpDecorate %out DescriptorSet 0
        OpDecorate %out Binding 1
        OpDecorate %scene DescriptorSet 0
        OpDecorate %scene Binding 0
        %void = OpTypeVoid
        %bool = OpTypeBool
        %uint = OpTypeInt 32 0
        %float = OpTypeFloat 32
        %v2 = OpTypeVector %float 2
        %v3 = OpTypeVector %float 3
        %m43 = OpTypeMatrix %v3 4
        %c0 = OpConstant %uint 0
        %c1 = OpConstant %uint 1
        %c2 = OpConstant %uint 2
        %c3 = OpConstant %uint 3
        %mask = OpConstant %uint 255
        %three = OpTypeArray %v3 %c3
        %f0 = OpConstant %float 0
        %f1 = OpConstant %float 1
        %low = OpConstant %float -0.5
        %most = OpConstant %float 100
        %ten = OpConstant %float 10
        %near = OpConstant %float -2
        %origin = OpConstantComposite %v3 %f0 %low %near
        %direction = OpConstantComposite %v3 %f0 %f0 %f1
        %fn = OpTypeFunction %void
        %words = OpTypeRuntimeArray %uint
        %block = OpTypeStruct %words
        %ptr_block = OpTypePointer StorageBuffer %block
        %ptr_word = OpTypePointer StorageBuffer %uint
        %ptr_in = OpTypePointer Input %uint
        %accel = OpTypeAccelerationStructureKHR
        %ptr_accel = OpTypePointer UniformConstant %accel
        %query = OpTypeRayQueryKHR
        %ptr_query = OpTypePointer Function %query
        %index = OpVariable %ptr_in Input
        %out = OpVariable %ptr_block StorageBuffer
        %scene = OpVariable %ptr_accel UniformConstant
        %main = OpFunction %void None %fn
        %entry = OpLabel
        %q = OpVariable %ptr_query Function
        %lane = OpLoad %uint %index
        %loaded = OpLoad %accel %scene
        OpRayQueryInitializeKHR %q %loaded %c0 %mask %origin %f0 %direction %most
        %more = OpRayQueryProceedKHR %bool %q
        {body}
        %at = OpAccessChain %ptr_word %out %c0 %lane
        OpStore %at %r
        OpReturn
        OpFunctionEnd"
    )
}

/// The word that a body makes, the same in all lanes and all ways to run it.
fn answer(name: &str, body: &str) -> u32 {
    let words = assemble(name, &text(body));
    let interpreter = Engine::Interpreter(Checking::new(Checks::none()));
    let ways = [
        options(),
        Options { lanes: Lanes::OneByOne, ..options() },
        Options { lanes: Lanes::Vectors(4), ..options() },
        Options { checked: true, ..options() },
        Options { engine: interpreter, ..options() },
    ];
    let mut answers = Vec::new();
    for options in ways {
        let module = Module::new(&words, "main", &options).unwrap_or_else(|error| panic!("{name}: {error}"));
        let (mut out, scene) = ([0u32; 8], scene());
        let mut dispatch = module.dispatch();
        dispatch.scene((0, 0), &scene).unwrap().buffer_mut((0, 1), &mut out).unwrap();
        dispatch.run([1; 3]).unwrap_or_else(|error| panic!("{name}: {error}"));
        answers.extend(out);
    }
    assert!(answers.iter().all(|answer| *answer == answers[0]), "{name}: {answers:?}");
    answers[0]
}

/// What a truth is as a word.
const TRUTH: &str = "%r = OpSelect %uint %t %c1 %c0";

fn each_operation_answers() {
    let float = |instruction: &str| format!("%f = {instruction}\n%r = OpBitcast %uint %f");
    let part = |instruction: &str, path: &str| {
        format!("%whole = {instruction}\n%f = OpCompositeExtract %float %whole {path}\n%r = OpBitcast %uint %f")
    };
    let committed = |rest: &str| format!("OpRayQueryConfirmIntersectionKHR %q\n{rest}");
    let of_box = |rest: &str| format!("%more2 = OpRayQueryProceedKHR %bool %q\n{rest}");
    let bits = f32::to_bits;
    let matrix = "OpRayQueryGetIntersectionObjectToWorldKHR %m43 %q %c0";
    let inverse = "OpRayQueryGetIntersectionWorldToObjectKHR %m43 %q %c0";
    let positions = "OpRayQueryGetIntersectionTriangleVertexPositionsKHR %three %q %c0";
    let rows: Vec<(String, u32)> = vec![
        (format!("%t = OpCopyObject %bool %more\n{TRUTH}"), 1),
        ("%r = OpRayQueryGetIntersectionTypeKHR %uint %q %c0".to_owned(), 0),
        ("%r = OpRayQueryGetIntersectionTypeKHR %uint %q %c1".to_owned(), 0),
        (committed("%r = OpRayQueryGetIntersectionTypeKHR %uint %q %c1"), 1),
        (of_box("%r = OpRayQueryGetIntersectionTypeKHR %uint %q %c0"), 1),
        (of_box("OpRayQueryGenerateIntersectionKHR %q %ten\n%r = OpRayQueryGetIntersectionTypeKHR %uint %q %c1"), 2),
        (format!("OpRayQueryTerminateKHR %q\n%t = OpRayQueryProceedKHR %bool %q\n{TRUTH}"), 0),
        (float("OpRayQueryGetRayTMinKHR %float %q"), 0),
        ("%r = OpRayQueryGetRayFlagsKHR %uint %q".to_owned(), 0),
        (float("OpRayQueryGetIntersectionTKHR %float %q %c0"), bits(6.0)),
        (float("OpRayQueryGetIntersectionTKHR %float %q %c1"), bits(100.0)),
        (committed(&float("OpRayQueryGetIntersectionTKHR %float %q %c1")), bits(6.0)),
        ("%r = OpRayQueryGetIntersectionInstanceCustomIndexKHR %uint %q %c0".to_owned(), 7),
        (of_box("%r = OpRayQueryGetIntersectionInstanceIdKHR %uint %q %c0"), 1),
        ("%r = OpRayQueryGetIntersectionInstanceShaderBindingTableRecordOffsetKHR %uint %q %c0".to_owned(), 3),
        ("%r = OpRayQueryGetIntersectionGeometryIndexKHR %uint %q %c0".to_owned(), 0),
        ("%r = OpRayQueryGetIntersectionPrimitiveIndexKHR %uint %q %c0".to_owned(), 0),
        (part("OpRayQueryGetIntersectionBarycentricsKHR %v2 %q %c0", "0"), bits(0.375)),
        (format!("%t = OpRayQueryGetIntersectionFrontFaceKHR %bool %q %c0\n{TRUTH}"), 1),
        (of_box(&format!("%t = OpRayQueryGetIntersectionCandidateAABBOpaqueKHR %bool %q\n{TRUTH}")), 0),
        (part("OpRayQueryGetIntersectionObjectRayDirectionKHR %v3 %q %c0", "2"), bits(0.5)),
        (part("OpRayQueryGetIntersectionObjectRayOriginKHR %v3 %q %c0", "2"), bits(-3.0)),
        (part("OpRayQueryGetWorldRayDirectionKHR %v3 %q", "2"), bits(1.0)),
        (part("OpRayQueryGetWorldRayOriginKHR %v3 %q", "1"), bits(-0.5)),
        (part(matrix, "3 2"), bits(4.0)),
        (part(matrix, "1 1"), bits(2.0)),
        (part(inverse, "3 2"), bits(-2.0)),
        (part(inverse, "0 0"), bits(0.5)),
        (part(positions, "1 1"), bits(1.0)),
        (part(positions, "2 0"), bits(1.0)),
    ];
    for (body, wanted) in rows {
        assert_eq!(answer(&body, &body), wanted, "{body}");
    }
}

/// Each lane has a distance of its own, in one of several queries of an array.
fn queries_of_all_lanes_are_their_own() {
    let declarations =
        "%four = OpConstant %uint 4\n%many = OpTypeArray %query %four\n%ptr_many = OpTypePointer Function %many
        %index = OpVariable";
    let body = "%own = OpUMod %uint %lane %four
        %mine = OpAccessChain %ptr_query %queries %own
        %number = OpConvertUToF %float %lane
        OpRayQueryInitializeKHR %mine %loaded %c0 %mask %origin %number %direction %most
        %next = OpIAdd %uint %own %c1
        %others = OpUMod %uint %next %four
        %other = OpAccessChain %ptr_query %queries %others
        OpRayQueryInitializeKHR %other %loaded %c0 %mask %origin %f0 %direction %most
        %f = OpRayQueryGetRayTMinKHR %float %mine
        %r = OpConvertFToU %uint %f";
    let text = text(body)
        .replace("%index = OpVariable", declarations)
        .replace("%q = OpVariable", "%queries = OpVariable %ptr_many Function\n%q = OpVariable");
    let words = assemble("own", &text);
    for lanes in [Lanes::Together, Lanes::OneByOne] {
        let module = Module::new(&words, "main", &Options { lanes, ..options() }).unwrap();
        let (mut out, scene) = ([0u32; 8], scene());
        let mut dispatch = module.dispatch();
        dispatch.scene((0, 0), &scene).unwrap().buffer_mut((0, 1), &mut out).unwrap();
        dispatch.run([1; 3]).unwrap();
        assert_eq!(out, [0, 1, 2, 3, 4, 5, 6, 7]);
    }
}

fn too_many_queries_are_refused() {
    let declarations =
        "%lots = OpConstant %uint 1000000\n%many = OpTypeArray %query %lots\n%ptr_many = OpTypePointer Function %many
        %index = OpVariable";
    let body = "%mine = OpAccessChain %ptr_query %queries %lane
        OpRayQueryTerminateKHR %mine\n%r = OpCopyObject %uint %c0";
    let text = text(body)
        .replace("%index = OpVariable", declarations)
        .replace("%q = OpVariable", "%queries = OpVariable %ptr_many Function\n%q = OpVariable");
    let error = Module::new(&assemble("many", &text), "main", &options()).unwrap_err().to_string();
    assert!(error.contains("ray queries"), "{error}");
}
