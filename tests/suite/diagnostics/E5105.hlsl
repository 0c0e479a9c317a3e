//@ run: -T ps_6_0 -Oconfig=--no-such-pass
float4 main() : SV_Target { return 0; }
