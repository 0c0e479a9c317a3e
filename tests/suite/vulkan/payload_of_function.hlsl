//@ run: -T lib_6_6 -fspv-target-env=vulkan1.2
//@ check: OpEntryPoint RayGenerationKHR %generate "generate" {*}%payload
//@ check: %payload = OpVariable %_ptr_RayPayloadKHR_Payload RayPayloadKHR
//@ check: OpTraceRayKHR {*} %payload

// A local and a static variable are in the storage class that the source spells.
struct Payload { float3 normal; float depth; };

template <typename T>
[[vk::ext_capability(4479)]] [[vk::ext_extension("SPV_KHR_ray_tracing")]] [[vk::ext_instruction(4445)]]
void trace(RaytracingAccelerationStructure scene, uint flags, uint mask, uint offset, uint stride, uint miss, float3 origin,
           float from, float3 direction, float to, [[vk::ext_reference]] T payload);

RaytracingAccelerationStructure scene;
RWStructuredBuffer<float4> result;
[[vk::ext_storage_class(5338)]] static Payload shared_payload;

[shader("raygeneration")]
void generate() {
    [[vk::ext_storage_class(5338)]] Payload payload;
    payload.normal = 0;
    shared_payload.depth = 1;
    trace(scene, 0, 255, 0, 0, 0, float3(0, 0, 0), 0.1, float3(0, 0, 1), 100, payload);
    trace(scene, 0, 255, 0, 0, 0, float3(0, 0, 0), 0.1, float3(0, 0, 1), 100, shared_payload);
    result[0] = float4(payload.normal, payload.depth) * shared_payload.depth;
}
