//@ run: -T vs_6_0 -E vs
// Functions of other stages may hold what this stage does not have.
Texture2D map;
SamplerComparisonState comparison;
float4 vs(float4 p : POSITION) : SV_Position { return p; }
float4 ps(float4 p : SV_Position) : SV_Target {
    if (p.x < 0) discard;
    return map.GatherCmpGreen(comparison, p.xy, 0.5, int2(0, 0));
}
