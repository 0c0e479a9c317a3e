//@ run: -T vs_6_0 -E main
//@ run: -T vs_6_0 -E main -fvk-invert-y -fvk-support-nonzero-base-instance -fspv-target-env=vulkan1.1
// Instanced vertices that are pulled from structured buffers; nothing comes through vertex attributes.

struct Vertex {
    float3 position;
    uint packedNormal;
    float2 uv;
};

struct Instance {
    float3x4 transform;
    float4 color;
    uint material;
};

cbuffer Camera : register(b0) {
    row_major float4x4 viewProjection;
};

StructuredBuffer<Vertex> vertices : register(t1);
StructuredBuffer<Instance> instances : register(t2);
StructuredBuffer<uint> visible : register(t3);

struct Output {
    float4 position : SV_Position;
    float3 normal : NORMAL;
    float4 color : COLOR;
    float2 uv : TEXCOORD0;
    nointerpolation uint material : MATERIAL;
};

float3 unpackNormal(uint bits) {
    const int3 signedBits = int3(bits << 22, bits << 12, bits << 2) >> 22;
    return max(float3(signedBits) / 511.0, -1.0);
}

Output main(uint vertexId : SV_VertexID, uint instanceId : SV_InstanceID) {
    const Vertex vertex = vertices[vertexId];
    const Instance instance = instances[visible[instanceId]];

    Output output;
    const float3 world = mul(instance.transform, float4(vertex.position, 1.0));
    output.position = mul(viewProjection, float4(world, 1.0));
    output.normal = normalize(mul((float3x3)instance.transform, unpackNormal(vertex.packedNormal)));
    output.color = instance.color;
    output.uv = vertex.uv;
    output.material = instance.material;
    return output;
}
