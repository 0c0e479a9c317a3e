//@ run: -T cs_6_0
//@ in: source = f32:1,-1,5,0
//@ in: result = zeros:32
//@ in: least = u32:0xffffffff,7,0,0xffffffff
//@ dispatch: 1
//@ out: result = f32:1,2,0,2,5,2,0,2
//@ out: least = u32:1,1,0,0
//@ check-not: OpBranchConditional

// A struct that is returned early is chosen member by member, and its condition is not tested twice. No number is beyond the
// greatest one.
struct Pair {
    float first;
    float second;
    float never;
};

StructuredBuffer<float> source;
RWStructuredBuffer<float2> result;
RWStructuredBuffer<uint> least;

Pair pair(float value) {
    Pair made;
    made.first = value;
    made.second = 2;
    if (value > 0) return made;
    made.first = 0;
    return made;
}

[numthreads(4, 1, 1)]
void main(uint at : SV_DispatchThreadID) {
    Pair made = pair(source[at]);
    result[at] = float2(made.first, made.second);
    uint value = least[at], most = 0xffffffff;
    bool2 nothing = bool2(value > most, most < value);
    bool3 always = bool3(value <= most, most >= value, 0 <= value);
    least[at] = any(nothing) || !all(always) ? 9 : at < 2 ? 1 : 0;
}
