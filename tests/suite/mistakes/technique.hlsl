//@ run: -T ps_6_0
float4 main() : SV_Target {
    return 0;
}
technique Plain {
//~ warning[W1101]: a technique is ignored: effect syntax is deprecated
    pass Only { PixelShader = compile ps_2_0 main(); }
}
