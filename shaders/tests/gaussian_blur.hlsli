// Tests of ../gaussian_blur.hlsl.
#include "../gaussian_blur.hlsl"

// Half a row of binomial coefficients, whose two outermost ones do not count in the sum.
static const float ROW[9] = { 12870, 11440, 8008, 4368, 1820, 560, 120, 16, 1 };
static const float SUM = 65502;

[[test]]
void taps_are_pairs_of_binomial_coefficients() {
    check(OFFSETS[0] == 0);
    check_near(WEIGHTS[0], ROW[0] / SUM, 1e-6);
    for (int tap = 1; tap < TAPS; ++tap) {
        const int first = 2 * tap - 1;
        const float sum = ROW[first] + ROW[first + 1];
        check_near(OFFSETS[tap], (first * ROW[first] + (first + 1) * ROW[first + 1]) / sum, 1e-6, "tap %d", tap);
        check_near(WEIGHTS[tap], sum / SUM, 4e-6, "tap %d", tap);
    }
}

// A point becomes the row of coefficients.
void spreads(uint3 id, uint2 direction) {
    target[id.xy] = 5;
    main(id);
    const int2 away = int2(id.xy) - int2(6, 5);
    const int along = abs(dot(away, int2(direction)));
    const float expected = all(away * int2(direction.yx) == 0) && along < 9 ? ROW[along] / SUM : 0;
    if (id.x < 24 && id.y < 16)
        check_near(target[id.xy], expected * float4(1, 2, 3, 4), 2e-5, "texel %u, %u", id.x, id.y);
}

[[test]]
[[threads(8, 8)]]
[[groups(4, 2)]]
[[bind("pass", "{direction: [1, 0], texel: [0.041666667, 0.0625]}")]]
[[bind("source", "image:24x16:rgba32float:f32:0*504,1,2,3,4,0*1028")]]
[[bind("target", "image:24x16:rgba32float:f32:0*1536")]]
void blurs_rows(uint3 id : SV_DispatchThreadID) {
    spreads(id, uint2(1, 0));
}

[[test]]
[[threads(8, 8)]]
[[groups(3, 2)]]
[[bind("pass", "{direction: [0, 1], texel: [0.041666667, 0.0625]}")]]
[[bind("source", "image:24x16:rgba32float:f32:0*504,1,2,3,4,0*1028")]]
[[bind("target", "image:24x16:rgba32float:f32:0*1536")]]
void blurs_columns(uint3 id : SV_DispatchThreadID) {
    spreads(id, uint2(0, 1));
}
