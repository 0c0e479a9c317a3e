//@ run: -T ps_6_8 -enable-16bit-types
//@ run: -T ps_6_8 -enable-16bit-types -fcgl
// Texels of arrays of textures may be 16-bit floats, which are converted; atomic operations work on texels as they are.
RWTexture2D<half> counts[3];
RasterizerOrderedBuffer<half> ordered[2];

float4 main() : SV_Target {
    half before = counts[0][int2(2, 1)];
    InterlockedMax(counts[1][int2(1, 1)], 1, before);
//~ ^ error[E3005]: an atomic operation on texels of 16-bit floats is not supported
    InterlockedExchange(ordered[1][1], 1, before);
//~ ^ error[E3005]: an atomic operation on texels of 16-bit floats is not supported
    return before;
}
