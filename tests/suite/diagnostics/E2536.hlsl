//@ run: -T ps_6_0
[[vk::combinedImageSampler]] Texture2D one : register(t1);
//~                                    ^ error[E2536]: missing sampler with [[vk::combinedImageSampler]] at set 0, binding 1
[[vk::combinedImageSampler]] SamplerState other : register(s2);
//~                                       ^ error[E2536]: missing texture with [[vk::combinedImageSampler]] at set 0, binding 2
float4 main(float2 at : AT) : SV_Target { return one.Sample(other, at); }
