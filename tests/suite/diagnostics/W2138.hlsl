//@ run: -T ps_6_0 -E main
struct Light { float3 way; float gain; };
static float kept;
#define SAME(x) x = x
float4 main(float4 tint : TINT, float4 other : OTHER, uint at : AT) : SV_Target {
    Light light = { tint.xyz, tint.w }, second = light;
    float list[2] = { 1, 2 };
    light.way = light.way;
//~           ^ warning[W2138]: explicit assignment of a value to itself
    kept = kept;
//~      ^ warning[W2138]: explicit assignment of a value to itself
    tint.xy = tint.xy;
//~         ^ warning[W2138]: explicit assignment of a value to itself
    tint.xy = tint.yx;
    tint.x = other.x;
    light.gain = second.gain;
    list[at] = list[at];
    SAME(kept);
    return tint * light.gain * list[0] * kept;
}
