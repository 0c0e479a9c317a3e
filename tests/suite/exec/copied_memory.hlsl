//@ run: -T cs_6_0
//@ in: block = f32:0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32
//@ in: list = f32:100,101,102,103,200,201,202,203
//@ in: changing = f32:1,2,3,4
//@ in: y = f32:0*24
//@ dispatch: 1
//@ out: y = f32:4,8,12,16,20,21,22,23,101,102,103,200,10,11,12,13,1,1,1,1,17,17,17,17
//@ check: OpVariable %_ptr_Function__arr_float_uint_4{*} Function
//@ check: OpAccessChain %_ptr_Uniform_v4float %block %int_0 %{*}
//@ check: OpAccessChain %_ptr_Uniform_float %list %int_0 %{*} %uint_0 %{*}

//@ run: -T cs_6_0 -O0
//@ in: block = f32:0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32
//@ in: list = f32:100,101,102,103,200,201,202,203
//@ in: changing = f32:1,2,3,4
//@ in: y = f32:0*24
//@ dispatch: 1
//@ out: y = f32:4,8,12,16,20,21,22,23,101,102,103,200,10,11,12,13,1,1,1,1,17,17,17,17
// What is indexed at run time and holds a copy of memory that nothing writes is that memory: of an array in a constant
// buffer, of a struct that holds one, of one of several structs. Not so what is changed, and what others write.
struct Pair { float4 parts[4]; float tail; };
cbuffer block {
    float4 all[4];
    Pair pair;
};
struct Few { float values[4]; };
StructuredBuffer<Few> list;
RWStructuredBuffer<Few> changing;
RWStructuredBuffer<float> y;

float4 at(float4 values[4], uint i) { return values[i]; }
float4 in_pair(Pair from, uint i) { return from.parts[i]; }

[numthreads(4, 1, 1)]
void main(uint id : SV_GroupIndex) {
    y[id] = at(all, id).x + 4 - 0 * id;
    Pair pairs = pair;
    y[4 + id] = in_pair(pairs, 1)[id];
    Few few = list[id / 3];
    y[8 + id] = few.values[(id + 1) % 4];
    float4 mine[4] = all;
    mine[id].x = 10 + id;
    y[12 + id] = mine[id].x;
    Few before = changing[0];
    GroupMemoryBarrierWithGroupSync();
    // check: allow(scope-after-read) the lanes of the group are one wave
    if (id == 0) changing[0].values[0] = 9;
    y[16 + id] = before.values[id] - id;
    float4 turn[4];
    y[20 + id] = 0;
    for (uint k = 0; k < 2 + id - id; k++) {
        if (k > 0) y[20 + id] += turn[id * 0 + k].y + 4;
        turn = all;
        turn[1].y += turn[id].x * 0 + 8;
    }
}
