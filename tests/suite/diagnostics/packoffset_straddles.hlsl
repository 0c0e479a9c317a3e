//@ run: -T ps_6_0
cbuffer Block {
    float4 split : packoffset(c0.w);
//~        ^ warning[W2502]: the offset should be a multiple of 16 bytes
//~        ^ fatal error[E5111]: the offset of this member is not allowed: member 0 at offset 12 straddles 16 bytes
};
float4 main() : SV_Target { return split; }
