//@ run: -T ps_6_0
struct Input {
    float4 at : SV_Position;
    float2 uv : UV,
//~               ^ error[E1103]: expected ';', found ','
    float4 tint : TINT;
};
float4 main(Input input) : SV_Target {
    float a = 1,
//~            ^ error[E1103]: expected ';', found ','
    float b = 2;
    return input.tint * a * b;
}
