//@ run: -T ps_6_0
float4 main() : SV_Target { S s; return s->x; }
//~                                      ^ error[E1109]: HLSL has no '->'; use '.' to access members
