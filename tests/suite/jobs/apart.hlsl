// A pixel shader that reads what no vertex shader of 'steps.hlsl' writes.
struct Varyings {
    float4 clip : SV_Position;
    nointerpolation float4 color : COLOR;
    float2 uv : TEXCOORD;
};

Varyings number_main(uint vertex : SV_VertexID) {
    Varyings output;
    output.clip = float4(0, 0, 0, 1);
    output.color = 0;
    output.uv = 0;
    return output;
}

struct Other {
    float4 clip : SV_Position;
    nointerpolation float4 color : COLOR;
    float2 uv : TEXCOORD;
    float3 normal : NORMAL;
};

float4 apart_main(Other input) : SV_Target {
    return float4(input.normal, 1);
}
//@ run: -T vs_6_0 -E number_main
//@ run: -T ps_6_0 -E apart_main
