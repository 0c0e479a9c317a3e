// draw: --size 8x4
// Two semantics in another order.
struct V {
    float4 at : SV_Position;
    float2 uv : UV;
    float2 color : COLOR;
};

struct P {
    float4 at : SV_Position;
    float2 color : COLOR;
//~                ^ error[E6426]: input 'COLOR0' gets the output 'UV0' of the vertex shader (link)
    float2 uv : UV0;
//~             ^ error[E6426]: input 'UV0' gets the output 'COLOR0' of the vertex shader (link)
};

V vs(uint id : SV_VertexID) {
    V v = { float4(float2(id & 1, id >> 1) * 4 - 1, 0.5, 1), float2(id, 1), float2(1, id) };
    return v;
}

float4 ps(P p) : SV_Target {
    return float4(p.uv, p.color);
}
