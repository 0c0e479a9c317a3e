//@ run: -T cs_6_6 -enable-16bit-types -Wno-everything
//@ rules: hlsl
//@ in: scale = f32:1,2
//@ in: results = f32:0*8
//@ dispatch: 1

// Sums that have no room in 16 bits. What was infinite before is no news.
StructuredBuffer<float> scale : register(t1);
RWStructuredBuffer<float> results : register(u0);

[numthreads(8, 1, 1)]
void main(uint index : SV_GroupIndex) {
    half sum = 0;
    for (uint i = 0; i < 8; i++) {
        sum += half(index * 1500);
//~     ^ note[E6306]: result overflows half and becomes infinite (inf)
    }
    results[index] = float(sum) + float(half(scale[0] / 0.0));
    results[index] += float(half(20000 * float(index)));
//~                              ^ note[E6306]: 80000 overflows half and becomes infinite (inf)
    results[index] += float(half(index << 15));
//~                              ^ note[E6306]: 65536 overflows half and becomes infinite (inf)
}
