//@ run: -T cs_6_6 -Wno-everything
//@ rules: hlsl
//@ in: picture = image:4x4:r32uint
//@ in: list_ = image:4
//@ dispatch: 1

// Texels outside of an image.
RWTexture2D<uint> picture : register(u0);
RWBuffer<float> list_ : register(u1);

[numthreads(1, 1, 1)]
void main() {
    picture[uint2(4, 0)] = 1;
//~ ^ warning[E6203]: out-of-bounds write of texel (4, 0) of 'picture' (size 4 x 4 x 1) (bounds-texture)
    picture[uint2(3, 3)] = picture[uint2(0, 7)];
//~                        ^ warning[E6203]: out-of-bounds read of texel (0, 7) of 'picture' (size 4 x 4 x 1) (bounds-texture)
    list_[4] = 2;
//~ ^ warning[E6203]: out-of-bounds write of texel (4) of 'list_' (size 4 x 1 x 1) (bounds-texture)
}
