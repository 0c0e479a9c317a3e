//@ run: -T ps_6_0 -WX -Wno-error=user-warnings
#warning careful
//~ warning[W1004]: careful
float4 main() : SV_Target { return 0; }
