//@ run: -T cs_6_0 -E counted
//@ check-not: OpLoopMerge
//@ in: o = f32:0*4
//@ dispatch: 1
//@ out: o = f32:0,2,4,6

//@ run: -T cs_6_0 -E halved
//@ check: OpLoopMerge %{*} %{*} Unroll
//@ in: o = f32:0*4
//@ dispatch: 1
//@ out: o = f32:15,0,0,0

//@ run: -T cs_6_0 -E around
//@ check: OpLoopMerge %{*} %{*} Unroll
//@ check: OpLoopMerge %{*} %{*} None
//@ check-not: OpLoopMerge %{*} %{*} DontUnroll
//@ in: o = f32:0*4
//@ dispatch: 1
//@ out: o = f32:2,2,2,2

//@ run: -T cs_6_0 -E offset
//@ check-not: OpLoopMerge
//@ check: ConstOffset

// A loop that asks for it becomes its turns when a number that grows by a constant counts them and no loop is left inside.
// Others keep what they ask for as their control; what has to be a constant makes turns of any loop with known numbers.
RWStructuredBuffer<float> o : register(u0);
Texture2D<float> map : register(t1);
SamplerState smooth : register(s2);

[numthreads(1, 1, 1)]
void counted() {
    [unroll] for (uint i = 0; i < 4; i++) {
        [unroll] for (int j = 4; j > 0; j -= 2) o[i] += i;
    }
}

[numthreads(1, 1, 1)]
void halved() {
    [unroll] for (uint i = 8; i > 0; i >>= 1) o[0] += i;
}

[numthreads(1, 1, 1)]
void around(uint id : SV_GroupIndex) {
    [unroll] for (uint i = 0; i < 4; i++) {
        for (uint j = id; j < 2; j++) o[i] += 1;
    }
}

[numthreads(1, 1, 1)]
void offset() {
    [unroll] for (int i = 4; i > 0; i >>= 1) o[0] += map.SampleLevel(smooth, 0.5, 0, int2(i, 0));
}
