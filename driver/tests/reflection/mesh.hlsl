// A task shader and its mesh shader.
struct Vertex {
    float4 place : SV_Position;
    float2 at : TEXCOORD;
};
struct Numbers {
    uint all[32];
};
groupshared Numbers numbers;
groupshared float heights[128];

[numthreads(32, 1, 1)] void choose(uint lane : SV_GroupThreadID) {
    numbers.all[lane] = lane;
    DispatchMesh(1, 1, 1, numbers);
}
[outputtopology("triangle")] [numthreads(32, 2, 2)]
void shape(uint lane : SV_GroupIndex, in payload Numbers chosen, out vertices Vertex corners[64], out indices uint3 triangles[126]) {
    SetMeshOutputCounts(3, 1);
    heights[lane] = chosen.all[lane & 31];
    GroupMemoryBarrierWithGroupSync();
    Vertex corner = { float4(heights[lane ^ 1], 0, 0, 1), float2(0, 0) };
    if (lane < 64)
        corners[lane] = corner;
    if (lane == 0)
        triangles[0] = uint3(0, 1, 2);
}
