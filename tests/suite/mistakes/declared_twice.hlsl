//@ run: -T ps_6_0
float4 main(float x : X) : SV_Target {
    int count = 1;
//~     ^ note: previous definition is here
    float count = x;
//~       ^ error[E2006]: redefinition of 'count'
    return count;
}
