//@ run: -T cs_6_0
//@ in: input = u32:1,2,3,4,5,6,7,8
//@ in: output = f32:0*16
//@ dispatch: 1
//@ out: output ~4ulp = f32:78,89,194,62,0,0,0,0,0,0,0,0,0,0,0,0
StructuredBuffer<uint> input : register(t0);
[[vk::binding(1)]] RWStructuredBuffer<float> output;

[numthreads(4, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) {
    float values[4];
    for (uint i = 0; i < 4; i++)
        values[i] = input[i] * 2;
    float picked = values[input[id.x] & 3];
    float3 v = float3(picked, 1, 2);
    v.y = picked + 1;
    v[id.x % 3] = 7;
    output[id.x] = dot(v, v);
}
