//@ run: -T cs_6_0
//@ in: input = u32:1,2,3,4,5,6,7,8
//@ in: output = f32:0*16
//@ dispatch: 1
//@ out: output ~4ulp = f32:14,19,24,29,0,0,0,0,0,0,0,0,0,0,0,0
StructuredBuffer<uint> input : register(t0);
[[vk::binding(1)]] RWStructuredBuffer<float> output;

float3x3 scale(float s) {
    float3x3 m = 0;
    m[0][0] = s;
    m[1][1] = s + 1;
    m._m22 = s + 2;
    return m;
}
[numthreads(4, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) {
    float s = input[id.x];
    float3x3 m = scale(s);
    float3 v = mul(m, float3(1, 2, 3));
    float4 q = float4(v, 1).wzyx;
    output[id.x] = q.x + q.y + q.z;
}
