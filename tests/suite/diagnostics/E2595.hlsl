//@ run: -T ms_6_5 -fspv-target-env=vulkan1.3
// Constant counts are within the lengths of the outputs, in called functions too.
struct Vertex { float4 at : SV_Position; };

void announce() { SetMeshOutputCounts(3, -1); }
//~                                      ^ error[E2595]: 4294967295 primitives exceed the size of the output array (1)

[outputtopology("triangle")] [numthreads(1, 1, 1)]
void main(uint group : SV_GroupID, out vertices Vertex corners[3], out indices uint3 triangles[1]) {
    if (group == 1) {
        SetMeshOutputCounts(4, 2);
//~                         ^ error[E2595]: 4 vertices exceed the size of the output array (3)
//~                            ^ error[E2595]: 2 primitives exceed the size of the output array (1)
        return;
    }
    if (group == 2) {
        announce();
        return;
    }
    SetMeshOutputCounts(3, 1);
    corners[0] = corners[1] = corners[2] = (Vertex)0;
    triangles[0] = uint3(0, 1, 2);
}
