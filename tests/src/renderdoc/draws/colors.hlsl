//@ run: -T vs_6_0 -E vertex_main
//@ run: -T ps_6_0 -E pixel_main
struct Varyings {
    float4 clip : SV_Position;
    float3 color : COLOR;
};

Varyings vertex_main(uint id : SV_VertexID) {
    float2 at = float2(id & 1, id >> 1) * 4 - 1;
    float3 color = float3(at, id) * 0.25;
    Varyings output;
    output.clip = float4(at, 0.5, 1);
    output.color = color;
    return output;
}

float4 pixel_main(Varyings input) : SV_Target {
    float3 color = input.color;
    float bright = color.x + color.y * 2;
    color *= 0.5;
    return float4(color + bright, 1);
}
