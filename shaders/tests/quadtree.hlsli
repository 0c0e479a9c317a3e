// hlsl2spirv: -fspv-target-env=vulkan1.3
// Tests of ../quadtree.hlsl.
#include "../quadtree.hlsl"

// The border of a square of five pixels, from the corner on and around.
[[test]]
void borders_are_walked_around() {
    uint2 last = on_border(15, 4);
    for (uint at = 0; at < 16; ++at) {
        const uint2 pixel = on_border(at, 4);
        check(any(pixel == 0) || any(pixel == 4));
        check(all(pixel <= 4));
        const int2 step = int2(pixel) - int2(last);
        check(step
              == (at == 0 ? int2(0, -1) : at <= 4 ? int2(1, 0) : at <= 8 ? int2(0, 1) : at <= 12 ? int2(-1, 0)
                  : int2(0, -1)));
        last = pixel;
    }
}

[[test]]
[[case (0, 0, 1)]]
[[case (192, 128, 128)]]
[[case (255, 128, 4)]]
[[case (100, 30, 4)]]
void numbers_leave(uint x, uint y, uint expected) {
    const float a = x * 3.0 / 256 - 2.25, b = y * 3.0 / 256 - 1.5;
    float re = 0, im = 0;
    uint count = 0;
    while (count < 128 && re * re + im * im < 4) {
        const float next = re * re - im * im + a;
        im = re * im + re * im + b;
        re = next;
        count += 1;
    }
    check(iterations(uint2(x, y)) == count);
}

[[test]]
void counts_have_colors() {
    check(color(128) == float4(0, 0, 0, 1));
    check_near(color(32), float4(0.5, 0.25, 0.75, 1), 1e-6);
    check_near(color(127), float4(sqrt(127 / 128.0), 127 / 128.0, 1 / 128.0, 1), 1e-6);
}
