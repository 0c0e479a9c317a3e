//@ run: -T cs_6_0 -E main
// y = a * x + y over arrays of any length.

struct Params {
    float a;
    uint count;
};

[[vk::push_constant]] Params params;

StructuredBuffer<float> x : register(t0);
RWStructuredBuffer<float> y : register(u1);

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) {
    const uint i = id.x;
    if (i >= params.count)
        return;
    y[i] = params.a * x[i] + y[i];
}
