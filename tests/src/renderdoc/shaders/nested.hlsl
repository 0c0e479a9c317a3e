//@ run: -T cs_6_0
//@ in: input = u32:1,2,3,4,5,6,7,8
//@ in: output = f32:0*16
//@ dispatch: 1
//@ out: output ~4ulp = f32:9,16,23,30,0,0,0,0,0,0,0,0,0,0,0,0
StructuredBuffer<uint> input : register(t0);
[[vk::binding(1)]] RWStructuredBuffer<float> output;

struct A { float2 p; uint n; };
struct B { A first; A both[2]; };
B make(uint n) {
    B b;
    b.first.p = float2(n, n + 1);
    b.first.n = n;
    b.both[0] = b.first;
    b.both[1].p = b.first.p * 2;
    b.both[1].n = n * 2;
    return b;
}
[numthreads(4, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) {
    B b = make(input[id.x]);
    A last = b.both[1];
    float sum = last.p.x + last.p.y + last.n + b.first.n;
    output[id.x] = sum;
}
