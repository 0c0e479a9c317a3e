//@ run: -T vs_6_0 -E vertex_main
//@ run: -T ps_6_0 -E pixel_main
struct Varyings {
    float4 clip : SV_Position;
    nointerpolation uint kind : KIND;
    float2 uv : TEXCOORD;
};

Varyings vertex_main(uint id : SV_VertexID) {
    Varyings output;
    switch (id) {
        case 0: {
            float low = -1;
            output.clip = float4(low, low, 0, 1);
            break;
        }
        case 1:
            output.clip = float4(3, -1, 0, 1);
            break;
        default:
            output.clip = float4(-1, 3, 0, 1);
    }
    output.kind = id + 1;
    output.uv = output.clip.xy;
    return output;
}

float4 pixel_main(Varyings input) : SV_Target {
    float amount = 0.5;
    switch (input.kind) {
        case 1: {
            float near = input.uv.x * 0.25;
            amount += near;
            break;
        }
        case 2:
            amount = 0;
            break;
    }
    return amount;
}
