//@ run: -T cs_6_0 -fvk-use-dx-layout
//@ in: source = f32:1,2,3,4,5,6
//@ in: target = f32:0*12
//@ dispatch: 1 1 1
//@ out: target = f32:3,2,1,9,5,4,5,0,0,0,8,7
// The only row of a matrix, which memory holds element by element, is a vector like any other.

struct Row { float1x3 m; };
StructuredBuffer<Row> source;
RWStructuredBuffer<Row> target;

[numthreads(1, 1, 1)]
void main(uint zero : SV_GroupIndex) {
    target[0].m[0] = source[0].m[0].zyx;
    target[1].m[0] = float3(9, source[1].m[0][zero + 1], source[1].m[0].x);
    float3 row = source[1].m[0];
    target[2].m[0].x = row.y;
    target[3].m[0].zy = float2(7, 8);
}
