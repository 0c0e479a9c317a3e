//@ run: -T ps_6_0
float g(float4 v) { return g({ 1, 2, 3, 4 }); }
//~                          ^ error[E2123]: initializer list is not allowed here
float4 main() : SV_Target { return 0; }
