//@ run: -T cs_6_0
//@ in: input = u32:1,2,3,4,5,6,7,8
//@ in: output = f32:0*16
//@ dispatch: 1
//@ out: output ~4ulp = f32:1,1,1,1,0,0,0,0,0,0,0,0,0,0,0,0
StructuredBuffer<uint> input : register(t0);
[[vk::binding(1)]] RWStructuredBuffer<float> output;

float find(float wanted) {
    for (uint i = 0; i < 6; ++i) {
        float value = input[i];
        if (value > wanted) {
            float over = value - wanted;
            if (over > 1)
                return over;
        }
    }
    float nothing = -1;
    return nothing;
}
[numthreads(4, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) {
    float found = find(id.x + 1);
    float none = find(100);
    output[id.x] = found + none;
}
