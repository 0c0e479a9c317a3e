//@ run: -T ps_6_0
struct Out { float4 colour : SV_Target; float4 extra; };
//~                                            ^ error[E2520]: a pixel shader's output requires a semantic
Out main(float x, float4 p : SV_Position) { Out o; o.colour = x; o.extra = p; return o; }
//~            ^ error[E2520]: a pixel shader's input requires a semantic
