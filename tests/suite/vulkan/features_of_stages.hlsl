//@ run: -T vs_6_0 -E transform -fspv-target-env=vulkan1.2
//@ check: OpCapability ClipDistance
//@ check: OpCapability CullDistance
//@ run: -T vs_6_0 -E choose -fspv-target-env=vulkan1.2
//@ check: OpCapability ShaderLayer
//@ run: -T vs_6_0 -E view -fspv-target-env=vulkan1.2
//@ check: OpCapability ShaderViewportIndex
//@ run: -T vs_6_0 -E count
//@ run: -T hs_6_0 -E control
//@ check: OpCapability Tessellation
//@ run: -T ds_6_0 -E evaluate
//@ check: OpCapability Tessellation
//@ run: -T gs_6_0 -E spread
//@ check: OpCapability Geometry
//@ check: OpCapability MultiViewport
//@ run: -T ps_6_0 -E sample
//@ check: OpCapability SampleRateShading
//@ run: -T ps_6_0 -E primitive
//@ check: OpCapability Geometry
//@ run: -T ps_6_0 -E stencil
//@ check: OpCapability StencilExportEXT
//@ run: -T ps_6_2 -E write
//@ check: OpCapability ImageBuffer
// Each asks the device for something: the test of what documents say that a module needs takes it away.
struct Corner {
    float4 place : SV_Position;
    float4 colour : COLOR;
};
struct Cut {
    float4 place : SV_Position;
    float2 clip : SV_ClipDistance;
    float cull : SV_CullDistance;
};
RWStructuredBuffer<uint> counts;
RWBuffer<float4> texels;

Cut transform(float3 place : POSITION, float2x2 turn : TURN, uint2 flags : FLAGS) {
    Cut cut = { float4(mul(turn, place.xy), place.z, 1), place.xy + flags, place.z };
    return cut;
}
float4 choose(float4 place : POSITION, uint instance : SV_InstanceID, out uint layer : SV_RenderTargetArrayIndex) : SV_Position {
    layer = instance;
    return place;
}
float4 view(float4 place : POSITION, uint instance : SV_InstanceID, out uint at : SV_ViewportArrayIndex) : SV_Position {
    at = instance & 1;
    return place;
}
float4 count(float4 place : POSITION, uint vertex : SV_VertexID) : SV_Position {
    counts[vertex] = 1;
    return place;
}

struct Factors {
    float edges[3] : SV_TessFactor;
    float inside : SV_InsideTessFactor;
};
Factors factors(InputPatch<Corner, 3> corners) {
    Factors all = { { 1, 2, corners[0].place.x }, 4 };
    return all;
}
[domain("tri")] [partitioning("fractional_odd")] [outputtopology("triangle_cw")] [outputcontrolpoints(3)]
[patchconstantfunc("factors")]
Corner control(InputPatch<Corner, 3> corners, uint at : SV_OutputControlPointID) { return corners[at]; }
[domain("tri")]
Corner evaluate(Factors all, float3 at : SV_DomainLocation, const OutputPatch<Corner, 3> corners) {
    Corner corner = corners[0];
    corner.place = corners[0].place * at.x + corners[1].place * at.y + corners[2].place * at.z;
    counts[0] = (uint)all.inside;
    return corner;
}

struct Spread {
    float4 place : SV_Position;
    uint layer : SV_RenderTargetArrayIndex;
    uint view : SV_ViewportArrayIndex;
};
[maxvertexcount(3)] [instance(2)]
void spread(line Corner corners[2], inout TriangleStream<Spread> all, uint at : SV_GSInstanceID) {
    for (uint i = 0; i < 3; i++) {
        Spread made = { corners[i & 1].place, at, at };
        all.Append(made);
    }
}

float4 sample(float4 colour : COLOR, uint at : SV_SampleIndex) : SV_Target { return colour * at; }
float4 primitive(uint at : SV_PrimitiveID) : SV_Target { return at; }
float4 stencil(float4 colour : COLOR, out uint reference : SV_StencilRef) : SV_Target {
    reference = 3;
    return colour;
}
float4 write(float4 place : SV_Position) : SV_Target {
    texels[(uint)place.x] = place;
    return place;
}
