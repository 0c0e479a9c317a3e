//@ run: -T cs_6_0
//@ in: source = f32:1,-1,5,3,2,9,-2,7
//@ in: result = zeros:32
//@ dispatch: 1
//@ out: result = f32:1,2,30,3,-3,5,2,70
//@ check: = OpSelect
//@ check-not: OpBranchConditional

// Exits to one place that differ only in values are choices, inside of a switch as well.
StructuredBuffer<float> source;
RWStructuredBuffer<float> result;

float kind(uint at, float value) {
    switch (at & 3) {
        case 0:
            if (value > 0 && at < 4) return 1;
            return value > 4 ? 4 : -3;
        case 1:
            if (value > 4) return 5;
            return 2;
        case 2:
            if (value > 4) return value * 6;
            return 2;
        case 3:
            if (value > 4) break;
            return 3;
    }
    return value * 10;
}

[numthreads(8, 1, 1)]
void main(uint at : SV_DispatchThreadID) {
    result[at] = kind(at, source[at]);
}
