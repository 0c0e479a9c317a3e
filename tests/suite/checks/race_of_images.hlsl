//@ run: -T cs_6_6 -Wno-everything
//@ rules: hlsl
//@ in: picture = image:8x8:r32uint
//@ dispatch: 1

// Texels are memory as well.
RWTexture2D<uint> picture : register(u0);

[numthreads(8, 8, 1)]
void main(uint3 id : SV_DispatchThreadID) {
    picture[id.xy] = id.x;
    uint left = picture[uint2(id.x ^ 4, id.y)];
//~             ^ error[E6001]: read-write data race on picture[4, 0] (race)
    DeviceMemoryBarrierWithGroupSync();
    picture[id.yx] = left;
}
