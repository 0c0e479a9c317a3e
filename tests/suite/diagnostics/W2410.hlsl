//@ run: -T cs_6_5 -E main
Texture2D map : register(t0);
SamplerState smooth : register(s1);
RWBuffer<float4> list : register(u2);
float4 unused(float2 at) { return map.Sample(smooth, at); }
[numthreads(8, 8, 1)]
void main(uint2 at : SV_DispatchThreadID) {
    float2 place = at * 0.1;
    list[at.x] = map.SampleLevel(smooth, place, 0) + map.Sample(smooth, place) + fwidth(place.x);
//~                                                  ^ warning[W2410]: 'Sample' in a compute shader requires shader model 6.6
//~                                                                              ^ warning[W2410]: 'fwidth' in a compute shader requires shader model 6.6
}
