//@ run: -T vs_6_0 -E shadow_vertex
//@ run: -T vs_6_0 -E vertex_main
//@ run: -T ps_6_0 -E pixel_main
// A mesh above a floor, and its shadow: the depths that the lamp sees are drawn first, and compared with afterwards.

struct Place {
    float2 turn; // sine and cosine
    float height;
    float3 color;
};
[[vk::push_constant]] ConstantBuffer<Place> place;

[[vk::binding(0)]] Texture2D<float> shadow_map;
[[vk::binding(1)]] SamplerComparisonState nearer;

static const float3 TO_LAMP = normalize(float3(0.8, 1, 0.6));
static const float3 EYE = float3(0, 1.6, -3.2);
static const float SHADOW_SIZE = 256;

struct VertexInput {
    float3 position : POSITION;
    float3 normal : NORMAL;
};

struct Varyings {
    float4 clip : SV_Position;
    float3 position : POSITION;
    float3 normal : NORMAL;
};

float3 turned(float3 at) {
    return float3(place.turn.y * at.x + place.turn.x * at.z, at.y, place.turn.y * at.z - place.turn.x * at.x);
}

float3 world(float3 at) {
    return turned(at) + float3(0, place.height, 0);
}

// A view with a right-handed frame around a direction.
float3 seen(float3 at, float3 towards) {
    float3 right = normalize(cross(float3(0, 1, 0), towards));
    return float3(dot(at, right), dot(at, cross(towards, right)), dot(at, towards));
}

// What the lamp sees, from far away: x and y from -1 to 1, depth from 0 to 1.
float3 lit_place(float3 at) {
    float3 own = seen(at, -TO_LAMP);
    return float3(own.xy / 2.5, 0.5 + own.z / 8);
}

float4 shadow_vertex(VertexInput input) : SV_Position {
    return float4(lit_place(world(input.position)), 1);
}

Varyings vertex_main(VertexInput input) {
    Varyings output;
    output.position = world(input.position);
    output.normal = turned(input.normal);
    float3 own = seen(output.position - EYE, normalize(-EYE));
    output.clip = float4(own.xy * 1.7, (own.z - 1) * 10 / 9, own.z);
    return output;
}

// Four comparisons around the place, each of four texels.
float light_at(float3 at) {
    float3 own = lit_place(at);
    float2 uv = own.xy * float2(0.5, -0.5) + 0.5;
    float sum = 0;
    [unroll]
    for (int i = 0; i < 4; ++i) {
        float2 shift = float2(i & 1, i >> 1) - 0.5;
        sum += shadow_map.SampleCmpLevelZero(nearer, uv + shift / SHADOW_SIZE, own.z - 0.004);
    }
    return sum / 4;
}

float4 pixel_main(Varyings input) : SV_Target {
    float3 normal = normalize(input.normal);
    float diffuse = saturate(dot(normal, TO_LAMP));
    if (diffuse > 0) {
        diffuse *= light_at(input.position);
    }
    float sky = 0.25 + 0.15 * normal.y;
    return float4(place.color * (sky + 0.8 * diffuse), 1);
}
