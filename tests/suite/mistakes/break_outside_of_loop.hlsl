//@ run: -T ps_6_0
float4 main(int mode : MODE) : SV_Target {
    if (mode == 1) break;
//~                ^ error[E2201]: 'break' outside of a loop or switch
    return 1;
}
