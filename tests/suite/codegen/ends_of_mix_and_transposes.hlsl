//@ run: -T cs_6_0
//@ check-not: {*} FMix {*}
//@ check-not: {*} OpTranspose {*}
//@ in: given = f32:2,3,5,7
//@ in: result = f32:0*8
//@ dispatch: 1
//@ out: result = f32:2,7,14,35,6,5,1,4
//@ run: -T cs_6_0 -Gis
//@ check: {*} FMix {*}
//@ in: given = f32:2,3,5,7
//@ in: result = f32:0*8
//@ dispatch: 1
//@ out: result = f32:2,7,14,35,6,5,1,4
// A mix with a weight of 0 or 1 is one of its ends, unless what is not finite counts; a part of a transpose is a part of the
// matrix, and the transpose of a constant is a constant.
StructuredBuffer<float> given : register(t0);
RWStructuredBuffer<float> result : register(u1);

static const float2x3 numbers = { 1, 2, 3, 4, 5, 6 };

[numthreads(1, 1, 1)]
void main() {
    const float a = given[0], b = given[3];
    result[0] = lerp(a, b, 0);
    result[1] = lerp(a, b, 1);
    const float2x2 products = float2x2(a, b, given[1] * given[2], 1) * float2x2(1, 2, 3, 4);
    const float2x2 other = transpose(float2x2(a, a * b, b * given[2], b));
    result[2] = other[1][0];
    result[3] = other[0][1];
    const float3x2 columns = transpose(numbers);
    result[4] = columns[2][1] * products._22 / 4;
    result[5] = columns[1][1];
    result[6] = columns[0][0];
    result[7] = mul(columns, float2(0, 1)).x;
}
