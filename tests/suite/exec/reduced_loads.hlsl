//@ run: -T cs_6_0 -fspv-reduce-load-size
//@ in: block = f32:1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20
//@ in: y = f32:0*4
//@ dispatch: 1
//@ out: y = f32:11,10,13,17

//@ run: -T cs_6_0 -O0 -fspv-reduce-load-size
//@ in: block = f32:1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20
//@ in: y = f32:0*4
//@ dispatch: 1
//@ out: y = f32:11,10,13,17
//@ emit: spirv
//@ check-not: OpLoad %Parts
//@ check: OpLoad %v4float
//@ check-not: OpLoad %_arr
// Parts are loaded where the whole was: what is written behind it changes nothing.
struct Parts {
    float4 first;
    float2x2 matrix;
    float many[2];
};
cbuffer block { Parts parts; };
RWStructuredBuffer<float> y;

[numthreads(1, 1, 1)]
void main() {
    Parts all = parts;
    y[0] = all.matrix[0][1] + all.first.y;
    y[1] = all.matrix[1][1];
    y[2] = all.many[0];
    y[3] = all.many[1];
}
