//@ run: -T cs_6_0
RWBuffer<float4> list;
Texture2D paint : register(t1);
SamplerState smooth : register(s2);
[numthreads(32, 1, 1)]
void main(uint3 at : SV_DispatchThreadID) {
    list[at.x] = paint.Sample(smooth, at.xy * 0.1);
//~              ^ warning[W2410]: 'Sample' in a compute shader requires shader model 6.6
}
