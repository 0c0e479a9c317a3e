//@ run: -T ps_6_0
#pragma message("the slow path is used")
//~ warning[W1005]: the slow path is used
float4 main() : SV_Target { return 0; }
