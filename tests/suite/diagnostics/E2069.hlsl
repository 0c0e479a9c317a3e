//@ run: -T ps_6_0 -E main
row_major float4 a;
//~ error[E2069]: 'row_major' applies to matrices, not to 'float4'
struct S { column_major float x; unsigned float y; snorm int z; };
//~        ^ error[E2069]: 'column_major' applies to matrices, not to 'float'
//~                              ^ error[E2069]: 'unsigned' applies to integers, not to 'float'
//~                                                ^ error[E2069]: 'snorm' applies to floating-point numbers, not to 'int'
typedef unorm uint4 T;
//~     ^ error[E2069]: 'unorm' applies to floating-point numbers, not to 'uint4'
Buffer<unorm int4> b;
//~    ^ error[E2069]: 'unorm' applies to floating-point numbers, not to 'int4'
StructuredBuffer<row_major float4> d;
//~              ^ error[E2069]: 'row_major' applies to matrices, not to 'float4'
row_major StructuredBuffer<float4x4> e;
//~ error[E2069]: 'row_major' applies to matrices, not to 'StructuredBuffer<float4x4>'
template <typename T> struct U { row_major T x; };
//~                              ^ error[E2069]: 'row_major' applies to matrices, not to 'float4'
float4 f(unsigned bool x) { unsigned half y = 1; snorm S z; unsigned double w = 1; U<float4> u; return u.x; }
//~      ^ error[E2069]: 'unsigned' applies to integers, not to 'bool'
//~                         ^ error[E2069]: 'unsigned' applies to integers, not to 'half'
//~                                              ^ error[E2069]: 'snorm' applies to floating-point numbers, not to 'S'
//~                                                         ^ error[E2069]: 'unsigned' applies to integers, not to 'double'
// These mean something.
row_major float4x4 g[2];
typedef column_major float3x3 M;
Buffer<snorm float4> h;
float4 k(unsigned int2 x, unorm half3 y, int z) { unsigned dword w = 1; unorm min16float v; U<float4x4> u; return u.x[0]; }
float4 main() : SV_Target { return 0; }
