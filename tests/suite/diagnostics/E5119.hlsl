//@ run: -T ms_6_5 -fspv-target-env=vulkan1.3
//@ only without SPIRV-Tools: they accept the module
// The count is known behind the passes.
struct Vertex { float4 at : SV_Position; };

[outputtopology("triangle")] [numthreads(1, 1, 1)]
void main(out vertices Vertex corners[3], out indices uint3 triangles[1]) {
    uint count = 3;
    count++;
    SetMeshOutputCounts(count, 1);
//~ ^ fatal error[E5119]: mesh output count exceeds its limit: 4 vertices exceed OutputVertices 3
    corners[0] = corners[1] = corners[2] = (Vertex)0;
    triangles[0] = uint3(0, 1, 2);
}
