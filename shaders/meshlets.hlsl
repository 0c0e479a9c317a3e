//@ run: -T as_6_5 -E amplification_main -fspv-target-env=vulkan1.3
//@ run: -T ms_6_5 -E mesh_main -fspv-target-env=vulkan1.3
//@ run: -T ps_6_5 -E pixel_main -fspv-target-env=vulkan1.3
// A torus of meshlets. The amplification shader drops those that face away, the mesh shader makes the others, each with a
// color of its own. `hlsl2spirv draw --dispatch 4` draws all of them.

cbuffer Frame : register(b0) {
    float2 resolution;
    float time;
};

// Meshlets along both directions of the torus, and squares along those of a meshlet.
static const uint2 MESHLETS = uint2(16, 8);
static const uint2 SQUARES = uint2(8, 4);
static const uint GROUP = 32;
static const uint THREADS = 64;
static const uint VERTICES = 45;
static const uint TRIANGLES = 64;

static const float TURN = 6.2831853;
static const float DISTANCE = 3;
static const float NEAR = 1;
static const float FAR = 8;

struct Payload {
    uint meshlets[GROUP];
};

struct Varyings {
    float4 clip : SV_Position;
    float3 position : POSITION;
    float3 normal : NORMAL;
};

struct Facts {
    nointerpolation float3 tint : TINT;
};

// Turns around the vertical axis with the time, then towards the eye.
float3 turned(float3 at) {
    float s, c;
    sincos(time, s, c);
    at = float3(c * at.x + s * at.z, at.y, c * at.z - s * at.x);
    const float2 tilt = float2(0.8, 0.6);
    return float3(at.x, tilt.x * at.y + tilt.y * at.z, tilt.x * at.z - tilt.y * at.y);
}

// The normal of the torus at two angles, and the point.
float3 normal_at(float2 angles) {
    return turned(float3(cos(angles.x) * cos(angles.y), sin(angles.y), sin(angles.x) * cos(angles.y)));
}

float3 point_at(float2 angles) {
    return turned(float3(cos(angles.x), 0, sin(angles.x))) + 0.4 * normal_at(angles);
}

groupshared Payload payload;
groupshared uint seen[GROUP];

[numthreads(GROUP, 1, 1)]
void amplification_main(uint index : SV_GroupIndex, uint meshlet : SV_DispatchThreadID) {
    // A meshlet is seen if one of its corners is.
    bool is_seen = false;
    for (uint corner = 0; corner < 4; corner++) {
        float2 at = uint2(meshlet % MESHLETS.x, meshlet / MESHLETS.x) + uint2(corner & 1, corner >> 1);
        float2 angles = at / MESHLETS * TURN;
        float3 to_eye = float3(0, 0, -DISTANCE) - point_at(angles);
        is_seen = is_seen || dot(normal_at(angles), to_eye) > 0;
    }
    seen[index] = is_seen ? 1 : 0;
    payload.meshlets[index] = 0;
    GroupMemoryBarrierWithGroupSync();
    uint before = 0, count = 0;
    for (uint other = 0; other < GROUP; other++) {
        before += other < index ? seen[other] : 0;
        count += seen[other];
    }
    if (is_seen)
        payload.meshlets[before] = meshlet;
    DispatchMesh(count, 1, 1, payload);
}

[outputtopology("triangle")]
[numthreads(THREADS, 1, 1)]
void mesh_main(uint index : SV_GroupIndex, uint group : SV_GroupID, in payload Payload payload,
               out vertices Varyings vertices[VERTICES], out indices uint3 triangles[TRIANGLES],
               out primitives Facts facts[TRIANGLES]) {
    SetMeshOutputCounts(VERTICES, TRIANGLES);
    uint meshlet = payload.meshlets[group];
    uint2 first = uint2(meshlet % MESHLETS.x, meshlet / MESHLETS.x) * SQUARES;
    if (index < VERTICES) {
        uint2 at = first + uint2(index % (SQUARES.x + 1), index / (SQUARES.x + 1));
        float2 angles = float2(at) / (MESHLETS * SQUARES) * TURN;
        float3 position = point_at(angles);
        float depth = position.z + DISTANCE;
        float2 scale = float2(resolution.y / resolution.x, 1) * 2;
        vertices[index].clip = float4(position.xy * scale, (depth - NEAR) * FAR / (FAR - NEAR), depth);
        vertices[index].position = position;
        vertices[index].normal = normal_at(angles);
    }
    uint square = index / 2;
    uint corner = square / SQUARES.x * (SQUARES.x + 1) + square % SQUARES.x;
    uint above = corner + SQUARES.x + 1;
    triangles[index] = (index & 1) == 0 ? uint3(corner, corner + 1, above) : uint3(corner + 1, above + 1, above);
    facts[index].tint = 0.4 + 0.5 * frac(meshlet * float3(0.618, 0.382, 0.236));
}

float4 pixel_main(Varyings input, Facts facts) : SV_Target {
    float3 normal = normalize(input.normal);
    float3 to_lamp = normalize(float3(-2, 3, -3) - input.position);
    float3 sky = lerp(float3(0.12, 0.1, 0.08), float3(0.25, 0.3, 0.4), 0.5 + 0.5 * normal.y);
    return float4(facts.tint * (saturate(dot(normal, to_lamp)) + sky), 1);
}
