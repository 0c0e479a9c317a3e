//@ run: -T ps_6_0
cbuffer Frame : register(b0)
//~                         ^ error[E1102]: expected '{'
    float4 tint;
};
float4 main() : SV_Target {
    return tint;
}
