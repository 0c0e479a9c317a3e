//@ run: -T lib_6_6 -enable-payload-qualifiers -fspv-target-env=vulkan1.3
struct Payload { float4 colour; };
RaytracingAccelerationStructure scene : register(t0);
[shader("miss")] void sky(inout Payload payload) { payload.colour = 1; }
//~                                     ^ error[E2569]: payload type 'Payload' is missing the attribute [raypayload]
[shader("raygeneration")] void rays() {
    Payload payload = (Payload)0;
    TraceRay(scene, RAY_FLAG_NONE, 255, 0, 0, 0, (RayDesc)0, payload);
//~                                                          ^ error[E2569]: payload type 'Payload' is missing the attribute [raypayload]
}
