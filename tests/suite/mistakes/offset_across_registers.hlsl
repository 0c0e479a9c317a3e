//@ run: -T ps_6_0
cbuffer Frame {
    float time : packoffset(c0);
    float3 eye : packoffset(c0.z);
//~        ^ warning[W2502]: misaligned offset: expected a multiple of 16 bytes
//~        ^ fatal error[E5111]: invalid member offset: member 1 at offset 8 straddles 16 bytes
};
float4 main() : SV_Target {
    return float4(eye, time);
}
