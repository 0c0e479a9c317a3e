//@ run: -T ps_6_0
namespace Light { float gain() { return 2; } }
float4 main(float3 normal : NORMAL) : SV_Target { return Light.gain(); }
//~                                                      ^ error[E2004]: 'Light' does not name a value
//~? note: use '::' to access members of a namespace
