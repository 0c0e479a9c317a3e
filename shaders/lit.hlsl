//@ run: -T vs_6_0 -E vertex_main
//@ run: -T ps_6_0 -E pixel_main
// A textured surface with normal mapping, one sun and a few point lights.

#define MAX_LIGHTS 8

struct Light {
    float3 position;
    float radius;
    float3 color;
    float intensity;
};

cbuffer Frame : register(b0, space0) {
    float4x4 view_projection;
    float3 eye;
    float time;
    float3 sun_direction;
    uint light_count;
    float3 sun_color;
    Light lights[MAX_LIGHTS];
};

cbuffer Object : register(b0, space1) {
    float4x4 world;
    float3x3 normal_matrix;
    float4 tint;
    float roughness;
};

Texture2D<float4> albedo_map : register(t1, space1);
Texture2D<float2> normal_map : register(t2, space1);
SamplerState anisotropic : register(s3, space1);

struct VertexInput {
    float3 position : POSITION;
    float3 normal : NORMAL;
    float4 tangent : TANGENT;
    float2 uv : TEXCOORD0;
};

struct Varyings {
    float4 clip : SV_Position;
    float3 position : POSITION;
    float3 normal : NORMAL;
    float4 tangent : TANGENT;
    float2 uv : TEXCOORD0;
};

Varyings vertex_main(VertexInput input) {
    Varyings output;
    const float4 position = mul(world, float4(input.position, 1.0));
    output.clip = mul(view_projection, position);
    output.position = position.xyz;
    output.normal = mul(normal_matrix, input.normal);
    output.tangent = float4(mul((float3x3)world, input.tangent.xyz), input.tangent.w);
    output.uv = input.uv;
    return output;
}

float3 surface_normal(Varyings input) {
    const float3 normal = normalize(input.normal);
    const float3 tangent = normalize(input.tangent.xyz - normal * dot(normal, input.tangent.xyz));
    const float3 bitangent = cross(normal, tangent) * input.tangent.w;
    float3 mapped;
    mapped.xy = normal_map.Sample(anisotropic, input.uv) * 2.0 - 1.0;
    mapped.z = sqrt(saturate(1.0 - dot(mapped.xy, mapped.xy)));
    return normalize(mul(mapped, float3x3(tangent, bitangent, normal)));
}

float3 shade(float3 normal, float3 view, float3 light, float3 radiance, float3 albedo) {
    const float3 halfway = normalize(view + light);
    const float shininess = exp2(10.0 * (1.0 - roughness) + 1.0);
    const float diffuse = saturate(dot(normal, light));
    const float specular = pow(saturate(dot(normal, halfway)), shininess) * (shininess + 2.0) / 8.0;
    return radiance * diffuse * (albedo + 0.04 * specular);
}

float4 pixel_main(Varyings input) : SV_Target0 {
    const float4 albedo = albedo_map.Sample(anisotropic, input.uv) * tint;
    clip(albedo.a - 0.5);

    const float3 normal = surface_normal(input);
    const float3 view = normalize(eye - input.position);
    float3 color = 0.03 * albedo.rgb;
    color += shade(normal, view, -sun_direction, sun_color, albedo.rgb);

    for (uint i = 0; i < min(light_count, MAX_LIGHTS); ++i) {
        const Light light = lights[i];
        const float3 to_light = light.position - input.position;
        const float distance = length(to_light);
        const float falloff = saturate(1.0 - pow(distance / light.radius, 4.0));
        const float3 radiance = light.color * light.intensity * falloff * falloff / (distance * distance + 1.0);
        color += shade(normal, view, to_light / distance, radiance, albedo.rgb);
    }
    return float4(color, albedo.a);
}
