//@ run: -T cs_6_0 -E main
//@ in: 0:0 = image:4x2:rgba32float:f32:0,0.25,0.5,0.75,1,1.25,1.5,1.75,2,2.25,2.5,2.75,3,3.25,3.5,3.75,0,0.25,0.5,0.75,1,1.25,1.5,1.75,2,2.25,2.5,2.75,3,3.25,3.5,3.75
//@ in: 0:1 = sampler:linear,clamp
//@ in: 0:2 = image:4x2:rgba32float:f32:0*32
//@ dispatch: 4 2
//@ out: 0:2 ~0.01 = f32:3.5,4,5,3.25,3.5,4,6,4.25,3.5,4,7,5.25,3,3.5,7.5,5.75,3.5,4,5,3.25,3.5,4,6,4.25,3.5,4,7,5.25,3,3.5,7.5,5.75

// A texture that is loaded, sampled and asked for its size, and another that is written.
Texture2D<float4> source : register(t0);
SamplerState linearClamp : register(s1);
RWTexture2D<float4> target : register(u2);

[numthreads(1, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) {
    uint width, height;
    source.GetDimensions(width, height);
    float4 loaded = source.Load(int3(width - 1 - id.x, id.y, 0));
    float2 at = float2(float(id.x + 1) / float(width), (float(id.y) + 0.5) / float(height));
    float4 sampled = source.SampleLevel(linearClamp, at, 0.0);
    target[id.xy] = float4(loaded.xy + sampled.xy, sampled.z + float(width), sampled.w + float(height));
}
