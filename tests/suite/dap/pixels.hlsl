// Two triangles: the second one covers the first.

struct V {
    float4 at : SV_Position;
    float2 uv : UV;
    nointerpolation uint number : NUMBER;
};

V vs(uint id : SV_VertexID) {
    V v;
    float2 corner = float2(id % 3 == 1 ? 3 : -1, id % 3 == 2 ? 3 : -1);
    v.at = float4(corner, 0.5, 1);
    v.uv = corner;
    v.number = id / 3;
    return v;
}

float4 ps(V v) : SV_Target {
    float2 step = ddx(v.uv);
    if (v.number == 1 && v.at.x > 3)
        discard;
    float4 color = float4(v.uv, step.x, v.number);
    return color;
}
//@ run: -T vs_6_0 -E vs
//@ run: -T ps_6_0 -E ps
