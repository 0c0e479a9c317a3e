//@ run: -T ps_6_0
#warning look here
//~ warning[W1004]: look here
float4 main() : SV_Target { return 0; }
