//@ run: -T cs_6_0 -E main -O0
//@ emit: llvm
//@ check-not: alloca [12
//@ check-not: alloca [36
//@ in: result = f32:0*3,7
//@ dispatch: 1
//@ out: result = f32:6,7,8,16
// What is taken apart by constant indices alone is a value, without optimisation as well.

struct Pair {
    float2 at;
    float far;
};

RWStructuredBuffer<float> result : register(u0);

[numthreads(4, 1, 1)]
void main(uint lane : SV_GroupIndex) {
    Pair pair;
    pair.at = float2(lane, 2.0);
    pair.far = 1.0;
    float3x3 turn = 0.0;
    turn[1][2] = 3.0;
    for (uint turns = 0; turns < lane; ++turns) {
        if (turns == 2)
            pair.at.y += result[3];
        pair.far += 1.0;
    }
    result[lane] = pair.at.y + pair.far + turn[1].z;
}
