//@ run: -T cs_6_0
//@ in: input = u32:1,2,3,4,5,6,7,8
//@ in: output = f32:0*16
//@ dispatch: 1
//@ out: output ~4ulp = f32:3,5,7,9,0,0,0,0,0,0,0,0,0,0,0,0
StructuredBuffer<uint> input : register(t0);
[[vk::binding(1)]] RWStructuredBuffer<float> output;

groupshared float tile[4];
static float calls = 0;
float bump(float by) {
    calls += by;
    return calls;
}
[numthreads(4, 1, 1)]
void main(uint3 id : SV_DispatchThreadID, uint lane : SV_GroupIndex) {
    float own = input[id.x];
    tile[lane] = own;
    float first = bump(1);
    float second = bump(own);
    output[id.x] = tile[lane] + first * second;
}
