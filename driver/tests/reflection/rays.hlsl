// Shaders that hand memory to each other, and what a shader binding table holds.
struct Payload {
    float3 colour;
    uint bounces;
};
struct Attributes {
    float2 place;
};
struct Work {
    uint4 numbers;
};
[[vk::shader_record_ext]] cbuffer Record {
    float4 tint;
    uint material;
};
RaytracingAccelerationStructure scene;
[[vk::combinedImageSampler]] Texture2D sky : register(t3);
[[vk::combinedImageSampler]] SamplerState sky_sampler : register(s3);
RWTexture2D<float4> picture;

[shader("raygeneration")] void begin() {
    RayDesc ray = { float3(0, 0, 0), 0, float3(0, 0, 1), 100 };
    Payload payload = { float3(0, 0, 0), 0 };
    TraceRay(scene, 0, 255, 0, 1, 0, ray, payload);
    Work work = { uint4(1, 2, 3, 4) };
    CallShader(0, work);
    picture[uint2(0, 0)] = float4(payload.colour, payload.bounces + work.numbers.x);
}
[shader("closesthit")] void hit(inout Payload payload, in Attributes at) {
    payload.colour = float3(at.place, tint.x);
    payload.bounces = material;
}
[shader("miss")] void leave(inout Payload payload) { payload.colour = sky.SampleLevel(sky_sampler, 0, 0).xyz; }
[shader("callable")] void work(inout Work work) { work.numbers.x = 3; }
