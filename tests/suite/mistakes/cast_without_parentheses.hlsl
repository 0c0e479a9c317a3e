//@ run: -T ps_6_0
float4 main(float x : X) : SV_Target {
    int whole = int x;
//~                ^ error[E1102]: expected '(' after 'int'
    return whole;
}
