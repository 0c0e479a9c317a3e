//@ run: -T cs_6_0 -E main -O0
//@ emit: llvm
//@ check: define internal i32 @lane_0(
//@ check-not: alloca [16
//@ check-not: alloca [36
//@ in: result = f32:0*3,7
//@ dispatch: 4
//@ out: result = f32:6,7,8,16
// What is taken apart by constant indices alone is a value, without optimisation as well.

struct Pair {
    float2 at;
    float2 far;
};

RWStructuredBuffer<float> result : register(u0);

[numthreads(1, 1, 1)]
void main(uint lane : SV_GroupID) {
    Pair pair;
    pair.at = float2(lane, 2.0);
    pair.far = float2(1.0, 2.0);
    float3x3 turn = 0.0;
    turn[1][2] = 3.0;
    for (uint turns = 0; turns < lane; ++turns) {
        if (turns == 2)
            pair.at.y += result[3];
        pair.far.x += 1.0;
    }
    result[lane] = pair.at.y + pair.far.x + turn[1].z;
}
