//@ run: -T ps_6_0 -fspv-optimizer=own -Oconfig=--reduce-load-size=0.5
//@ only with SPIRV-Tools: others say that they are not built in
float4 main() : SV_Target { return 0; }
//~? error[E5105]: failed to optimize SPIR-V: pass '--reduce-load-size=0.5' is not available without SPIRV-Tools
//~? note: use -fspv-reduce-load-size here
