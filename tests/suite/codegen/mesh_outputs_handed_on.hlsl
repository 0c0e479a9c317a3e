//@ run: -T ms_6_5 -fspv-target-env=vulkan1.3
//@ run: -T ms_6_5 -fspv-target-env=vulkan1.3 -fcgl
//@ emit: spirv
//@ check: %fill = OpFunction
//@ check: OpStore
//@ check: %fill_0 = OpFunction
//@ run: -T ms_6_5 -fspv-target-env=vulkan1.1
// Functions write the arrays where they are, each pair of arrays by a function of its own.
struct Vertex { float4 position : SV_Position; float3 colour : COLOR; float distances[2] : SV_ClipDistance; };
struct Face { uint layer : SV_RenderTargetArrayIndex; };
void fill(uint at, out vertices Vertex points[6]) {
    points[at].position = float4(at, 0, 0, 1);
    points[at].position.yz = float2(2, 3);
    points[at].colour[1] = 2;
    points[at].distances[0] = at;
}
void connect(out indices uint3 corners[2], out primitives Face faces[2], out vertices Vertex points[6], float scale) {
    corners[0] = uint3(0, 1, 2);
    corners[1].zx = uint2(3, 4);
    faces[0].layer = 1;
    fill(uint(scale), points);
}
void fill(uint at, out Vertex point) { point.position = at; point.colour = 1; point.distances[0] = 0; point.distances[1] = 1; }
[outputtopology("triangle")] [numthreads(6, 1, 1)]
void main(uint at : SV_GroupIndex, out vertices Vertex points[6], out indices uint3 corners[2], out primitives Face faces[2]) {
    SetMeshOutputCounts(6, 2);
    fill(at, points);
    connect(corners, faces, points, 2);
    Vertex last;
    fill(3, last);
    points[5] = last;
}
