//@ run: -T ps_6_0
#defien SCALE 2
//~ error[E1030]: unknown directive #defien
//~ note: did you mean '#define'?
float4 main() : SV_Target {
    return 2;
}
