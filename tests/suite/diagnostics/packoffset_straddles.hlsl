//@ run: -T ps_6_0
cbuffer Block {
    float4 split : packoffset(c0.w);
//~        ^ warning[W2502]: misaligned offset: expected a multiple of 16 bytes
//~        ^ fatal error[E5111]: invalid member offset: member 0 at offset 12 straddles 16 bytes
};
float4 main() : SV_Target { return split; }
