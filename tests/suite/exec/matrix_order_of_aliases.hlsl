//@ run: -T cs_6_0
//@ in: orders = f32:1,2,0,0,3,4,0,0,1,2,0,0,3,4,0,0,1,2,0,0,3,4,0,0,1,2,0,0,3,4,0,0
//@ in: instance = f32:1,2,0,0,3,4,0,0,1,2,0,0,3,4,0,0
//@ in: list = f32:1,2,3,4
//@ in: parts = f32:1,2,3,4,1,2,3,4
//@ in: more = f32:1,2,0,0,3,4,0,0,1,2,0,0,3,4,0,0,1,2,0,0,3,4,0,0
//@ in: result = f32:0*12
//@ dispatch: 1
//@ out: result = f32:2,3,3,2,3,3,2,3,2,3,2,3
// An alias of a matrix type has the order of a pragma at its declaration, and the members of a template that at the template.
// A pragma does not apply to a qualified type, to a parameter of a template nor to an alias of an array, as in DXC.
template <typename T> struct S { T m; float2x2 n; };
namespace qualified { typedef float2x2 type; }
typedef float2x2 undecided;
typedef float2x2 undecided_list[1];
#pragma pack_matrix(row_major)
typedef float2x2 rows;
typedef rows row_list[1];
using same_rows = rows;
typedef S<float2x2> columns_of_template;
cbuffer more {
    qualified::type e;
    float2x2 f;
    undecided_list g;
}
template <typename T> struct R { T m; float2x2 n; };
#pragma pack_matrix(column_major)
cbuffer orders {
    rows a;
    undecided b;
    float2x2 c;
    row_list d;
}
ConstantBuffer<columns_of_template> instance;
StructuredBuffer<same_rows> list;
StructuredBuffer<R<float2x2> > parts;
RWStructuredBuffer<float> result;
[numthreads(1, 1, 1)]
void main() {
    result[0] = a[0][1];
    result[1] = b[0][1];
    result[2] = c[0][1];
    result[3] = d[0][0][1];
    result[4] = instance.m[0][1];
    result[5] = instance.n[0][1];
    result[6] = list[0][0][1];
    result[7] = e[0][1];
    result[8] = f[0][1];
    result[9] = parts[0].m[0][1];
    result[10] = parts[0].n[0][1];
    result[11] = g[0][0][1];
}
