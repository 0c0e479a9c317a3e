//@ run: -T cs_6_6 -fspv-target-env=vulkan1.3
Texture2D map : register(t0);
SamplerState smooth : register(s1);
RWBuffer<float4> list : register(u2);
float4 look(uint i) { return map.SampleLevel(smooth, i * 0.25, 0) + map.Sample(smooth, i * 0.25); }
//~                                                                 ^ error[E3008]: sampling with an implicit level of detail requires quads, which a workgroup of 2 by 3 by 1 does not have
[numthreads(2, 3, 1)] void main(uint i : SV_GroupIndex) { list[i] = look(i); }
