//@ run: -T ps_6_0
[unknown] void f(int x) { [unrol] for (int i = 0; i < x; i++) { } }
//~ warning[W2510]: unknown attribute 'unknown' is ignored
//~                        ^ warning[W2510]: unknown attribute 'unrol' is ignored
[[vk::bindng(1)]] Texture2D t;
//~ warning[W2510]: unknown attribute 'vk::bindng' is ignored
[[other::thing]] SamplerState s;
//~ warning[W2510]: unknown attribute 'other::thing' is ignored
float4 main() : SV_Target { return 0; }
