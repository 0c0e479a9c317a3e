// Tests of ../matmul.hlsl.
#include "../matmul.hlsl"

// Sums of 18 products of whole numbers: two tiles, of which the second one is almost empty, as are the groups.
[[test]]
[[threads(16, 16)]]
[[groups(2, 2)]]
[[bind("sizes", "{rows: 17, columns: 19, inner: 18}")]]
[[bind("a", "f32:0..400")]]
[[bind("b", "f32:0..500")]]
[[bind("c", "f32:-1*400")]]
void multiplies(uint2 id : SV_DispatchThreadID, uint2 local : SV_GroupThreadID) {
    main(id, local);
    AllMemoryBarrierWithGroupSync();
    if (id.y < 17 && id.x < 19) {
        float sum = 0;
        for (uint i = 0; i < 18; ++i)
            sum += a[18 * id.y + i] * b[19 * i + id.x];
        check(c[19 * id.y + id.x] == sum, "row %u, column %u", id.y, id.x);
    }
    if (all(id == 0))
        check(c[17 * 19] == -1);
}
