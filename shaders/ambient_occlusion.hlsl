//@ run: -T cs_6_10 -fspv-target-env=vulkan1.3 -E main
// hlsl2spirv: -T cs_6_10 -fspv-target-env=vulkan1.3
// Ambient occlusion with ray queries: how much of the sky each point of a scene sees.

RaytracingAccelerationStructure scene : register(t0);
[[vk::image_format("rgba8")]] RWTexture2D<float4> image : register(u1);

cbuffer Frame : register(b2) {
    float3 eye;
    uint samples;
    float3 forward;
    float radius;
    float3 right;
    uint frame;
    float3 up;
}

struct Surface {
    bool isHit;
    float3 position;
    float3 normal;
};

uint hash(uint x) {
    x ^= x >> 16;
    x *= 0x7feb352d;
    x ^= x >> 15;
    x *= 0x846ca68b;
    return x ^ x >> 16;
}

float next(inout uint state) {
    state = hash(state);
    return float(state >> 8) / 16777216.0;
}

RayDesc towards(float3 origin, float3 direction, float least, float most) {
    RayDesc ray;
    ray.Origin = origin;
    ray.Direction = direction;
    ray.TMin = least;
    ray.TMax = most;
    return ray;
}

/// The nearest surface, with a normal that faces the ray.
Surface nearest(float3 origin, float3 direction) {
    RayQuery < RAY_FLAG_FORCE_OPAQUE | RAY_FLAG_SKIP_PROCEDURAL_PRIMITIVES > query;
    query.TraceRayInline(scene, RAY_FLAG_NONE, 0xFF, towards(origin, direction, 0, 1000));
    query.Proceed();
    Surface surface = (Surface)0;
    if (query.CommittedStatus() == COMMITTED_TRIANGLE_HIT) {
        const BuiltInTrianglePositions at = query.CommittedTriangleObjectPositions();
        const float3 normal = cross(at.p1 - at.p0, at.p2 - at.p0);
        // Normals go the other way through the transform of the instance.
        const float3 placed = normalize(mul(normal, (float3x3)query.CommittedWorldToObject3x4()));
        surface.isHit = true;
        surface.position = origin + direction * query.CommittedRayT();
        surface.normal = dot(placed, direction) > 0 ? -placed : placed;
    }
    return surface;
}

/// Returns whether anything is in the way.
bool isBlocked(float3 origin, float3 direction, float most) {
    RayQuery < RAY_FLAG_FORCE_OPAQUE | RAY_FLAG_ACCEPT_FIRST_HIT_AND_END_SEARCH > query;
    query.TraceRayInline(scene, RAY_FLAG_NONE, 0xFF, towards(origin, direction, 0.0005, most));
    query.Proceed();
    return query.CommittedStatus() != COMMITTED_NOTHING;
}

[numthreads(8, 8, 1)]
void main(uint3 id : SV_DispatchThreadID) {
    uint width, height;
    image.GetDimensions(width, height);
    if (id.x >= width || id.y >= height)
        return;
    const float2 at = (float2(id.xy) + 0.5) / float2(width, height) * 2 - 1;
    const float3 direction = normalize(forward + at.x * right - at.y * up);
    const Surface surface = nearest(eye, direction);
    if (!surface.isHit) {
        image[id.xy] = float4(lerp(float3(0.9, 0.95, 1), float3(0.35, 0.55, 0.9), saturate(direction.y * 2)), 1);
        return;
    }
    uint state = hash(id.x + width * (id.y + height * frame));
    uint open = 0;
    for (uint i = 0; i < samples; ++i) {
        // A point of the unit sphere around the tip of the normal: directions are as likely as light counts.
        const float z = 2 * next(state) - 1;
        const float angle = 6.2831853 * next(state);
        const float3 around = float3(sqrt(1 - z * z) * float2(cos(angle), sin(angle)), z);
        const float3 away = surface.normal * 1.001 + around;
        open += !isBlocked(surface.position, away, radius);
    }
    const float light = float(open) / float(max(samples, 1));
    image[id.xy] = float4((0.15 + 0.85 * light).xxx, 1);
}
