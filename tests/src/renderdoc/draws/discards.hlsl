//@ run: -T vs_6_0 -E vertex_main
//@ run: -T ps_6_0 -E pixel_main
struct Varyings {
    float4 clip : SV_Position;
    float2 uv : TEXCOORD;
};

Varyings vertex_main(uint id : SV_VertexID) {
    float2 uv = float2(id & 1, id >> 1) * 2;
    Varyings output;
    output.uv = uv;
    if (id == 1)
        uv.x += 0;
    output.clip = float4(uv * 2 - 1, 0.5, 1);
    return output;
}

float4 pixel_main(Varyings input) : SV_Target {
    float edge = input.uv.x - 0.25;
    if (edge < 0)
        discard;
    float rest = edge * 2;
    clip(input.uv.y - 0.125);
    return rest;
}
