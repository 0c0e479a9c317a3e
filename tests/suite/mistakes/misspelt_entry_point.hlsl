//@ run: -T ps_6_0 -E pixel_main
float4 pixel_mian() : SV_Target {
//~    ^ note: did you mean 'pixel_mian'?
    return 1;
}
//~? error[E2010]: missing entry point definition 'pixel_main'
