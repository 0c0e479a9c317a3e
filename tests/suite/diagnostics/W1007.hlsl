//@ run: -T ps_6_0
#pragma dxc diagnostic pop
//~ warning[W1007]: #pragma dxc diagnostic pop without push
float4 main() : SV_Target { return 0; }
