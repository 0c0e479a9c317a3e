//@ run: -T cs_6_2 -enable-16bit-types -fspv-target-env=vulkan1.3
//@ in: x = f16:1,2,3,4,5,-6,7,8
//@ in: o = f16:0*20
//@ dispatch: 1
//@ out: o = f16:5,2,7,8,1,-6,3,4,2,2,3,4,5,-6,7,8,5,-6,7,8

StructuredBuffer<half4> x : register(t0);
RWStructuredBuffer<half4> o : register(u1);

[numthreads(1, 1, 1)]
void main() {
    o[0] = max(x[0], x[1]);
    o[1] = min(x[0], x[1]);
    o[2] = clamp(x[0], half(2), half4(9, 9, 3, 4));
    o[3] = WaveActiveMax(x[1]);
    o[4] = half4(max(x[0].x, x[1].x), min(x[0].y, x[1].y), x[1].zw);
}
