// Stages between the vertices and the pixels of a job.
//@ run: -T vs_6_0 -E vertex_main
//@ run: -T gs_6_0 -E geometry_main
//@ run: -T gs_6_0 -E many_main
//@ run: -T ps_6_0 -E pixel_main
//@ run: -T ms_6_5 -E mesh_main -fspv-target-env=vulkan1.3

struct Varyings {
    float4 clip : SV_Position;
    nointerpolation uint number : NUMBER;
};

Varyings vertex_main(uint id : SV_VertexID) {
    Varyings output;
    output.clip = float4(0, 0, 0.5, 1);
    output.number = id;
    return output;
}

// A corner of the half of the picture that a point of a number covers.
Varyings corner(uint number, uint corner) {
    Varyings output;
    output.clip = float4(float(number) - 1 + (corner & 1), (corner >> 1) * 2.0 - 1, 0.5, 1);
    output.number = number + 1;
    return output;
}

[maxvertexcount(4)]
void geometry_main(point Varyings input[1], inout TriangleStream<Varyings> stream) {
    for (uint i = 0; i < 4; ++i)
        stream.Append(corner(input[0].number, i));
}

// One vertex too many, which is dropped.
[maxvertexcount(4)]
void many_main(point Varyings input[1], inout TriangleStream<Varyings> stream) {
    for (uint i = 0; i < 5; ++i)
        stream.Append(corner(input[0].number, i & 3));
}

[outputtopology("triangle")]
[numthreads(4, 1, 1)]
void mesh_main(uint thread : SV_GroupIndex, uint group : SV_GroupID, out vertices Varyings all[4],
               out indices uint3 triangles[2]) {
    SetMeshOutputCounts(4, 2);
    all[thread] = corner(group, thread);
    if (thread < 2)
        triangles[thread] = thread == 0 ? uint3(0, 1, 2) : uint3(2, 1, 3);
}

uint pixel_main(Varyings input) : SV_Target {
    return input.number;
}
