//@ run: -T lib_6_10 -fspv-target-env=vulkan1.3
// hlsl2spirv: -T lib_6_10 -fspv-target-env=vulkan1.3
// A path tracer as a ray pipeline: hit groups for triangles, for a fence with holes, and for balls in boxes; materials are
// callable shaders, shadows a second miss shader. 'hlsl2spirv trace shaders/garden.hlsl --scene scene=shaders/garden.json'

static const float PI = 3.14159265;
static const uint MAX_BOUNCES = 4;
static const float3 TO_SUN = float3(0.48, 0.64, 0.6);

RaytracingAccelerationStructure scene : register(t0);
[[vk::image_format("rgba8")]] RWTexture2D<float4> image : register(u1);

// What a ray brings back, and what it takes along.
struct [raypayload] Path {
    float3 light : read(caller) : write(caller, closesthit, miss);
    uint random : read(caller, closesthit) : write(caller, closesthit);
    uint bounces : read(closesthit) : write(caller);
};

struct Material {
    float3 position;
    float3 color;
};

struct Normal {
    float3 normal;
};

// The indices of miss and callable shaders.
enum Miss { Sky, Sun };
enum Materials { Stone, Wood, Glaze };

float next(inout uint state) {
    state = state * 747796405u + 2891336453u;
    const uint word = ((state >> ((state >> 28u) + 4u)) ^ state) * 277803737u;
    return float(((word >> 22u) ^ word) >> 8) / 16777216.0;
}

RayDesc towards(float3 origin, float3 direction) {
    RayDesc ray = { origin, 0.001, direction, 1000 };
    return ray;
}

// A direction above a surface, the more likely the steeper.
float3 scattered(float3 normal, inout uint random) {
    const float z = 1 - 2 * next(random), angle = 2 * PI * next(random), r = sqrt(max(0, 1 - z * z));
    return normalize(normal * 1.001 + float3(r * cos(angle), r * sin(angle), z));
}

[shader("raygeneration")]
void main() {
    const uint2 at = DispatchRaysIndex().xy, size = DispatchRaysDimensions().xy;
    const float3 eye = float3(2.2, 1.9, 6.2), forward = normalize(float3(-0.4, -0.2, -1));
    const float3 right = normalize(cross(forward, float3(0, 1, 0))), up = cross(right, forward);
    static const uint SAMPLES = 16;
    uint random = at.y * size.x + at.x;
    float3 sum = 0;
    for (uint taken = 0; taken < SAMPLES; ++taken) {
        const float2 jitter = float2(next(random), next(random));
        const float2 place = (2 * (at + jitter) - size) / size.y * float2(1, -1);
        Path path = { float3(0, 0, 0), random, 0 };
        TraceRay(scene, RAY_FLAG_NONE, 0xFF, 0, 0, Miss::Sky,
                 towards(eye, normalize(forward * 2.2 + right * place.x + up * place.y)), path);
        sum += path.light;
        random = path.random;
    }
    image[at] = float4(sqrt(saturate(sum / SAMPLES)), 1);
}

// The light that a surface sends back along the ray: that of the sun, and what one more ray brings.
void shade(inout Path path, float3 normal, uint material, float mirrored) {
    const float3 facing = dot(normal, WorldRayDirection()) > 0 ? -normal : normal;
    Material surface = { WorldRayOrigin() + RayTCurrent() * WorldRayDirection(), float3(0, 0, 0) };
    CallShader(material, surface);
    Path shadow = { float3(0, 0, 0), 0, 0 };
    const float sun = dot(facing, TO_SUN);
    if (sun > 0) {
        const uint flags = RAY_FLAG_ACCEPT_FIRST_HIT_AND_END_SEARCH | RAY_FLAG_SKIP_CLOSEST_HIT_SHADER;
        TraceRay(scene, flags, 0xFF, 0, 0, Miss::Sun, towards(surface.position, TO_SUN), shadow);
    }
    float3 light = 1.5 * max(sun, 0) * surface.color * shadow.light;
    if (path.bounces < MAX_BOUNCES) {
        Path more = { float3(0, 0, 0), path.random, path.bounces + 1 };
        const bool isMirrored = next(more.random) < mirrored;
        const float3 direction = isMirrored ? reflect(WorldRayDirection(), facing) : scattered(facing, more.random);
        TraceRay(scene, RAY_FLAG_NONE, 0xFF, 0, 0, Miss::Sky, towards(surface.position, direction), more);
        light += (isMirrored ? 1 : surface.color) * more.light;
        path.random = more.random;
    }
    path.light = light;
}

