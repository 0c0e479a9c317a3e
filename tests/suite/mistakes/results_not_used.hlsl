//@ run: -T ps_6_0
float4 main(float4 tint : TINT) : SV_Target {
    tint.x > 1;
//~ ^ warning[W2213]: comparison result unused
    tint * 2;
//~ ^ warning[W2209]: expression result unused
    normalize(tint);
//~ ^ warning[W2209]: expression result unused
    return tint;
}
