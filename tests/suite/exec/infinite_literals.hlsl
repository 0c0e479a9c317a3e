//@ run: -T cs_6_0 -E main
//@ in: y = u32:0*3
//@ dispatch: 1
//@ out: y = u32:0x7f800000,0x7f800000,0xff800000

// The digits before the name of an infinite value say nothing.
RWStructuredBuffer<uint> y : register(u0);

[numthreads(1, 1, 1)]
void main() {
    y[0] = asuint(2.4#INFf);
    y[1] = asuint(1.#INF);
    y[2] = asuint(-234.5#INF);
}
