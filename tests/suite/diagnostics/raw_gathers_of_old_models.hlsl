//@ run: -T ps_6_6 -fspv-target-env=vulkan1.3
Texture2D<uint> t;
SamplerState s;
uint4 main(float2 at : AT) : SV_Target { return t.GatherRaw(s, at); }
//~                                               ^ error[E2643]: 'GatherRaw' requires shader model 6.7 or later (option '-T')
