//@ run: -T ps_6_0
cbuffer Block {
    float4 split : packoffset(c0.w);
//~        ^ warning[W2502]: the offset should be a multiple of 16 bytes
//~        ^ fatal error[E5111]: the offset of this member is not allowed: Structure id 3 decorated as Block for variable in Uniform storage class must follow relaxed uniform buffer layout rules: member 0 is an improperly straddling vector at offset 12 This is may be allowed if you enable the uniformBufferStandardLayout feature (or use the --uniform-buffer-standard-layout command line flag)   %type_Block = OpTypeStruct %v4float
};
float4 main() : SV_Target { return split; }
