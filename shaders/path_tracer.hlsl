//@ run: -T cs_6_0 -E main
// A path tracer for a few spheres: diffuse, metal and glass.

static const float PI = 3.14159265;
static const uint MAX_BOUNCES = 8;

enum Material { Diffuse, Metal, Glass };

struct Sphere {
    float3 center;
    float radius;
    float3 color;
    uint material;
    float3 emission;
    float roughness;
};

struct Ray {
    float3 origin;
    float3 direction;

    float3 at(float t) {
        return origin + t * direction;
    }
};

struct Hit {
    float distance;
    float3 position;
    float3 normal;
    uint sphere;
};

cbuffer Frame : register(b0) {
    float3 eye;
    uint sphereCount;
    float3 forward;
    uint frame;
    float3 right;
    uint samples;
    float3 up;
};

StructuredBuffer<Sphere> spheres : register(t1);
RWTexture2D<float4> image : register(u2);

// A permuted congruential generator.
struct Random {
    uint state;

    uint next() {
        state = state * 747796405u + 2891336453u;
        const uint word = ((state >> ((state >> 28u) + 4u)) ^ state) * 277803737u;
        return (word >> 22u) ^ word;
    }

    float uniform01() {
        return float(next() >> 8) * (1.0 / 16777216.0);
    }

    float3 direction() {
        const float z = 1.0 - 2.0 * uniform01();
        const float angle = 2.0 * PI * uniform01();
        const float r = sqrt(max(0.0, 1.0 - z * z));
        return float3(r * cos(angle), r * sin(angle), z);
    }
};

bool intersect(Ray ray, Sphere sphere, out float distance) {
    distance = 0.0;
    const float3 offset = ray.origin - sphere.center;
    const float b = dot(offset, ray.direction);
    const float c = dot(offset, offset) - sphere.radius * sphere.radius;
    const float discriminant = b * b - c;
    if (discriminant < 0.0)
        return false;
    const float root = sqrt(discriminant);
    distance = -b - root;
    if (distance < 1e-3)
        distance = -b + root;
    return distance >= 1e-3;
}

bool closest(Ray ray, out Hit hit) {
    hit = (Hit)0;
    hit.distance = 1e30;
    bool found = false;
    for (uint i = 0; i < sphereCount; ++i) {
        float distance;
        if (intersect(ray, spheres[i], distance) && distance < hit.distance) {
            hit.distance = distance;
            hit.sphere = i;
            found = true;
        }
    }
    if (found) {
        hit.position = ray.at(hit.distance);
        hit.normal = normalize(hit.position - spheres[hit.sphere].center);
    }
    return found;
}

float schlick(float cosine, float ratio) {
    float r0 = (1.0 - ratio) / (1.0 + ratio);
    r0 *= r0;
    return lerp(r0, 1.0, pow(1.0 - cosine, 5.0));
}

float3 scatter(Sphere sphere, Hit hit, float3 direction, inout Random random) {
    switch (sphere.material) {
        case Metal:
            return reflect(direction, hit.normal) + sphere.roughness * random.direction();
        case Glass: {
            const bool entering = dot(direction, hit.normal) < 0.0;
            const float3 normal = entering ? hit.normal : -hit.normal;
            const float ratio = entering ? 1.0 / 1.5 : 1.5;
            const float3 refracted = refract(direction, normal, ratio);
            const bool total = dot(refracted, refracted) == 0.0;
            if (total || random.uniform01() < schlick(-dot(direction, normal), ratio))
                return reflect(direction, normal);
            return refracted;
        }
        default:
            return hit.normal + random.direction();
    }
}

float3 trace(Ray ray, inout Random random) {
    float3 light = 0.0;
    float3 throughput = 1.0;
    for (uint bounce = 0; bounce < MAX_BOUNCES; ++bounce) {
        Hit hit;
        if (!closest(ray, hit)) {
            light += throughput * lerp(float3(1.0, 1.0, 1.0), float3(0.5, 0.7, 1.0), 0.5 * ray.direction.y + 0.5);
            break;
        }
        const Sphere sphere = spheres[hit.sphere];
        light += throughput * sphere.emission;
        throughput *= sphere.color;
        ray.direction = normalize(scatter(sphere, hit, ray.direction, random));
        ray.origin = hit.position;
    }
    return light;
}

[numthreads(8, 8, 1)]
void main(uint3 id : SV_DispatchThreadID) {
    uint2 size;
    image.GetDimensions(size.x, size.y);
    if (any(id.xy >= size))
        return;

    Random random;
    random.state = id.x + size.x * (id.y + size.y * frame);

    float3 sum = 0.0;
    for (uint i = 0; i < samples; ++i) {
        const float2 jitter = float2(random.uniform01(), random.uniform01());
        const float2 film = ((float2(id.xy) + jitter) / float2(size) * 2.0 - 1.0)
            * float2(float(size.x) / size.y, -1.0);
        Ray ray;
        ray.origin = eye;
        ray.direction = normalize(forward + film.x * right + film.y * up);
        sum += trace(ray, random);
    }
    image[id.xy] = float4(sqrt(sum / max(samples, 1u)), 1.0);
}
