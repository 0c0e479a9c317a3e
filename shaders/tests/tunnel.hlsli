// Tests of ../tunnel.hlsl.
#include "../tunnel.hlsl"

[[test]]
void walls_are_a_checker() {
    const float3 warm = float3(0.9, 0.5, 0.2), cold = float3(0.1, 0.2, 0.4);
    check(wall(float2(0.06, 0.1)) == cold);
    check(wall(float2(0.13, 0.1)) == warm);
    check(wall(float2(0.06, 0.26)) == warm);
    check(wall(float2(0.13, 0.26)) == cold);
    check(wall(float2(0.06, -0.1)) == warm);
    check(wall(float2(0.24, 0.1)) == warm);
    check(wall(float2(0.26, 0.24)) == cold);
}
