//@ run: -T ps_6_0
float4 main(groupshared float4 shared : B) : SV_Target { return shared; }
//~                            ^ error[E2051]: a parameter of an entry point gets a value, not a reference
