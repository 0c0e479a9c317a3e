//@ only on the CPU: drivers need not have doubles
//@ run: -T cs_6_2 -enable-16bit-types
//@ in: values = f32:0.5,-3,7,65504
//@ in: result = f32:0*24
//@ dispatch: 1 1 1
//@ out: result = f32:0.5,-3,1,1,1.5,0.5,8,65504,0.5,-1,2,2,0.5,0,1,1,1.5,-5.5,14.5,inf,0.50048828125,-3.001953125,7.00390625,inf
// Functions and conversions of halves that processors without instructions for them do another way.

StructuredBuffer<float> values : register(t0);
RWStructuredBuffer<float> result : register(u1);

[numthreads(4, 1, 1)]
void main(uint lane : SV_GroupIndex) {
    const half value = half(values[lane]);
    const half3 three = half3(value, 2.0h, value + 1.0h);
    result[lane] = min(value, 1.0h);
    result[4 + lane] = max(three, 0.5h).z;
    result[8 + lane] = clamp(value, half(-1.0), 2.0h);
    result[12 + lane] = saturate(three).x;
    result[16 + lane] = mad(value, 2.0h, 0.5h);
    // Just above the middle between two halves, which a single does not tell from the middle.
    const double above = 1.0L + 0.00048828125L + double(values[0]) / 549755813888.0L;
    result[20 + lane] = half(above * double(values[lane]));
}
