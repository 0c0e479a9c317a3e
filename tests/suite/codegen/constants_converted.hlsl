//@ run: -T cs_6_0 -E main
//@ check-not: OpVectorTimesScalar
//@ check-not: OpConvertF
//@ check-not: OpSRem
//@ in: f = f32:9*3
//@ in: i = i32:9*5
//@ dispatch: 1
//@ out: f = f32:0.5,-1,1.5
//@ out: i = i32:2,-2,-2147483648,0,1

//@ run: -T cs_6_0 -E beyond
//@ check: OpConvertFToS
//@ check: OpConvertFToU
//@ check: OpSRem

// Constants are scaled, converted and divided where that has one result; what is undefined stays.
RWStructuredBuffer<float> f : register(u0);
RWStructuredBuffer<int> i : register(u1);

[numthreads(1, 1, 1)]
void main() {
    float2 scaled = float2(1, -2) * 0.5;
    f[0] = scaled.x;
    f[1] = scaled.y;
    f[2] = (float3(1, 2, 3) * 0.5).z;
    float numbers[4] = {2.75, -2.75, -2147483648.0, -0.5};
    [unroll] for (int at = 0; at < 4; at++) i[at] = (int)numbers[at];
    int ten = 10;
    i[4] = ten % 3;
}

[numthreads(1, 1, 1)]
void beyond() {
    float large = 2147483648.0, negative = -1;
    int less = -10;
    i[0] = (int)large;
    i[1] = (uint)negative;
    i[2] = less % 3;
}
