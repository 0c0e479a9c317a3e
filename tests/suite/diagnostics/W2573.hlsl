//@ run: -T ms_6_5 -E mesh -fspv-target-env=vulkan1.3
// Calls under conditions may exclude each other.
struct Vertex { float4 at : SV_Position; };
[outputtopology("triangle")] [numthreads(32, 1, 1)]
void mesh(uint id : SV_GroupID, out vertices Vertex corners[3], out indices uint3 triangles[1]) {
    if (id == 7) {
        SetMeshOutputCounts(0, 0);
    } else {
        SetMeshOutputCounts(3, 1);
        corners[0] = (Vertex)0;
        triangles[0] = 0;
        return;
    }
    SetMeshOutputCounts(3, 1);
    SetMeshOutputCounts(3, 1);
//~ ^ warning[W2573]: 'SetMeshOutputCounts' is called more than once
}
