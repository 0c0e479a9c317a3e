//@ run: -T cs_6_6
// A constant that is not negative discards nothing, so that any stage may say so.
//@ dispatch: 1 1 1
//@ in: done = u32:0
//@ out: done = u32:7
RWStructuredBuffer<uint> done : register(u0);
[numthreads(1, 1, 1)]
void main() {
    clip(0.0f);
    clip(float3(1, 0, 2));
    done[0] = 7;
}
