//@ run: -T ps_6_0
//@ check: OpAccessChain %_ptr_UniformConstant_type_2d_image %maps %{*}
//@ run: -T ps_6_0 -O0
//@ check: OpAccessChain %_ptr_UniformConstant_type_2d_image %maps %{*}
//@ run: -T ps_6_0 -fspv-flatten-resource-arrays
//@ check: OpLoad %type_2d_image %maps_3_
//@ run: -T ps_6_0 -fspv-debug=vulkan
//@ check: OpAccessChain %_ptr_UniformConstant_type_2d_image %maps %{*}
// An array of textures that a function takes is indexed where it is, and each element may be a variable.
Texture2D<float4> maps[4] : register(t0);
SamplerState filtering : register(s9);
cbuffer Block : register(b10) { uint which; };

float4 get(Texture2D<float4> all[4], uint i, float2 uv) { return all[i].Sample(filtering, uv); }

float4 main(float2 uv : UV) : SV_Target { return get(maps, which, uv); }