float3 normalOfTriangle() {
    const BuiltInTrianglePositions at = TriangleObjectPositions();
    return normalize(mul(cross(at.p1 - at.p0, at.p2 - at.p0), (float3x3)WorldToObject3x4()));
}

[shader("closesthit")]
void court(inout Path path, BuiltInTriangleIntersectionAttributes attributes) {
    shade(path, normalOfTriangle(), Materials::Stone, 0);
}

[shader("closesthit")]
void fence(inout Path path, BuiltInTriangleIntersectionAttributes attributes) {
    shade(path, normalOfTriangle(), Materials::Wood, 0);
}

// The fence has slats and two bars; the ray goes between them.
[shader("anyhit")]
void holes(inout Path path, BuiltInTriangleIntersectionAttributes attributes) {
    const float3 at = ObjectRayOrigin() + RayTCurrent() * ObjectRayDirection();
    const bool isSlat = frac(at.x * 5) < 0.55, isBar = frac(at.y * 3 + 0.15) < 0.3;
    if (!isSlat && !isBar)
        IgnoreHit();
}

[shader("closesthit")]
void ball(inout Path path, Normal normal) {
    shade(path, normal.normal, Materials::Glaze, 0.35);
}

// A ball of a radius of 0.3 around the middle of its box, which is the same for all boxes but for their places.
[shader("intersection")]
void inBox() {
    const float3 middle = PrimitiveIndex() == 0 ? float3(0.9, 0.3, 1.5) : float3(-1.2, 0.3, 1.7);
    const float3 from = ObjectRayOrigin() - middle, direction = ObjectRayDirection();
    const float a = dot(direction, direction), b = dot(from, direction), c = dot(from, from) - 0.09;
    const float inner = b * b - a * c;
    if (inner < 0)
        return;
    const float root = sqrt(inner);
    for (int side = -1; side <= 1; side += 2) {
        const float t = (side * root - b) / a;
        Normal normal = { normalize(from + t * direction) };
        if (ReportHit(t, side < 0 ? 1 : 2, normal))
            return;
    }
}

[shader("miss")]
void sky(inout Path path) {
    const float height = saturate(WorldRayDirection().y);
    path.light = lerp(float3(0.45, 0.5, 0.55), float3(0.12, 0.25, 0.5), sqrt(height));
}

[shader("miss")]
void sun(inout Path shadow) {
    shadow.light = 1;
}

[shader("callable")]
void stone(inout Material material) {
    const float2 tile = floor(material.position.xz * 1.5);
    const bool isDark = frac((tile.x + tile.y) / 2) > 0.25;
    material.color = isDark && material.position.y < 0.01 ? float3(0.35, 0.33, 0.3) : float3(0.68, 0.64, 0.58);
}

[shader("callable")]
void wood(inout Material material) {
    const float grain = frac(6 * material.position.x + 0.4 * sin(9 * material.position.y));
    material.color = lerp(float3(0.45, 0.27, 0.12), float3(0.6, 0.4, 0.2), grain);
}

[shader("callable")]
void glaze(inout Material material) {
    material.color = material.position.x > 0 ? float3(0.15, 0.45, 0.3) : float3(0.6, 0.15, 0.12);
}
