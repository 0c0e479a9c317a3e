// Shaders for the steps of jobs.

struct Varyings {
    float4 clip : SV_Position;
    nointerpolation float4 color : COLOR;
};

Varyings vertex_main(float2 position : POSITION, float4 color : COLOR) {
    Varyings output;
    output.clip = float4(position, 0.5, 1);
    output.color = color;
    return output;
}

float4 pixel_main(Varyings input) : SV_Target {
    return input.color;
}

struct Two {
    float4 color : SV_Target0;
    uint place : SV_Target1;
};

Two two_main(Varyings input) {
    Two output;
    output.color = input.color;
    output.place = uint(input.clip.x) + 10 * uint(input.clip.y);
    return output;
}

// A triangle that covers the lower left half, made of numbers alone.
struct Depths {
    float depth;
};
[[vk::push_constant]] ConstantBuffer<Depths> constants;

Varyings number_main(uint vertex : SV_VertexID, uint instance : SV_InstanceID) {
    Varyings output;
    output.clip = float4(vertex == 2 ? 3 : -1, vertex == 1 ? 3 : -1, constants.depth, 1);
    output.color = float4(instance, vertex, 0, 1) / 4;
    return output;
}

float4 fill_main(float4 position : SV_Position) : SV_Target {
    return float4(floor(position.xy) / 4, 0, 1);
}

[[vk::binding(0)]] Texture2D<float4> source;
[[vk::binding(1), vk::image_format("rgba8")]] RWTexture2D<float4> result;
[[vk::binding(2)]] RWStructuredBuffer<float2> vertices;
[[vk::binding(3)]] RWStructuredBuffer<uint> numbers;

float4 copy_main(float4 position : SV_Position) : SV_Target {
    return source[uint2(position.xy)].gbra;
}

float4 level_main(float4 position : SV_Position) : SV_Target {
    return source.Load(int3(0, 0, 2));
}

[numthreads(4, 4, 1)]
void invert(uint2 at : SV_DispatchThreadID) {
    result[at] = float4(1 - source[at].rgb, 1);
}

// Two squares, and the numbers of two draws of a triangle each.
[numthreads(1, 1, 1)]
void make() {
    vertices[0] = float2(-1, -1);
    vertices[1] = float2(-1, 1);
    vertices[2] = float2(1, -1);
    vertices[3] = float2(1, 1);
    const uint all[10] = { 3, 1, 0, 0, 0, 3, 1, 3, 0, 1 };
    for (uint i = 0; i < 10; ++i)
        numbers[i] = all[i];
}
//@ run: -T vs_6_0 -E vertex_main
//@ run: -T vs_6_0 -E number_main
//@ run: -T ps_6_0 -E pixel_main
//@ run: -T ps_6_0 -E two_main
//@ run: -T ps_6_0 -E fill_main
//@ run: -T ps_6_0 -E copy_main
