//@ run: -T cs_6_0 -E main
//@ in: image = image:2x2:r32float:f32:1,2,3,4
//@ in: result = f32:0*4
//@ dispatch: 1 1 1
//@ out: result = f32:1,2,3,4
// A level that is zero is the first one whatever its vector was made of.

[[vk::binding(0)]] Texture2D<float> image;
[[vk::binding(1)]] RWStructuredBuffer<float> result;

[numthreads(4, 1, 1)]
void main(uint index : SV_GroupIndex) {
    result[index] = image.Load(uint3(index % 2, float(index) / 2, 0));
}
