//! Interfaces of stages: which builtin, location and decorations each semantic becomes.
//!
//! Sections: DXC's SPIR-V, "HLSL semantics and Vulkan BuiltIn", "Stage input/output variables" and "Interpolation"; HLSL's
//! interpolation modifiers.

use crate::case::Settings;
use crate::compiler::Compiler;
use driver::reflect;

/// A shader of a stage with the variables of its interface.
#[derive(Clone, Copy, Debug)]
pub struct Interface {
    /// The subject.
    pub name: &'static str,
    /// The profile.
    pub profile: &'static str,
    /// Further options.
    pub options: &'static [&'static str],
    /// The text.
    pub text: &'static str,
    /// The inputs, in any order: a builtin or a location, and then decorations.
    pub inputs: &'static [&'static str],
    /// The outputs.
    pub outputs: &'static [&'static str],
}

/// The table.
pub const INTERFACES: &[Interface] = &[
    Interface {
        name: "system values of vertices",
        profile: "vs_6_8",
        options: &["-fspv-target-env=vulkan1.2"],
        text: "float4 main(uint a : SV_VertexID, uint b : SV_InstanceID, int c : SV_StartVertexLocation, \
               uint d : SV_StartInstanceLocation, uint e : SV_ViewID) : SV_Position { return a + b + c + d + e; }",
        inputs: &["VertexIndex", "InstanceIndex", "BaseVertex", "BaseInstance", "ViewIndex"],
        outputs: &["Position"],
    },
    Interface {
        name: "what vertices give to the rasterizer",
        profile: "vs_6_0",
        options: &["-fspv-target-env=vulkan1.2"],
        text: "struct O { float4 a : SV_Position; float b : SV_ClipDistance; float2 c : SV_CullDistance; \
               uint d : SV_RenderTargetArrayIndex; uint e : SV_ViewportArrayIndex; [[vk::builtin(\"PointSize\")]] float f : PSIZE; };\n\
               O main(float4 v : V) { O o; o.a = v; o.b = v.x; o.c = v.xy; o.d = 1; o.e = 2; o.f = v.z; return o; }",
        inputs: &["0"],
        outputs: &["Position", "ClipDistance", "CullDistance", "Layer", "ViewportIndex", "PointSize"],
    },
    Interface {
        name: "locations by declaration",
        profile: "vs_6_0",
        options: &[],
        text: "struct I { float4 c : C; float2 a[3] : A; float2x3 m : M; double3 d : D; float b : B; };\n\
               float4 main(I i, float4 last : LAST) : SV_Position { return i.c + i.a[2].x + i.m[1][2] + float(i.d.z) + i.b + last; }",
        inputs: &["0", "1", "4", "6", "8", "9"],
        outputs: &["Position"],
    },
    Interface {
        name: "locations by name",
        profile: "vs_6_0",
        options: &["-fvk-stage-io-order=alpha"],
        text: "struct O { float4 p : SV_Position; float z : Z; nointerpolation float y : Y; float x1 : X1; float x0 : X0; };\n\
               O main(float4 b : B, float4 a : A) { O o; o.p = a; o.z = b.x; o.y = b.y; o.x1 = a.x; o.x0 = a.y; return o; }",
        inputs: &["0", "1"],
        outputs: &["Position", "0", "1", "2 Flat", "3"],
    },
    Interface {
        name: "locations by attributes",
        profile: "vs_6_0",
        options: &[],
        text: "struct O { float4 p : SV_Position; [[vk::location(5)]] float z : Z; [[vk::location(2)]] nointerpolation float y : Y; };\n\
               O main([[vk::location(7)]] float4 b : B, [[vk::location(1)]] float4 a : A) { O o; o.p = a; o.z = b.x; o.y = b.y; return o; }",
        inputs: &["7", "1"],
        outputs: &["Position", "5", "2 Flat"],
    },
    Interface {
        name: "nested structs and parameters",
        profile: "vs_6_0",
        options: &[],
        text: "struct In { float4 x : X; float4 y : Y; }; struct I { float4 w : W; In inner; float4 z : Z; };\n\
               void main(I i, float4 v : V, out float4 p : SV_Position, out float4 o : O) { p = i.w + i.inner.x + i.inner.y; o = i.z + v; }",
        inputs: &["0", "1", "2", "3", "4"],
        outputs: &["Position", "0"],
    },
    Interface {
        name: "system values of pixels",
        profile: "ps_6_4",
        options: &["-fspv-target-env=vulkan1.2"],
        text: "float4 main(float4 a : SV_Position, bool b : SV_IsFrontFace, uint c : SV_SampleIndex, uint d : SV_Coverage, \
               uint e : SV_PrimitiveID, uint f : SV_RenderTargetArrayIndex, uint g : SV_ViewportArrayIndex, uint h : SV_ViewID, \
               uint i : SV_ShadingRate) : SV_Target { return a + b + c + d + e + f + g + h + i; }",
        inputs: &[
            "FragCoord",
            "FrontFacing",
            "SampleId",
            "SampleMask",
            "PrimitiveId",
            "Layer",
            "ViewportIndex",
            "ViewIndex",
            "ShadingRateKHR",
        ],
        outputs: &["0"],
    },
    Interface {
        name: "barycentric coordinates",
        profile: "ps_6_1",
        options: &["-fspv-target-env=vulkan1.2"],
        text: "float4 main(float3 a : SV_Barycentrics, noperspective float3 b : SV_Barycentrics1) : SV_Target { return float4(a + b, 1); }",
        inputs: &["BaryCoordKHR", "BaryCoordNoPerspKHR"],
        outputs: &["0"],
    },
    Interface {
        name: "what pixels give",
        profile: "ps_6_0",
        options: &[],
        text: "struct O { float4 a : SV_Target0; float4 b : SV_Target3; float c : SV_Depth; uint d : SV_Coverage; uint e : SV_StencilRef; };\n\
               O main(float4 v : V) { O o; o.a = v; o.b = v; o.c = v.x; o.d = 1; o.e = 2; return o; }",
        inputs: &["0"],
        outputs: &["0", "3", "FragDepth", "SampleMask", "FragStencilRefEXT"],
    },
    Interface {
        name: "two sources to blend",
        profile: "ps_6_0",
        options: &[],
        text: "struct O { [[vk::location(0), vk::index(0)]] float4 a : SV_Target0; [[vk::location(0), vk::index(1)]] float4 b : SV_Target1; };\n\
               O main(float4 v : V) { O o; o.a = v; o.b = v.wzyx; return o; }",
        inputs: &["0"],
        outputs: &["0", "0 index 1"],
    },
    Interface {
        name: "interpolation",
        profile: "ps_6_0",
        options: &[],
        text: "float4 main(float a : A, linear float b : B, nointerpolation float c : C, centroid float d : D, noperspective float e : E, \
               sample float f : F, noperspective centroid float g : G, linear sample float h : H, uint i : I, nointerpolation int2 j : J, \
               linear noperspective float k : K) : SV_Target \
               { return a + b + c + d + e + f + g + h + i + j.x + k; }",
        inputs: &[
            "0",
            "1",
            "2 Flat",
            "3 Centroid",
            "4 NoPerspective",
            "5 Sample",
            "6 Centroid NoPerspective",
            "7 Sample",
            "8 Flat",
            "9 Flat",
            "10 NoPerspective",
        ],
        outputs: &["0"],
    },
    Interface {
        name: "system values of workgroups",
        profile: "cs_6_0",
        options: &[],
        text: "RWStructuredBuffer<uint3> o;\n[numthreads(2, 3, 4)] void main(uint3 a : SV_DispatchThreadID, uint3 b : SV_GroupID, \
               uint3 c : SV_GroupThreadID, uint d : SV_GroupIndex) { o[d] = a + b + c; }",
        inputs: &["GlobalInvocationId", "WorkgroupId", "LocalInvocationId", "LocalInvocationIndex"],
        outputs: &[],
    },
    Interface {
        name: "control points and factors",
        profile: "hs_6_0",
        options: &[],
        text: "struct V { float4 p : P; }; struct F { float e[3] : SV_TessFactor; float i : SV_InsideTessFactor; float x : X; };\n\
               F constants(InputPatch<V, 3> v, uint id : SV_PrimitiveID) { F f; f.e[0] = f.e[1] = f.e[2] = 1; f.i = id; f.x = v[1].p.x; return f; }\n\
               [domain(\"tri\")] [partitioning(\"integer\")] [outputtopology(\"triangle_cw\")] [outputcontrolpoints(3)] \
               [patchconstantfunc(\"constants\")] V main(InputPatch<V, 3> v, uint i : SV_OutputControlPointID) { return v[i]; }",
        inputs: &["0", "InvocationId", "PrimitiveId"],
        outputs: &["0", "1 patch", "TessLevelOuter patch", "TessLevelInner patch"],
    },
    Interface {
        name: "points of a domain",
        profile: "ds_6_0",
        options: &[],
        text: "struct V { float4 p : P; }; struct F { float e[3] : SV_TessFactor; float i : SV_InsideTessFactor; float x : X; };\n\
               [domain(\"tri\")] float4 main(F f, float3 at : SV_DomainLocation, OutputPatch<V, 3> v, uint id : SV_PrimitiveID) : SV_Position \
               { return v[0].p * at.x + v[1].p * at.y + f.x + f.i + f.e[2] + id; }",
        inputs: &["0", "1 patch", "TessLevelOuter patch", "TessLevelInner patch", "TessCoord", "PrimitiveId"],
        outputs: &["Position"],
    },
    Interface {
        name: "primitives of a geometry shader",
        profile: "gs_6_0",
        options: &[],
        text: "struct V { float4 p : SV_Position; float2 t : T; }; struct O { float4 p : SV_Position; float2 t : T; uint layer : SV_RenderTargetArrayIndex; uint id : SV_PrimitiveID; };\n\
               [instance(2)] [maxvertexcount(3)] void main(triangle V v[3], uint i : SV_GSInstanceID, uint id : SV_PrimitiveID, inout TriangleStream<O> s) \
               { for (uint k = 0; k < 3; ++k) { O o; o.p = v[k].p; o.t = v[k].t; o.layer = i; o.id = id; s.Append(o); } }",
        inputs: &["Position", "0", "InvocationId", "PrimitiveId"],
        outputs: &["Position", "0", "Layer", "PrimitiveId"],
    },
    Interface {
        name: "vertices and primitives of a mesh",
        profile: "ms_6_5",
        options: &["-fspv-target-env=vulkan1.2"],
        text: "struct V { float4 p : SV_Position; float2 t : T; }; struct P { uint layer : SV_RenderTargetArrayIndex; float4 colour : C; };\n\
               [outputtopology(\"triangle\")] [numthreads(3, 1, 1)] void main(uint i : SV_GroupIndex, out vertices V v[3], \
               out indices uint3 t[1], out primitives P p[1]) { SetMeshOutputCounts(3, 1); v[i].p = i; v[i].t = i; \
               if (i == 0) { t[0] = uint3(0, 1, 2); p[0].layer = 1; p[0].colour = 2; } }",
        inputs: &["LocalInvocationIndex"],
        outputs: &["Position", "0", "PrimitiveTriangleIndicesEXT", "Layer primitive", "1 primitive"],
    },
];

