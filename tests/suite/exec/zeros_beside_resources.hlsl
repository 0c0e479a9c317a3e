//@ run: -T cs_6_0
//@ in: source = u32:11,22,33
//@ in: o = u32:7*8
//@ dispatch: 1
//@ out: o = u32:0,0,22,0,1,1,1,33

// A number is cast to all numbers of a struct; the resources in it are set later, or are never used.
struct Count { uint first, second; };
struct Input {
    Count count;
    StructuredBuffer<uint> values;
    Texture2D<float4> map;
    SamplerState samplers[2];
    uint last;
};
StructuredBuffer<uint> source : register(t0);
RWStructuredBuffer<uint> o : register(u1);

Input with(uint number) { return (Input)number; }

void put(Input input, uint at) {
    o[at] = input.count.first;
    o[at + 1] = input.count.second;
    o[at + 2] = input.values[input.last + 1];
}

[numthreads(1, 1, 1)]
void main(uint lane : SV_GroupIndex) {
    Input zeros = (Input)0;
    zeros.values = source;
    put(zeros, 0);
    o[3] = zeros.last;
    Input ones = with(lane + 1);
    ones.values = source;
    put(ones, 4);
    uint third = o[6];
    o[6] = ones.last;
    o[7] = third;
}
