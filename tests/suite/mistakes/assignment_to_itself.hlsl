//@ run: -T ps_6_0
// What a macro leaves as it is here it may change elsewhere.
#define UP(y) (y)
#define SWAPPED(a) a
struct Light { float3 way; float gain; };
float4 main(float4 tint : TINT, float4 other : OTHER) : SV_Target {
    Light light = { tint.xyz, tint.w };
    light.gain = light.gain;
//~            ^ warning[W2138]: explicit assignment of a value to itself
    tint.x = tint.x;
//~        ^ warning[W2138]: explicit assignment of a value to itself
    tint.y = other.y;
    tint.y = UP(tint.y);
    tint.xy = SWAPPED(tint.xy);
    tint = tint;
//~      ^ warning[W2138]: explicit assignment of a value to itself
    return tint * light.gain;
}
