//@ run: -T lib_6_6 -fspv-target-env=vulkan1.3
//@ in: 0:0[1] = {vertices: [-4,-4,5,0,4,5,4,-4,5]}
//@ in: 0:1[2] = zeros:8
//@ in: 0:1[3] = f32:0.5
//@ in: 0:2[4] = image:2x1:r32float
//@ launch: 2 1 1
//@ out: 0:1[2] = f32:5.5,3.5
//@ out: 0:2[4] = f32:5,3

// Descriptors of a heap are of several types: in Vulkan its views share a place, here each kind has its own.
struct Payload { float value; };

[shader("raygeneration")]
void main() {
    const uint index = DispatchRaysIndex().x;
    RaytracingAccelerationStructure scene = ResourceDescriptorHeap[1];
    RWStructuredBuffer<float> results = ResourceDescriptorHeap[2];
    ByteAddressBuffer data = ResourceDescriptorHeap[3];
    RWTexture2D<float> image = ResourceDescriptorHeap[4];
    RayDesc ray = { float3(50 * index, 0, 0), 0, float3(0, 0, 1), 100 };
    Payload payload = { 1 };
    TraceRay(scene, RAY_FLAG_NONE, 0xFF, 0, 0, 0, ray, payload);
    results[index] = payload.value + data.Load<float>(0);
    image[uint2(index, 0)] = payload.value;
}

[shader("closesthit")]
void hit(inout Payload payload, BuiltInTriangleIntersectionAttributes attributes) {
    payload.value = RayTCurrent();
}

[shader("miss")]
void sky(inout Payload payload) {
    payload.value = 3;
}
