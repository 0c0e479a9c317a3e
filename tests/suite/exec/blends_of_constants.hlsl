//@ run: -T cs_6_0
//@ check-not: OpExtInst
//@ in: o = f32:0*16
//@ dispatch: 1 1 1
//@ out: o ~1ulp = f32:-1,1.60000002,-9,0.100000001,0.700000048,0.700000048,0,0.25,0.577350259,1,0.216000021,1,-1,1,1,0
// Functions of constants that the specification defines as several operations.
RWStructuredBuffer<float4> o : register(u0);

float4 blends(float x) {
    return float4(lerp(-4.0 / 3, 4.0 / 3, x), lerp(1.0, 3.0, 2.4 * x), lerp(5.0, -2.0, 16 * x), lerp(0.1, 0.1, x));
}

float4 fractions(float x) {
    return float4(frac(x), frac(x - 3), frac(x + 0.3), frac(x - 2.45));
}

float4 curves(float x) {
    return float4(rsqrt(x), rsqrt(x - 2), smoothstep(0.0, 1.0, x / 10), smoothstep(2.0, 5.0, 3 * x));
}

float4 steps(float x) {
    return float4(sign(x - 5), sign(x), step(x, 3.5), step(x, 1.5));
}

[numthreads(1, 1, 1)]
void main() {
    o[0] = blends(0.125);
    o[1] = fractions(2.7);
    o[2] = curves(3.0);
    o[3] = steps(2.5);
}
