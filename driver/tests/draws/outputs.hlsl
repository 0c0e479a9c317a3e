// draw: --size 8x4
// What stages leave uninitialized where it counts: not in discarded pixels, helpers, or outputs that nothing reads.
struct V {
    float4 at : SV_Position;
    float2 uv : UV;
    float4 more : MORE;
};

V vs(uint id : SV_VertexID) {
    V v;
    v.at = float4(float2(id & 1, id >> 1) * 4 - 1, 0.5, 1);
    v.uv.x = id;
    if (id < 2)
        v.uv.y = 1;
    return v;
}
//~ error[E6420]: output 'UV.y' is not written on this path (uninit-output)

float4 ps(float4 at : SV_Position, float2 uv : UV) : SV_Target {
    float4 color;
    color.xyz = uv.xxx;
    if (at.x > 6)
        discard;
    if (at.x < 4)
        color.w = uv.x;
    return color;
}
//~ error[E6420]: output 'SV_Target.w' is not written on this path (uninit-output)
