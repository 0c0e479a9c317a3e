//@ run: -T ps_6_0
[RootSignature("")] float4 main() : SV_Target { return 0; }
//~ warning[W2515]: attribute 'rootsignature' has no effect
