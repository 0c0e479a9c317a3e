//@ run: -T hs_6_0 -fspv-target-env=vulkan1.2 -fspv-use-vulkan-memory-model
//@ emit: spirv
//@ check: OpControlBarrier %uint_2 %uint_2 %uint_4104
//@ run: -T hs_6_0 -fspv-target-env=vulkan1.2
//@ emit: spirv
//@ check: OpControlBarrier %uint_2 %uint_4 %uint_0
// In the memory model of Vulkan a barrier says that it orders the outputs that control points read of each other.
struct Vertex { float4 position : SV_Position; };
struct Factors { float edges[3] : SV_TessFactor; float inside : SV_InsideTessFactor; };
Factors factors(InputPatch<Vertex, 3> from, OutputPatch<Vertex, 3> to) {
    Factors result;
    result.edges[0] = to[0].position.x;
    result.edges[1] = to[1].position.x;
    result.edges[2] = to[2].position.x;
    result.inside = 1;
    return result;
}
[domain("tri")] [partitioning("integer")] [outputtopology("triangle_cw")] [outputcontrolpoints(3)]
[patchconstantfunc("factors")]
Vertex main(InputPatch<Vertex, 3> from, uint i : SV_OutputControlPointID) { return from[i]; }
