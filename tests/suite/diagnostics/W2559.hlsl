//@ run: -T ps_6_0
struct Out { float4 first : SV_Target7; float4 second : SV_Target8; };
//~                                                     ^ warning[W2559]: 'SV_Target8' exceeds the limit of 8 render targets on most devices
Out main(float4 n : N) { Out o; o.first = n; o.second = n; return o; }
