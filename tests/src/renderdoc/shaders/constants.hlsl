//@ run: -T cs_6_0
//@ in: input = u32:1,2,3,4,5,6,7,8
//@ in: output = f32:0*16
//@ dispatch: 1
//@ out: output ~4ulp = f32:-2,-6,-8,-10,0,0,0,0,0,0,0,0,0,0,0,0
StructuredBuffer<uint> input : register(t0);
[[vk::binding(1)]] RWStructuredBuffer<float> output;

static const float weights[3] = { 0.25, 0.5, 0.25 };
static const int count = 3;
float blur(uint at) {
    float sum = 0;
    for (int i = 0; i < count; ++i) {
        float weight = weights[i];
        sum += weight * input[at + i];
    }
    return sum;
}
[numthreads(4, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) {
    float b = blur(id.x);
    bool big = b > 2.5;
    uint2 pair = uint2(id.x, big);
    int signed_one = -int(pair.y) - 1;
    output[id.x] = b * signed_one;
}
