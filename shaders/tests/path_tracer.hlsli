// Tests of ../path_tracer.hlsl.
#include "../path_tracer.hlsl"

Sphere sphere_at(float3 center, float radius) {
    Sphere sphere = (Sphere)0;
    sphere.center = center;
    sphere.radius = radius;
    return sphere;
}

[[test]]
void rays_have_points() {
    const Ray ray = { float3(1, 2, 3), float3(0, 0, 2) };
    check(ray.at(0.5) == float3(1, 2, 4));
}

[[test]]
void nearest_sides_are_hit() {
    const Sphere sphere = sphere_at(float3(1, 0, 0), 2);
    float distance;
    const Ray outside = { float3(-4, 0, 0), float3(1, 0, 0) };
    check(intersect(outside, sphere, distance));
    check_near(distance, 3, 1e-5);
    const Ray inside = { float3(0, 0, 0), float3(1, 0, 0) };
    check(intersect(inside, sphere, distance));
    check_near(distance, 3, 1e-5);
    const Ray behind = { float3(4, 0, 0), float3(1, 0, 0) };
    check(!intersect(behind, sphere, distance));
    const Ray beside = { float3(-4, 2.01, 0), float3(1, 0, 0) };
    check(!intersect(beside, sphere, distance));
    check(distance == 0);
    const Ray grazing = { float3(-4, 1.99, 0), float3(1, 0, 0) };
    check(intersect(grazing, sphere, distance));
    check_near(distance, 5 - sqrt(4 - 1.99 * 1.99), 1e-3);
    const Ray surface = { float3(-1, 0, 0), float3(1, 0, 0) };
    check(intersect(surface, sphere, distance));
    check_near(distance, 4, 1e-5);
}

[[test]]
[[bind("Frame", "{sphereCount: 3}")]]
[[bind("spheres", "f32:0,0,-9,1,0*8,0,0,-4,1,0*8,0,0,-6,1,0*8,0,0,-2,1,0*8")]]
void the_closest_sphere_is_found() {
    const Ray ray = { float3(0, 0, 0), float3(0, 0, -1) };
    Hit hit;
    check(closest(ray, hit));
    check(hit.sphere == 1);
    check_near(hit.distance, 3, 1e-5);
    check_near(hit.position, float3(0, 0, -3), 1e-5);
    check_near(hit.normal, float3(0, 0, 1), 1e-5);
    const Ray away = { float3(0, 0, 0), float3(0, 0, 1) };
    check(!closest(away, hit));
    check(hit.sphere == 0 && all(hit.normal == 0));
}

[[test]]
void schlick_has_known_values() {
    check_near(schlick(1, 1.5), 0.04, 1e-6);
    check_near(schlick(0, 1.5), 1, 1e-6);
    check_near(schlick(0.5, 3), 0.25 + 0.75 / 32, 1e-6);
}

// The generator is PCG's RXS-M-XS with 32 bits.
[[test]]
[[case (0, 129708002u)]]
[[case (1, 2831084092u)]]
void numbers_are_permuted(uint state, uint expected) {
    Random random = { state };
    const uint found = random.next();
    const uint next = state * 747796405u + 2891336453u;
    check(random.state == next);
    uint word = next >> (4 + (next >> 28));
    word = (word ^ next) * 277803737u;
    check(found == (word ^ (word >> 22)));
    check(found == expected);
}

[[property]]
void numbers_are_below_one(uint state) {
    Random random = { state }, other = { state };
    const float found = random.uniform01();
    check(found >= 0 && found < 1);
    check(found == (other.next() / 256) / 16777216.0);
}

[[property]]
void directions_are_of_unit_length(uint state) {
    Random random = { state }, other = { state };
    const float3 found = random.direction();
    check_near(dot(found, found), 1, 1e-5);
    check_near(found.z, 1 - 2 * other.uniform01(), 1e-6);
    const float angle = 2 * 3.14159265 * other.uniform01();
    check_near(found.x * sin(angle), found.y * cos(angle), 1e-5);
    check(found.x * cos(angle) >= -1e-6);
}

Hit hit_with_normal(float3 normal) {
    Hit hit = (Hit)0;
    hit.normal = normal;
    return hit;
}

[[property]]
void surfaces_scatter_as_their_materials_do(uint state, [[range(0, 1)]] float slope) {
    const float3 direction = normalize(float3(slope, 0, -1));
    const Hit hit = hit_with_normal(float3(0, 0, 1));
    Sphere sphere = sphere_at(0, 1);
    sphere.roughness = 0.5;
    Random random = { state }, other = { state };
    sphere.material = Diffuse;
    check_near(scatter(sphere, hit, direction, random), hit.normal + other.direction(), 1e-6);
    sphere.material = Metal;
    const float3 mirrored = float3(direction.xy, -direction.z);
    check_near(scatter(sphere, hit, direction, random), mirrored + 0.5 * other.direction(), 1e-5);
    check(random.state == other.state);
    sphere.material = Glass;
    const float3 found = scatter(sphere, hit, direction, random);
    const float chance = other.uniform01();
    const bool reflects = chance < 0.04 + 0.96 * pow(1 + direction.z, 5);
    assume(abs(chance - 0.04 - 0.96 * pow(1 + direction.z, 5)) > 1e-4);
    const float bent = direction.x / 1.5;
    check_near(found, reflects ? mirrored : float3(bent, 0, -sqrt(1 - bent * bent)), 1e-5);
}

