//@ run: -T ms_6_5 -fspv-target-env=vulkan1.3
//@ emit: spirv
// Layers and viewports of primitives are signed, whatever the source says.
//@ check: %gl_Layer = OpVariable %_ptr_Output__arr_int_uint_1 Output
struct Corner { float4 position : SV_Position; };
struct Face { uint layer : SV_RenderTargetArrayIndex; uint viewport : SV_ViewportArrayIndex; };
[outputtopology("triangle")] [numthreads(1, 1, 1)]
void main(out vertices Corner corners[3], out primitives Face faces[1], out indices uint3 triangles[1]) {
    SetMeshOutputCounts(3, 1);
    corners[0].position = corners[1].position = corners[2].position = 1;
    faces[0].layer = 2;
    Face face = { 1, 3 };
    faces[0] = face;
    triangles[0] = uint3(0, 1, 2);
}
