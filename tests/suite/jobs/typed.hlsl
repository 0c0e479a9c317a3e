//@ run: -T cs_6_2 -enable-16bit-types

// Buffers of several types, a picture, and a warning.
struct Particle {
    float3 position;
    uint id;
    float2x2 turn;
};

StructuredBuffer<float> numbers : register(t0);
RWStructuredBuffer<Particle> particles : register(u1);
RWStructuredBuffer<float2> pairs : register(u2);
RWByteAddressBuffer bytes : register(u3);
RWStructuredBuffer<half> halves : register(u4);

[numthreads(2, 1, 1)]
void main(uint3 at : SV_DispatchThreadID) {
    float number = numbers[at.x];
    particles[at.x].position = float3(number, 0.5, -1);
    particles[at.x].id = at.x;
    particles[at.x].turn = float2x2(1, 2, 3, number);
    pairs[at.x] = float2(number, at.x);
    bytes.Store(4 * at.x, asuint(number));
    halves[at.x] = half(number);
}
