//@ run: -T vs_6_0 -E vertex_main
//@ run: -T ps_6_0 -E pixel_main
struct Varyings {
    float4 clip : SV_Position;
    float2 uv : TEXCOORD;
};

Varyings vertex_main(uint id : SV_VertexID) {
    const float2x2 turn = { 0, -1, 1, 0 };
    float2 at = float2(id & 1, id >> 1) * 4 - 1;
    float2 turned = mul(turn, at);
    float4x4 place = { 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0.5, 0, 0, 0, 1 };
    Varyings output;
    output.clip = mul(place, float4(at, 0, 1));
    output.uv = turned;
    return output;
}

float4 pixel_main(Varyings input) : SV_Target {
    float2x2 scale = { 2, 0, 0, 0.5 };
    scale[1] += input.uv.x;
    float2 scaled = mul(scale, input.uv);
    float3x2 tall = { 1, 2, 3, 4, 5, 6 };
    float3 three = mul(tall, scaled);
    return float4(three / 16, 1);
}
