//@ run: -T ps_6_0 -Oconfig=--loop-peeling
//@ only with SPIRV-Tools: no pass of this compiler does the work
//@ run: -T ps_6_0 -fspv-optimizer=spirv-tools
float4 main() : SV_Target { return 0; }