// From inside, a flat ray cannot leave the glass.
[[test]]
void glass_reflects_totally() {
    Sphere sphere = sphere_at(0, 1);
    sphere.material = Glass;
    const float3 flat = normalize(float3(2, 0, 1));
    const Hit hit = hit_with_normal(float3(0, 0, 1));
    Random random = { 1 };
    check_near(scatter(sphere, hit, flat, random), float3(flat.xy, -flat.z), 1e-5);
    check(random.state == 1);
    const float3 steep = normalize(float3(0.3, 0, 1));
    for (uint i = 0; i < 16; ++i) {
        Random before = random;
        const float3 found = scatter(sphere, hit, steep, random);
        const float chance = schlick(steep.z, 1.5);
        const float bent = steep.x * 1.5;
        const bool reflects = before.uniform01() < chance;
        check_near(found, reflects ? float3(steep.xy, -steep.z) : float3(bent, 0, sqrt(1 - bent * bent)), 1e-5);
    }
}

// A ray that hits nothing sees the sky, and one that hits a lamp sees the lamp and, by its color, what lies behind.
[[test]]
[[bind("Frame", "{sphereCount: 0}")]]
void the_sky_is_seen() {
    Random random = { 0 };
    const Ray up = { float3(0, 0, 0), float3(0, 1, 0) }, down = { float3(0, 0, 0), float3(0, -1, 0) };
    check_near(trace(up, random), float3(0.5, 0.7, 1), 1e-6);
    check_near(trace(down, random), 1, 1e-6);
    const Ray level = { float3(0, 0, 0), float3(1, 0, 0) };
    check_near(trace(level, random), float3(0.75, 0.85, 1), 1e-6);
}

[[test]]
[[bind("Frame", "{sphereCount: 1}")]]
[[bind("spheres", "f32:0,0,-4,1,0.5,0.25,1;u32:1;f32:2,3,4,0")]]
void lamps_and_mirrors_are_seen() {
    Random random = { 0 };
    const Ray ray = { float3(0, 0, 0), float3(0, 0, -1) };
    check_near(trace(ray, random), float3(2 + 0.5 * 0.75, 3 + 0.25 * 0.85, 4 + 1), 1e-5);
}

// Inside a lamp that is a mirror the ray never leaves: there are eight bounces, each half as bright.
[[test]]
[[bind("Frame", "{sphereCount: 1}")]]
[[bind("spheres", "f32:0,0,0,1,0.5,0.5,0.5;u32:1;f32:1,1,1,0")]]
void bounces_end() {
    Random random = { 0 };
    const Ray ray = { float3(0, 0, 0), float3(0, 0, -1) };
    check_near(trace(ray, random), 2 - 1.0 / 128, 1e-5);
}

// The eye is outside of a lamp that covers the left half of the film.
[[test]]
[[threads(8, 8)]]
[[bind("Frame",
       "{eye: [5, 0, 0], sphereCount: 1, forward: [0, 0, 1], frame: 0, right: [1, 0, 0], samples: 1, up: [0, 1, 0]}")]]
[[bind("spheres", "f32:-15,0,0,19,0,0,0;u32:1;f32:4,9,16,0")]]
[[bind("image", "image:2x1:rgba32float:f32:9*8")]]
void texels_see_spheres(uint3 id : SV_DispatchThreadID) {
    main(id);
    if (all(id == 0))
        check(image[uint2(0, 0)] == float4(2, 3, 4, 1));
    if (all(id == uint3(1, 0, 0)))
        check(all(image[uint2(1, 0)].xyz < 1.1));
}

// Without spheres a texel is the mean of the sky in jittered directions.
[[test]]
[[threads(8, 8)]]
[[bind("Frame",
       "{eye: [9, 9, 9], sphereCount: 0, forward: [0, 0, 1], frame: 3, right: [1, 0, 0], samples: 2, up: [0, 1, 0]}")]]
[[bind("image", "image:4x2:rgba32float:f32:9*32")]]
void texels_are_means(uint3 id : SV_DispatchThreadID) {
    main(id);
    if (any(id.xy >= uint2(4, 2)))
        return;
    Random random = { id.x + 4 * (id.y + 2 * 3) };
    float3 sum = 0;
    for (int i = 0; i < 2; ++i) {
        const float across = random.uniform01(), down = random.uniform01();
        const float x = ((id.x + across) / 2 - 1) * 2, y = 1 - (id.y + down);
        sum += lerp(1, float3(0.5, 0.7, 1), 0.5 + 0.5 * y / sqrt(x * x + y * y + 1));
    }
    check_near(image[id.xy], float4(sqrt(sum / 2), 1), 1e-5, "texel %u, %u", id.x, id.y);
}
