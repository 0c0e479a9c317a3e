//@ run: -T ps_6_0
[[vk::combinedImageSampler]] Texture2D one : register(t1);
//~                                    ^ error[E2536]: there is no sampler with [[vk::combinedImageSampler]] at binding 1 of set 0
[[vk::combinedImageSampler]] SamplerState other : register(s2);
//~                                       ^ error[E2536]: there is no texture with [[vk::combinedImageSampler]] at binding 2 of set 0
float4 main(float2 at : AT) : SV_Target { return one.Sample(other, at); }
