//@ run: -T ps_6_0
float4 main(float3 b : SV_Barycentrics) : SV_Target { return b.x; }
//~                    ^ error[E2522]: semantic 'SV_Barycentrics' requires shader model 6.1 or later
