//@ run: -T ps_6_0 -w
float4 main() : SV_Target {
    int narrow = 1.5;
    return narrow;
}
