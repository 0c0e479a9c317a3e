//@ run: -T vs_6_0
float4 main(float4 place : PLACE) : SV_Target {
//~                                 ^ error[E2521]: semantic 'SV_Target' is not allowed on a vertex shader's output
//~                                 ^ note: allowed on a pixel shader's output
    return place;
}
