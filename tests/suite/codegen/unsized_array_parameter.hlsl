//@ run: -T cs_6_0
//@ run: -T cs_6_0 -fcgl
//@ run: -T cs_6_0 -O0
// An array without length is no value: functions look at the variable itself.
Texture2D images[];
RWBuffer<float4> texels;
float4 texel(Texture2D from[], uint index) { return from[index].Load(0); }
float4 indirect(Texture2D from[], uint index) { return texel(from, index + 1); }
[numthreads(1, 1, 1)] void main(uint index : SV_GroupIndex) { texels[0] = indirect(images, index); }
