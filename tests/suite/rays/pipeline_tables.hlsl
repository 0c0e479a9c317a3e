//@ run: -T lib_6_5 -fspv-target-env=vulkan1.3
//@ in: scene = {tlas: [{blas: a, hit: 1}, {blas: a, hit: 0, transform: [[1,0,0,10],[0,1,0,0],[0,0,1,0]]}], blas: {a: [{vertices: [-1,-1,5,0,1,5,1,-1,5]}, {vertices: [-1,-1,3,0,1,3,1,-1,3]}]}}
//@ in: results = zeros:96
//@ launch: 8 1 1
//@ hit: closest=first
//@ hit: closest=second
//@ hit: closest=first
//@ hit: closest=second
//@ hit: 
//@ miss: nothing
//@ miss: sky
//@ callable: twice
//@ callable: add
//@ record: hit[0]={ numbers: [1, 2], scale: 10 }
//@ record: hit[1]={ weight: [[1, 2], [3, 4]] }
//@ record: hit[2]={ numbers: [3, 4], scale: 100 }
//@ record: hit[3]={ weight: [[5, 6], [7, 8]] }
//@ record: miss[1]={ numbers: [5, 6], scale: 1000 }
//@ record: raygen={ start: 0.5 }
//@ record: callable[1]={ amount: 7 }
//@ out: results = f32:215,309.5,605,20.5,1,114.5,1,1013,0,-1,-1,3,4,5,77,7,107.5,302.5,302.5,13.5,0.5,107.5,0.5,1006

// Indices of hit groups, miss shaders and callables, and the data of their records.
RaytracingAccelerationStructure scene;
RWStructuredBuffer<float> results;

struct Payload {
    float value;
    float other;
};

struct Numbers {
    float2 numbers;
    float scale;
};

struct Weights {
    float2x2 weight;
};

struct Start {
    float start;
};

struct Amount {
    float amount;
};

[[vk::shader_record_ext]]
ConstantBuffer<Numbers> numbers;
[[vk::shader_record_ext]]
ConstantBuffer<Weights> weights;
[[vk::shader_record_ext]]
ConstantBuffer<Start> start;
[[vk::shader_record_ext]]
ConstantBuffer<Amount> amount;

struct Data {
    float value;
};

[shader("raygeneration")]
void main() {
    const uint index = DispatchRaysIndex().x;
    RayDesc ray = { float3(index & 1 ? 10 : 0, 0, index & 2 ? 4 : -2), 0, float3(0, 0, 1), 100 };
    if (index >= 6)
        ray.Direction = float3(0, 1, 0);
    Payload payload = { start.start, index };
    // The upper bits of offset and multiplier do not count.
    TraceRay(scene, RAY_FLAG_NONE, 0xFF, index == 4 ? 2 : 16, index == 5 ? 2 : 17, index == 7 ? 65537 : 0, ray, payload);
    Data data = { payload.value };
    CallShader(index & 1, data);
    results[index] = data.value;
    results[8 + index] = payload.other;
    results[16 + index] = payload.value;
}

[shader("closesthit")]
void first(inout Payload payload, BuiltInTriangleIntersectionAttributes attributes) {
    payload.value += numbers.numbers.x + numbers.numbers.y + numbers.scale;
}

[shader("closesthit")]
void second(inout Payload payload, BuiltInTriangleIntersectionAttributes attributes) {
    payload.value += weights.weight._12 + 100 * weights.weight._21;
    payload.other = -1;
}

[shader("miss")]
void nothing(inout Payload payload) {
    payload.other = 77;
}

[shader("miss")]
void sky(inout Payload payload) {
    const Numbers own = numbers;
    payload.value = own.scale + own.numbers.y;
}

[shader("callable")]
void twice(inout Data data) {
    data.value *= 2;
}

[shader("callable")]
void add(inout Data data) {
    data.value += amount.amount;
}
