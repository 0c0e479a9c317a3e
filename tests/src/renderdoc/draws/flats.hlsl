//@ run: -T vs_6_0 -E vertex_main
//@ run: -T ps_6_0 -E pixel_main
struct Varyings {
    float4 clip : SV_Position;
    nointerpolation uint number : NUMBER;
    nointerpolation int2 pair : PAIR;
};

Varyings vertex_main(uint id : SV_VertexID) {
    Varyings output;
    int shifted = (int)id - 2;
    output.number = id * 3 + 7;
    output.pair = int2(shifted, -shifted);
    output.clip = float4(float2(id & 1, id >> 1) * 4 - 1, 0.5, 1);
    return output;
}

float4 pixel_main(Varyings input) : SV_Target {
    uint bits = input.number << 2 | 1;
    int total = input.pair.x * 3 + input.pair.y;
    float mixed = bits + total;
    return mixed / 64;
}
