//@ run: -T vs_6_0 -E vertex_main
//@ run: -T ps_6_0 -E pixel_main
struct Varyings {
    float4 clip : SV_Position;
    float2 uv : TEXCOORD;
};

Varyings vertex_main(uint id : SV_VertexID) {
    float2 uv = float2(id & 1, id >> 1) * 2;
    Varyings output = { float4(uv * 2 - 1, 0.5, 1), uv };
    return output;
}

float4 pixel_main(Varyings input) : SV_Target {
    float2 texel = input.uv * 256;
    float2 across = ddx(texel);
    float2 down = ddy(texel);
    float large = max(dot(across, across), dot(down, down));
    return float4(across, down) / 8 + large / 64;
}
