//@ run: -T cs_6_0
//@ in: input = u32:1,2,3,4,5,6,7,8
//@ in: output = f32:0*16
//@ dispatch: 1
//@ out: output ~4ulp = f32:12,16,20,24,0,0,0,0,0,0,0,0,0,0,0,0
StructuredBuffer<uint> input : register(t0);
[[vk::binding(1)]] RWStructuredBuffer<float> output;

struct Range {
    float low;
    float high;
};
struct Plot {
    Range x;
    Range y;
};
void widen(inout Range range, float by) {
    range.low -= by;
    range.high += by;
}
float width(Range range) {
    float size = range.high - range.low;
    return size;
}
[numthreads(4, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) {
    Plot plot;
    plot.x.low = input[id.x];
    plot.x.high = input[id.x + 1];
    plot.y.low = 1;
    plot.y.high = 2;
    widen(plot.x, 0.5);
    widen(plot.y, plot.x.high);
    float w = width(plot.x);
    float h = width(plot.y);
    output[id.x] = w * h;
}
