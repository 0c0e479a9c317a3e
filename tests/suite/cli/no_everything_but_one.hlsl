//@ run: -T ps_6_0 -Wno-everything -Wuser-warnings
//@ run: -T ps_6_0 -Wno-everything -Weverything
#warning careful
//~ warning[W1004]: careful
float4 main() : SV_Target { return 0; }
