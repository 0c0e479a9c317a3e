//@ run: -T lib_6_5 -fspv-target-env=vulkan1.3
//@ in: scene = {vertices: [-1,-1,5,0,1,5,1,-1,5]}
//@ in: results = zeros:128
//@ launch: 16 2 1
//@ out: results = f32:36,261,323,16,219,1199,227,63,204,93,261,24,236,155,145,63,106,10249,715623.25,35004360,318,15902.5,874385.75,17945194,274,7796,366612.25,314,230,13449.5,531681.75,42223836

// Rays in selections, loops and switches, and all of these around them without a ray.
RaytracingAccelerationStructure scene;
RWStructuredBuffer<float> results;

struct Payload {
    float value;
};

float probe(float x, uint kind) {
    RayDesc ray = { float3(x, 0, -2), 0, float3(0, 0, 1), 100 };
    Payload payload = { kind };
    TraceRay(scene, RAY_FLAG_NONE, 0xFF, 0, 0, 0, ray, payload);
    return payload.value;
}

float noise(uint seed) {
    uint state = seed * 747796405 + 2891336453;
    for (uint at = 0; at < (seed & 3); ++at) {
        if (state & 1)
            state = state * 3 + 1;
        else
            state >>= 1;
        if (state == 7)
            break;
    }
    return state & 255;
}

float branches(uint index) {
    float sum = 0;
    if (index & 1) {
        if (index & 2)
            sum += probe(0, 1);
        else
            sum += noise(index);
        if (index == 5)
            return sum + 1000;
    } else {
        sum = noise(index) - probe(5, 2);
    }
    switch (index & 7) {
        case 0:
            sum += probe(0, 3);
            break;
        case 1:
        case 2:
            sum += noise(index + 1) + index;
            break;
        case 3:
            sum += index;
            break;
        case 4:
            switch (index >> 3) {
                case 0: sum += 4; break;
                default: sum += probe(7, 9); break;
            }
            break;
        default:
            if (sum > 100)
                break;
            sum += 50;
    }
    return sum;
}

float loops(uint index) {
    float sum = 0, last = 1;
    for (uint outer = 0; outer < (index & 3) + 1; ++outer) {
        float inner = 0;
        uint count = 0;
        do {
            inner += noise(index + count);
            if (count == 2 && (index & 4))
                break;
            if (inner > 300)
                continue;
            inner += probe(count & 1 ? 0 : 9, count) * last;
        } while (++count < outer + 1);
        if (index == 11 && outer == 1)
            return sum - 5;
        // A loop without a ray, which uses what one with rays has made.
        for (uint at = 0; at < outer; ++at)
            inner += sum * 0.25 + at;
        const float before = last;
        last = inner * 0.5;
        sum += inner + before;
    }
    return sum;
}

[shader("raygeneration")]
void main() {
    const uint2 at = DispatchRaysIndex().xy;
    results[at.x + 16 * at.y] = at.y == 0 ? branches(at.x) : loops(at.x);
}

[shader("closesthit")]
void closest(inout Payload payload, BuiltInTriangleIntersectionAttributes attributes) {
    payload.value = payload.value * 10 + 3;
}

[shader("miss")]
void miss(inout Payload payload) {
    if (payload.value == 2)
        return;
    payload.value += 100;
}
