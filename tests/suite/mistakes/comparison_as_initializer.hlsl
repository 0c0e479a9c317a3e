//@ run: -T ps_6_0
float4 main(float4 at : AT) : SV_Target {
    float4 tint == at * 2;
//~             ^ error[E1101]: unexpected '=='
//~             ^ note: did you mean '='?
    return tint;
}
