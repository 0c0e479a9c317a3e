//@ run: -T ps_6_0 -fcgl
// The instructions that are chosen, one line each in this order.
//@ check: FAbs
//@ check: SAbs
//@ check: NMin
//@ check: UMin
//@ check: FClamp
//@ check: FMix
//@ check: RoundEven
//@ check: OpFRem
//@ check: Fma
//@ check: OpDot
//@ check: Pow
//@ check: OpDPdx
//@ check: OpBitCount
//@ check: FindSMsb
//@ check: OpBitcast
//@ check: PackHalf2x16
//@ check: OpIsNan
//@ check: OpTranspose
float4 main(float4 p : P, float4 q : Q, nointerpolation int4 i : I, nointerpolation uint4 u : U, float3x3 m : M) : SV_Target {
    float4 sum = abs(p);
    sum += abs(i);
    sum += min(p, q);
    sum += min(u, 3u);
    sum += saturate(p);
    sum += lerp(p, q, 0.5);
    sum += round(p);
    sum += fmod(p, q);
    sum += mad(p, q, p);
    sum += dot(p, q);
    sum += pow(p, q);
    sum += ddx(p);
    sum += countbits(u);
    sum += firstbithigh(i);
    sum += asfloat(u);
    sum += f32tof16(p.x);
    sum += isnan(p);
    sum += transpose(m)[0].xyzx;
    return sum;
}
