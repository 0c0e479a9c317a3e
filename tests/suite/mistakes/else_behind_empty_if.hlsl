//@ run: -T ps_6_0
float4 main(float x : X) : SV_Target {
    if (x > 0);
//~           ^ note: this ';' ends the 'if'
        return 1;
    else
//~ ^ error[E1112]: 'else' without a matching 'if'
        return 0;
}
