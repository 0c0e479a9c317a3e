// Counts the texels of a picture that are not what its file was made of.
Texture2D<float4> picture;
RWStructuredBuffer<uint> counts;

[numthreads(21, 1, 1)]
void main(uint x : SV_GroupIndex) {
    uint width, height;
    picture.GetDimensions(width, height);
    if (x == 0)
        counts[0] = width * height;
    for (uint y = 0; y < height; ++y) {
        if (any(picture[uint2(x, y)] != float4(x / 64.0, y / 64.0, x * y % 7 / 8.0, 1)))
            InterlockedAdd(counts[1], 1);
    }
}
//@ run: -T cs_6_0
