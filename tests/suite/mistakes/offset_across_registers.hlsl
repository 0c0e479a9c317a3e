//@ run: -T ps_6_0
cbuffer Frame {
    float time : packoffset(c0);
    float3 eye : packoffset(c0.z);
//~        ^ warning[W2502]: the offset should be a multiple of 16 bytes
//~        ^ fatal error[E5111]: the offset of this member is not allowed: member 1 at offset 8 straddles 16 bytes
};
float4 main() : SV_Target {
    return float4(eye, time);
}
