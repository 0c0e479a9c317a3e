//@ run: -T ps_6_0
struct Big { row_major float3x3 m[200000]; bool flag; };
StructuredBuffer<Big> source;
float4 main() : SV_Target { Big copy = source[0]; return copy.m[0][0].x; }
//~                             ^ error[E3003]: copy between memory layouts has more than 65536 parts
