//@ run: -T ps_6_0
float4 main() : SV_Target {
    auto gain = 0.5;
    return gain;
}
