//@ run: -T ps_6_0 -Oconfig=--no-such-pass
float4 main() : SV_Target { return 0; }
//~? error[E5105]: failed to optimize SPIR-V: unknown pass '--no-such-pass'
