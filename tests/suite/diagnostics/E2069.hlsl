//@ run: -T ps_6_0 -E main
row_major float4 a;
//~ error[E2069]: 'row_major' is for matrices, not for 'float4'
struct S { column_major float x; unsigned float y; snorm int z; };
//~        ^ error[E2069]: 'column_major' is for matrices, not for 'float'
//~                              ^ error[E2069]: 'unsigned' is for integers, not for 'float'
//~                                                ^ error[E2069]: 'snorm' is for floating-point numbers, not for 'int'
typedef unorm uint4 T;
//~     ^ error[E2069]: 'unorm' is for floating-point numbers, not for 'uint4'
Buffer<unorm int4> b;
//~    ^ error[E2069]: 'unorm' is for floating-point numbers, not for 'int4'
StructuredBuffer<row_major float4> d;
//~              ^ error[E2069]: 'row_major' is for matrices, not for 'float4'
row_major StructuredBuffer<float4x4> e;
//~ error[E2069]: 'row_major' is for matrices, not for 'StructuredBuffer<float4x4>'
template <typename T> struct U { row_major T x; };
//~                              ^ error[E2069]: 'row_major' is for matrices, not for 'float4'
float4 f(unsigned bool x) { unsigned half y = 1; snorm S z; unsigned double w = 1; U<float4> u; return u.x; }
//~      ^ error[E2069]: 'unsigned' is for integers, not for 'bool'
//~                         ^ error[E2069]: 'unsigned' is for integers, not for 'half'
//~                                              ^ error[E2069]: 'snorm' is for floating-point numbers, not for 'S'
//~                                                         ^ error[E2069]: 'unsigned' is for integers, not for 'double'
// These mean something.
row_major float4x4 g[2];
typedef column_major float3x3 M;
Buffer<snorm float4> h;
float4 k(unsigned int2 x, unorm half3 y, int z) { unsigned dword w = 1; unorm min16float v; U<float4x4> u; return u.x[0]; }
float4 main() : SV_Target { return 0; }
