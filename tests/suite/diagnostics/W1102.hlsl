//@ run: -T ps_6_0
struct Point {
    [[vk::location(1)]];
//~ warning[W1102]: this declares nothing that attributes or modifiers could belong to
    float x : POINT;
    [[other::thing]];
//~ warning[W1102]: this declares nothing that attributes or modifiers could belong to
};
static;
//~ warning[W1102]: this declares nothing that attributes or modifiers could belong to
cbuffer Scale {
    [unroll];
//~ warning[W1102]: this declares nothing that attributes or modifiers could belong to
    float scale;
};
template <typename T> struct Of {
    [[other::thing]];
//~ warning[W1102]: this declares nothing that attributes or modifiers could belong to
    T value;
};
namespace inner {
    [[other::thing]] const;
//~ warning[W1102]: this declares nothing that attributes or modifiers could belong to
}
float4 main(Point point) : SV_Target {
    Of<float> of = { point.x * scale };
    return of.value;
}
