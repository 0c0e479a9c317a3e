//@ run: -T ps_6_0
Texture2D t;
uint f() { return sizeof(t) + sizeof(Texture2D) + sizeof(float4) + sizeof(1) + sizeof(void); }
//~               ^ error[E2121]: type 'Texture2D<float4>' has no size
//~                           ^ error[E2121]: type 'Texture2D<float4>' has no size
//~                                                                            ^ error[E2121]: type 'void' has no size
float4 main() : SV_Target { return 0; }
