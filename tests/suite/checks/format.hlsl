//@ run: -T cs_6_6 -Wno-everything
//@ rules: hlsl
//@ in: wide = image:8x1:r16float
//@ in: free = image:8x1:rgba8unorm
//@ in: same = image:8x1:r32float
//@ dispatch: 1

// Images have the formats that the shader declares. Direct3D lets a texture have more components than the
// shader writes.
RWTexture2D<float> wide : register(u0);
[[vk::image_format("unknown")]] RWTexture2D<float> free : register(u1);
RWTexture2D<float> same : register(u2);

[numthreads(8, 1, 1)]
void main(uint index : SV_GroupIndex) {
    wide[uint2(index, 0)] = index;
//~ ^ error[E6209]: image format mismatch: 'wide' is declared as r32f, but the bound image is r16f (format)
    free[uint2(index, 0)] = index;
    same[uint2(index, 0)] = index;
}