/// A difference: the row, and the two lists.
#[derive(Clone, Debug)]
pub struct Difference {
    /// The row.
    pub interface: &'static Interface,
    /// The variables that the module has, or why there is none.
    pub found: String,
}

/// The rows for which a compiler makes another interface.
pub fn differences(compiler: &Compiler) -> Vec<Difference> {
    let difference = |interface: &'static Interface| {
        let wanted = shown(&sorted(interface.inputs), &sorted(interface.outputs));
        let found = interface.found(compiler).unwrap_or_else(|message| message);
        (found != wanted).then_some(Difference { interface, found })
    };
    INTERFACES.iter().filter_map(difference).collect()
}

impl Interface {
    /// The variables of a compiler's module.
    fn found(&self, compiler: &Compiler) -> Result<String, String> {
        let options = [&["-T", self.profile], self.options].concat();
        let words = compiler.compile(self.text, &Settings::default(), &options, "-O3")?;
        let reflection = reflect::read(&words).map_err(|error| error.to_string())?;
        let entry = reflection.entry_points.first().ok_or("there is no entry point")?;
        let texts = |variables: &[reflect::Variable]| sorted(&variables.iter().map(text).collect::<Vec<_>>());
        Ok(shown(&texts(&entry.inputs), &texts(&entry.outputs)))
    }
}

