//@ run: -T lib_6_5 -fspv-target-env=vulkan1.3
//@ in: scene = {tlas: [{blas: a}, {blas: a, hit: 7, transform: [[1,0,0,10],[0,1,0,0],[0,0,1,0]]}], blas: {a: {vertices: [-1,-1,5,0,1,5,1,-1,5]}}}
//@ in: results = zeros:32
//@ launch: 8 1 1
//@ recursion: 2
//@ miss: sky
//@ miss: blue
//@ rules: hlsl

// What is not in the shader table, payloads of two types, too many open rays and calls, and rays that are not valid: where
// they start, though it shows later.
RaytracingAccelerationStructure scene;
RWStructuredBuffer<float> results;

struct Payload {
    float value;
    uint left;
};

struct Color {
    float3 color;
};

struct Data {
    uint left;
};

RayDesc towards(float x) {
    RayDesc ray = { float3(x, 0, -2), 0, float3(0, 0, 1), 100 };
    return ray;
}

[shader("raygeneration")]
void main() {
    Payload payload = { 0, 0 };
    const uint index = DispatchRaysIndex().x;
    // Found twice, of the first and the last.
    if (index == 0 || index == 7)
        TraceRay(scene, RAY_FLAG_NONE, 0xFF, 0, 0, 0, towards(10), payload);
//~     ^ error[E6504]: hit group index 7 is out of the shader table (table)
    if (index == 1)
        TraceRay(scene, RAY_FLAG_NONE, 0xFF, 0, 0, 2, towards(20), payload);
//~     ^ error[E6504]: miss shader index 2 is out of the shader table (table)
    if (index == 2)
        TraceRay(scene, RAY_FLAG_NONE, 0xFF, 0, 0, 1, towards(20), payload);
//~     ^ error[E6505]: payload has another type than that of 'blue' (payload)
    if (index == 3) {
        payload.left = 5;
        TraceRay(scene, RAY_FLAG_NONE, 0xFF, 0, 0, 0, towards(0), payload);
    }
    Data data = { 20 };
    if (index == 4)
        CallShader(1, data);
//~     ^ error[E6504]: callable shader index 1 is out of the shader table (table)
    if (index == 5)
        CallShader(0, data);
    if (index == 6)
        TraceRay(scene, RAY_FLAG_NONE, 0xFF, 0, 0, 0, towards(sqrt(-1.0 * index)), payload);
//~     ^ error[E6501]: the origin of a ray is not finite: (NaN, 0, -2) (ray)
    results[index] = payload.value + data.left;
}

[shader("closesthit")]
void closest(inout Payload payload, BuiltInTriangleIntersectionAttributes attributes) {
    if (payload.left > 0) {
        payload.left -= 1;
        TraceRay(scene, RAY_FLAG_NONE, 0xFF, 0, 0, 0, towards(0), payload);
//~     ^ error[E6503]: ray beyond the recursion limit of 2 (recursion)
    }
}

[shader("miss")]
void sky(inout Payload payload) {
    payload.value = 1;
}

[shader("miss")]
void blue(inout Color color) {
    color.color.z = 1;
}

[shader("callable")]
void count(inout Data data) {
    data.left -= 1;
    if (data.left > 0)
        CallShader(0, data);
//~     ^ error[E6503]: call beyond 8 nested calls of callable shaders (recursion)
}
