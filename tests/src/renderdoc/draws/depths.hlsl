//@ run: -T vs_6_0 -E vertex_main
//@ run: -T ps_6_0 -E pixel_main
struct Varyings {
    float4 clip : SV_Position;
    float2 uv : TEXCOORD;
};

struct Written {
    float4 color : SV_Target;
    float depth : SV_Depth;
};

Varyings vertex_main(uint id : SV_VertexID) {
    Varyings output;
    output.uv = float2(id & 1, id >> 1) * 2;
    output.clip = float4(output.uv * 2 - 1, 0.5, 1);
    if (id > 1)
        return output;
    float2 lower = output.uv * 0.5;
    output.uv = lower * 2;
    return output;
}

Written pixel_main(Varyings input) {
    Written written;
    float depth = input.uv.x * 0.25;
    written.color = float4(input.uv, 0, 1);
    written.depth = depth;
    if (input.uv.y < 0.125)
        return written;
    written.depth += 0.125;
    return written;
}
