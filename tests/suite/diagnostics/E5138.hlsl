//@ run: -T cs_6_0
// The format is known where the function is inlined.
[[vk::image_format("r8ui")]] RWTexture2D<uint> counts;

void count(RWTexture2D<uint> target, uint2 at) {
    InterlockedAdd(target[at], 1u);
//~ ^ fatal error[E5138]: image format does not support atomic operations
}

[numthreads(8, 8, 1)]
void main(uint2 at : SV_DispatchThreadID) {
    count(counts, at);
}
