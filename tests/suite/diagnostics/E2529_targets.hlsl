//@ run: -T ps_6_0
// Each render target is written once, also by arrays and matrices, which take several.
struct Both { float4 colors[2] : SV_Target0; float4 other : SV_Target1; };
//~                                                         ^ error[E2529]: location 1 is already taken
Both main(out float2x2 matrix : SV_Target2, out float last : SV_Target3) {
//~                                                          ^ error[E2529]: location 3 is already taken
    matrix = 0;
    last = 0;
    return (Both)0;
}
