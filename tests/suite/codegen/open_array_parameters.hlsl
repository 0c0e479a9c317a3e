//@ run: -T cs_6_6
//@ check: OpAccessChain %_ptr_Uniform_v4float %buffers %uint_2 %int_0 %uint_3
//@ run: -T cs_6_6 -fcgl
//@ check: OpStore %param_var_from %textures
//@ check: OpLoad %_ptr_UniformConstant__runtimearr_type_2d_image %from
//@ run: -T cs_6_6 -O0
// Arrays without length are passed as what they are: pointers to the descriptors.
Texture2D textures[] : register(t0, space1);
StructuredBuffer<float4> buffers[] : register(t0, space2);
RWTexture2D<float4> images[] : register(u0, space3);
SamplerState linear_sampler;

float4 sample_one(Texture2D from[], uint index) { return from[index].SampleLevel(linear_sampler, 0.5, 0); }
float4 sample_both(Texture2D from[], uint index) {
    return sample_one(from, index) + from[NonUniformResourceIndex(index + 1)].SampleLevel(linear_sampler, 0.5, 0);
}
float4 read_one(StructuredBuffer<float4> from[], uint index) { return from[index][3]; }
void write_one(RWTexture2D<float4> to[], uint index, float4 value) { to[index][uint2(1, 2)] = value; }

[numthreads(1, 1, 1)]
void main(uint index : SV_GroupIndex) {
    write_one(images, index, sample_both(textures, index) + read_one(buffers, 2));
}
