//@ run: -T ps_6_7 -fspv-target-env=vulkan1.3
Texture2D<float> t;
SamplerState s;
float4 main(float2 at : AT) : SV_Target { return t.GatherRaw(s, at); }
//~                                                ^ error[E2623]: 'GatherRaw' requires texels of one unsigned integer, not 'float'
