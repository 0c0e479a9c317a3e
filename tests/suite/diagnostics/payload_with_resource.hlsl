//@ run: -T ms_6_5 -fspv-target-env=vulkan1.3
struct Payload {
    bool2x2 flags;
    StructuredBuffer<float> list;
};
struct Vertex { float4 position : SV_Position; };
[numthreads(1, 1, 1)] [outputtopology("triangle")]
void main(in payload Payload payload, out vertices Vertex v[3], out indices uint3 i[1]) {
//~                          ^ error[E2051]: mesh shader payload must hold numbers only
    SetMeshOutputCounts(3, 1);
    v[0].position = payload.flags._m00 ? 1 : 0;
    v[1].position = v[2].position = 0;
    i[0] = uint3(0, 1, 2);
}
