// What only the source says: types, registers, semantics, enumerations, bit-fields, documentation, and what is removed.
enum Mode : uint { Off, Additive = 4, Last };

struct Particle {
    float3 place;
    uint alive : 1;
    uint kind : 7;
    bool fixed;
};

/// The particles
/// of all emitters.
[[vk::binding(2, 1)]]
RWStructuredBuffer<Particle> particles : register(u3, space1);

cbuffer Scene : register(b0) {
    row_major float3x4 view;
    /// How colours are put together.
    Mode mode;
    bool on;
    min16float gain;
    float2 weights[3] : WEIGHTS;
};

Texture2D<float4> colours : register(t0);
SamplerState linearly : register(s2);
Texture2D<float> unused : register(t1, space4);
Texture2D<float> dropped[2] : register(t5);
[[vk::constant_id(7)]] const float strength = 0.5;

struct Input {
    float2 uv : TEXCOORD1;
    nointerpolation uint id : ID;
    bool front : SV_IsFrontFace;
};

float4 main(Input input) : SV_Target1 {
    float zero = dropped[1].Load(0) * 0;
    particles[input.id].kind = mode == Mode::Additive ? 1 : 2;
    return colours.Sample(linearly, input.uv) * gain * strength + weights[1].x + view[0][1] + on + input.front + zero * 0;
}
