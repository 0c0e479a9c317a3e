//@ run: -T ms_6_5 -E mesh -fspv-target-env=vulkan1.3
struct Vertex { float4 at : SV_Position; };
[outputtopology("triangle")] [numthreads(32, 1, 1)]
void mesh(out vertices Vertex corners[3], out indices uint3 triangles[1]) {
//~  ^ warning[W2572]: mesh entry point 'mesh' never calls 'SetMeshOutputCounts'
    corners[0] = (Vertex)0;
    triangles[0] = 0;
}
