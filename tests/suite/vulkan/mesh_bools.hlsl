//@ run: -T ms_6_5 -fspv-target-env=vulkan1.3 -fcgl -fvk-invert-y
//@ emit: spirv
//@ check: = OpAccessChain %_ptr_Output_uint
// A bool of an output is a uint in its variable, also where one component is written; the inverted component of a position
// may be chosen at run time.
struct Vertex {
    float4 at : SV_Position;
    bool3 flags : FLAGS;
    bool alone : ALONE;
    bool several[2] : SEVERAL;
    bool2x2 matrix : MATRIX;
};
struct Primitive { nointerpolation bool2 both : BOTH; };

void fill(uint i, out Vertex vertices[3], out Primitive primitives[1]) {
    vertices[i].at[i] = 1;
    vertices[i].at.y = 2;
    vertices[i].flags[1] = i == 2;
    vertices[i].flags.zx = bool2(true, i == 1);
    vertices[i].flags[i] = true;
    vertices[i].alone = i == 0;
    vertices[i].several[1] = true;
    vertices[i].several[i] = i == 1;
    vertices[i].matrix[1] = bool2(true, i == 1);
    vertices[i].matrix[i][1] = false;
    primitives[0].both.y = true;
    primitives[0].both[i] = false;
}

[outputtopology("triangle")] [numthreads(3, 1, 1)]
void main(uint i : SV_GroupIndex, out vertices Vertex vertices[3], out indices uint3 triangles[1],
          out primitives Primitive primitives[1]) {
    SetMeshOutputCounts(3, 1);
    vertices[i] = (Vertex)0;
    fill(i, vertices, primitives);
    triangles[0] = uint3(0, 1, 2);
}
