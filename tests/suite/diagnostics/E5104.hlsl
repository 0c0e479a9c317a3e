//@ run: -T ps_6_0 -Oconfig=mem2reg,--loop-peeling
//@ only without SPIRV-Tools: others run the list
float4 main() : SV_Target { return 0; }
//~? error[E5104]: '-Oconfig=--loop-peeling' requires SPIRV-Tools, which this build does not include
