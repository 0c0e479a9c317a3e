//@ run: -T cs_6_0
//@ in: sums = u32:0*3
//@ dispatch: 1
//@ out: sums = u32:10,6,43

// The length of a parameter may be computed from arguments of the template that the call names; it is compared once they
// are known, and decides between functions of one name.
RWStructuredBuffer<uint> sums : register(u0);

static const int SCALE = 2;

template<int IN, int OUT, bool IS_LAST>
void layer(uint input[IN / 4], out uint output[IS_LAST ? OUT : OUT / 4]) {
    for (int i = 0; i < (IS_LAST ? OUT : OUT / 4); ++i) {
        output[i] = input[i % (IN / 4)] + i;
    }
}

template<int N>
uint chosen(uint values[N * SCALE]) {
    return 40 + N;
}

template<int N>
uint chosen(uint values[N + 1]) {
    return values[0];
}

[numthreads(1, 1, 1)]
void main() {
    uint input[2] = { 3, 4 };
    uint hidden[2];
    layer<8, 8, false>(input, hidden);
    uint output[4];
    layer<8, 4, true>(hidden, output);
    sums[0] = output[0] + output[3] - 1 + hidden[0] - input[0];
    sums[1] = output[1];
    uint six[6] = { 1, 2, 3, 4, 5, 6 };
    sums[2] = chosen<3>(six);
}
