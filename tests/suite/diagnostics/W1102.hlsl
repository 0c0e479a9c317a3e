//@ run: -T ps_6_0
struct Point {
    [[vk::location(1)]];
//~   ^ warning[W1102]: declaration does not declare anything
    float x : POINT;
    [[other::thing]];
//~   ^ warning[W1102]: declaration does not declare anything
};
static;
//~ warning[W1102]: declaration does not declare anything
cbuffer Scale {
    [unroll];
//~  ^ warning[W1102]: declaration does not declare anything
    float scale;
};
template <typename T> struct Of {
    [[other::thing]];
//~   ^ warning[W1102]: declaration does not declare anything
    T value;
};
namespace inner {
    [[other::thing]] const;
//~   ^ warning[W1102]: declaration does not declare anything
}
float4 main(Point point) : SV_Target {
    Of<float> of = { point.x * scale };
    return of.value;
}
