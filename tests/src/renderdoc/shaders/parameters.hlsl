//@ run: -T cs_6_0
//@ in: input = u32:1,2,3,4,5,6,7,8
//@ in: output = f32:0*16
//@ dispatch: 1
//@ out: output ~4ulp = f32:0.75,1,1.25,0.5,2.25,4.5,10.5,15,0,0,0,0,0,0,0,0
StructuredBuffer<uint> input : register(t0);
[[vk::binding(1)]] RWStructuredBuffer<float> output;

void split(float v, out float whole, inout float part) {
    whole = floor(v);
    part += v - whole;
}
float early(float v) {
    if (v < 3)
        return v;
    float twice = v * 2;
    return twice;
}
[numthreads(4, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) {
    float value = input[id.x] * 1.25;
    float whole;
    float part = 0.5;
    split(value, whole, part);
    float e = early(value);
    {
        float value = whole + e;
        output[id.x + 4] = value;
    }
    output[id.x] = part;
}
