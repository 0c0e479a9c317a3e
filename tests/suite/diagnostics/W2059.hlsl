//@ run: -T ps_6_0
float4 main() : SV_Target { const int b; return b; }
//~                                   ^ warning[W2059]: constant 'b' has no value
//~                                             ^ warning[W2132]: 'b' is used before it has a value
