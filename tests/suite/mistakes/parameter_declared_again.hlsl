//@ run: -T ps_6_0
float4 main(float x : X) : SV_Target {
//~               ^ note: previous definition is here
    float x = 2;
//~       ^ error[E2006]: redefinition of 'x'
    return x;
}
