//@ run: -T vs_6_0 -E vertex_main
//@ run: -T ps_6_0 -E pixel_main
struct Varyings {
    float4 clip : SV_Position;
    float2 uv : TEXCOORD;
};

Varyings vertex_main(uint id : SV_VertexID) {
    float total = 0;
    for (uint i = 0; i <= id; ++i) {
        float part = i * 0.5;
        total += part;
    }
    Varyings output;
    output.uv = float2(id & 1, id >> 1) * 2;
    output.clip = float4(output.uv * 2 - 1, total / 8, 1);
    return output;
}

float4 pixel_main(Varyings input) : SV_Target {
    uint count = uint(input.uv.x * 8);
    float sum = 0, last = 1;
    while (count > 0) {
        last *= 0.5;
        if (last < 0.1)
            break;
        sum += last;
        count--;
    }
    return float4(sum, last, count, 1);
}
