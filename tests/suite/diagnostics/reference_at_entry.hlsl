//@ run: -T ps_6_0
float4 main(groupshared float4 shared : B) : SV_Target { return shared; }
//~                            ^ error[E2051]: entry point parameters cannot be references
