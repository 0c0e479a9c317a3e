//@ run: -T vs_6_0 -E vertex_main
//@ run: -T ps_6_0 -E pixel_main
struct Surface {
    float2 uv : TEXCOORD0;
    float2 slope : TEXCOORD1;
};

struct Varyings {
    Surface surface;
    float4 clip : SV_Position;
};

Varyings vertex_main(uint id : SV_VertexID) {
    Varyings output = (Varyings)0;
    output.surface.uv = float2(id & 1, id >> 1) * 2;
    output.surface.slope = output.surface.uv.yx - 1;
    output.clip = float4(output.surface.uv * 2 - 1, 0.5, 1);
    return output;
}

float4 pixel_main(Varyings input) : SV_Target {
    Surface surface = input.surface;
    surface.uv += surface.slope;
    float2 both = surface.uv * surface.slope;
    return float4(both, surface.uv.x, 1);
}
