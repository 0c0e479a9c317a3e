//@ run: -T cs_6_6 -Wno-everything
//@ rules: hlsl
//@ in: data = u32:0*64
//@ in: words = u32:0*64
//@ in: results = f32:0*64
//@ dispatch: 1

// Shifts beyond the width, offsets between words, and functions outside of their domain; beside each one that is right.
RWStructuredBuffer<uint> data : register(u0);
RWByteAddressBuffer words : register(u1);
RWStructuredBuffer<float> results : register(u2);

[numthreads(8, 1, 1)]
void main(uint index : SV_GroupIndex) {
    data[index] = index << (index * 8);
//~               ^ warning[E6302]: shift of a 32-bit integer by 32 (shift)
    data[index] += index << (index * 8 & 31);
    data[8 + index] = uint(uint64_t(index) << (index * 8));
    uint offset = 6 * index;
    data[16 + index] = words.Load(offset);
//~                    ^ error[E6206]: misaligned access: offset 6 of 'words' is not a multiple of 4 (misaligned)
    data[24 + index] = words.Load(offset & ~3);
    float x = results[index] + index - 2.0;
    results[index] = isnan(pow(x, 2.5)) ? 1.0 : 0.0;
//~                        ^ warning[E6305]: pow of the negative base -2 is undefined (math-domain)
    results[8 + index] = pow(abs(x), 2.5);
    results[16 + index] = clamp(x, 1.0, x);
//~                       ^ warning[E6305]: clamp to the range 1 to -2 is undefined (math-domain)
    results[24 + index] = any(isnan(normalize(float2(x, 0)))) ? 1.0 : 0.0;
//~                                 ^ warning[E6305]: normalization of a zero vector is undefined (math-domain)
    results[32 + index] = log2(abs(x) + 1) + atan2(x, 3.0);
}
