//@ run: -T cs_6_0 -E unknown
//@ check: OpLoopMerge %{*} %{*} Unroll
//@ in: list = f32:1,5,2,7
//@ in: sums = f32:0
//@ dispatch: 1
//@ out: sums = f32:3

//@ run: -T cs_6_0 -E known
//@ check-not: OpLoopMerge
//@ in: list = f32:1,5,2,7
//@ in: sums = f32:0
//@ dispatch: 1
//@ out: sums = f32:13

//@ run: -T cs_6_0 -E nested
//@ check: OpLoopMerge %{*} %{*} Unroll
//@ check: OpLoopMerge %{*} %{*} Unroll
//@ in: list = f32:1,5,2,7
//@ in: sums = f32:0
//@ dispatch: 1
//@ out: sums = f32:41

//@ run: -T cs_6_0 -E offset
//@ check: ConstOffset

// A turn from which several ways go on would be a loop itself, so `[unroll]` leaves such loops as they are, but where
// something wants the number of the turn as a constant. So it does where an inner loop has such turns.
RWStructuredBuffer<float> list : register(u0);
RWStructuredBuffer<float> sums : register(u1);
Texture2D<float> map : register(t2);
SamplerState smooth : register(s3);

[numthreads(1, 1, 1)]
void unknown() {
    float sum = 0;
    [unroll] for (uint i = 0; i < 4; i++) {
        if (list[i] > 4) continue;
        sum += list[i];
    }
    sums[0] = sum;
}

[numthreads(1, 1, 1)]
void known() {
    float sum = 0;
    [unroll] for (uint i = 0; i < 4; i++) {
        if (i == 2) continue;
        sum += list[i];
    }
    sums[0] = sum;
}

[numthreads(1, 1, 1)]
void nested() {
    float sum = 0;
    [unroll] for (uint i = 0; i < 2; i++) {
        [unroll] for (uint j = 0; j < 4; j++) {
            if (i == 1 && j == 2) continue;
            sum += list[j] * (i + 1);
        }
    }
    sums[0] = sum;
}

[numthreads(1, 1, 1)]
void offset() {
    float sum = 0;
    [unroll] for (int i = 0; i < 4; i++) {
        if (list[i] > 4) continue;
        sum += map.SampleLevel(smooth, 0.5, 0, int2(i, 0));
    }
    sums[0] = sum;
}
