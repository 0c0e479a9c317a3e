//@ run: -T vs_6_0 -E vertex_main
//@ run: -T ps_6_0 -E pixel_main
struct Varyings {
    float4 clip : SV_Position;
    float2 uv : TEXCOORD;
};

float2 corner(uint id, out float depth) {
    depth = id * 0.25;
    return float2(id & 1, id >> 1) * 2;
}

void grow(inout float2 value, float by) {
    float2 more = value * by;
    value += more;
}

Varyings vertex_main(uint id : SV_VertexID) {
    Varyings output;
    float depth;
    float2 uv = corner(id, depth);
    output.uv = uv;
    output.clip = float4(uv * 2 - 1, depth, 1);
    return output;
}

float4 pixel_main(Varyings input) : SV_Target {
    float2 at = input.uv;
    grow(at, 0.5);
    grow(at, 2);
    float sum = at.x + at.y;
    return float4(at, sum, 4) / 8;
}
