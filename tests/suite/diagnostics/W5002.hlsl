//@ run: -T ps_5_1
float4 main() : SV_Target { return 0; }
//~? warning[W5002]: promoting older shader model profile 'ps_5_1' to 'ps_6_0'