/// The variables that a row wants, for people.
pub fn wanted(interface: &Interface) -> String {
    shown(&sorted(interface.inputs), &sorted(interface.outputs))
}

fn shown(inputs: &[String], outputs: &[String]) -> String {
    format!("in {}; out {}", inputs.join(", "), outputs.join(", "))
}

fn sorted(variables: &[impl AsRef<str>]) -> Vec<String> {
    let mut all: Vec<_> = variables.iter().map(|text| text.as_ref().to_owned()).collect();
    all.sort();
    all
}

/// A variable as the rows write it. Interpolation of builtins says nothing, and per patch only the factors must be.
fn text(variable: &reflect::Variable) -> String {
    let per_primitive = variable.per_primitive.then(|| "primitive".to_owned());
    if let Some(builtin) = &variable.builtin {
        let per_patch = (variable.per_patch && builtin.starts_with("TessLevel")).then(|| "patch".to_owned());
        return [builtin.clone()].into_iter().chain(per_patch).chain(per_primitive).collect::<Vec<_>>().join(" ");
    }
    let place = variable.location.map_or_else(|| "nothing".to_owned(), |location| location.to_string());
    let index = variable.index.filter(|index| *index > 0).map(|index| format!("index {index}"));
    let mut interpolation = variable.interpolation.clone();
    interpolation.sort();
    let per_patch = variable.per_patch.then(|| "patch".to_owned());
    let words = [place].into_iter().chain(index).chain(interpolation).chain(per_patch).chain(per_primitive);
    words.collect::<Vec<_>>().join(" ")
}
