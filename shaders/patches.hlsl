//@ run: -T vs_6_0 -E vertex_main
//@ run: -T hs_6_0 -E hull_main
//@ run: -T ds_6_0 -E domain_main
//@ run: -T ps_6_0 -E pixel_main
// Four bicubic Bezier patches in a row of waves, cut as finely as they are large on the screen. `hlsl2spirv draw --vertices 64`
// draws them: 16 control points each.

cbuffer Frame : register(b0) {
    float2 resolution;
    float time;
};

static const float DISTANCE = 3;
static const float NEAR = 1;
static const float FAR = 8;
// The pixels of an edge's part.
static const float PART = 12;

struct Control {
    float3 position : POSITION;
};

struct Factors {
    float edges[4] : SV_TessFactor;
    float inside[2] : SV_InsideTessFactor;
    float3 tint : TINT;
};

struct Varyings {
    float4 clip : SV_Position;
    float3 position : POSITION;
    float3 normal : NORMAL;
    float3 tint : TINT;
};

Control vertex_main(uint id : SV_VertexID) {
    uint patch_number = id / 16, number = id % 16;
    // Neighbors have the control points of their edge in common.
    uint2 at = uint2(patch_number % 2, patch_number / 2) * 3 + uint2(number % 4, number / 4);
    float2 place = (float2(at) / 6 - 0.5) * 3;
    Control output;
    output.position = float3(place.x, 0.35 * sin(2 * place.x + time) * cos(1.5 * place.y), place.y);
    return output;
}

float4 projected(float3 at) {
    const float2 tilt = float2(0.6, 0.8);
    float3 seen = float3(at.x, tilt.x * at.y + tilt.y * at.z, tilt.x * at.z - tilt.y * at.y);
    float depth = seen.z + DISTANCE;
    float2 scale = float2(resolution.y / resolution.x, 1) * 1.4;
    return float4(seen.xy * scale, (depth - NEAR) * FAR / (FAR - NEAR), depth);
}

float parts_of(float3 from, float3 to) {
    float4 a = projected(from), b = projected(to);
    float2 pixels = (b.xy / b.w - a.xy / a.w) * resolution * 0.5;
    return clamp(length(pixels) / PART, 1, 64);
}

Factors factors_of(InputPatch<Control, 16> patch_, uint number : SV_PrimitiveID) {
    Factors factors;
    factors.edges[0] = parts_of(patch_[0].position, patch_[12].position);
    factors.edges[1] = parts_of(patch_[0].position, patch_[3].position);
    factors.edges[2] = parts_of(patch_[3].position, patch_[15].position);
    factors.edges[3] = parts_of(patch_[12].position, patch_[15].position);
    factors.inside[0] = max(factors.edges[1], factors.edges[3]);
    factors.inside[1] = max(factors.edges[0], factors.edges[2]);
    factors.tint = 0.4 + 0.5 * frac((number + 1) * float3(0.618, 0.382, 0.236));
    return factors;
}

[domain("quad")]
[partitioning("fractional_odd")]
[outputtopology("triangle_cw")]
[outputcontrolpoints(16)]
[patchconstantfunc("factors_of")]
Control hull_main(InputPatch<Control, 16> patch_, uint id : SV_OutputControlPointID) {
    return patch_[id];
}

float4 weights(float t) {
    float s = 1 - t;
    return float4(s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t);
}

// The derivatives of those.
float4 slopes(float t) {
    float s = 1 - t;
    return float4(-3 * s * s, 3 * s * s - 6 * s * t, 6 * s * t - 3 * t * t, 3 * t * t);
}

float3 mixed(const OutputPatch<Control, 16> patch_, float4 along, float4 across) {
    float3 sum = 0;
    for (uint row = 0; row < 4; row++)
        for (uint column = 0; column < 4; column++)
            sum += across[row] * along[column] * patch_[4 * row + column].position;
    return sum;
}

[domain("quad")]
Varyings domain_main(Factors factors, float2 at : SV_DomainLocation, const OutputPatch<Control, 16> patch_) {
    Varyings output;
    output.position = mixed(patch_, weights(at.x), weights(at.y));
    float3 along = mixed(patch_, slopes(at.x), weights(at.y));
    float3 across = mixed(patch_, weights(at.x), slopes(at.y));
    output.normal = cross(across, along);
    output.clip = projected(output.position);
    output.tint = factors.tint;
    return output;
}

float4 pixel_main(Varyings input) : SV_Target {
    float3 normal = normalize(input.normal);
    float3 to_lamp = normalize(float3(-2, 3, -3) - input.position);
    float3 color = input.tint * (saturate(dot(normal, to_lamp)) + 0.2);
    return float4(color, 1);
}
