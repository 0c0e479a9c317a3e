//@ run: -T ps_6_0 -fspv-optimizer=own -Oconfig=--reduce-load-size=0.5
//@ only with SPIRV-Tools: others say that they are not built in
float4 main() : SV_Target { return 0; }
//~? error[E5105]: failed to optimize SPIR-V: no pass of this compiler does the work of '--reduce-load-size=0.5'
//~? note: -fspv-reduce-load-size asks for it here
