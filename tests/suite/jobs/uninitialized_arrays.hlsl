// Arrays without initial values hold zeros in each lane. A branch on an element takes one side, and both engines take the same.
RWStructuredBuffer<uint> y;

struct Pair {
    uint first;
    float2 second;
};

template<typename T>
bool is_set(uint at) {
    T values[3];
    if (at == 7)
        values[at % 3] = (T)1;
    return values[at % 2 + 1] > (T)0;
}

uint side(bool is_set) {
    if (is_set)
        return 1;
    return 2;
}

bool of_vectors(uint at) {
    float3 values[4];
    return any(values[at % 4] > 0.5);
}

bool of_matrices(uint at) {
    float2x2 values[2];
    return values[at % 2][at / 2 % 2][0] != 0;
}

bool of_structs(uint at) {
    Pair values[2];
    if (values[at % 2].first > 0)
        return true;
    return values[at % 2].second.y < 0;
}

bool of_large_arrays(uint at) {
    uint values[2000];
    values[at] = 0;
    return values[at + 1] != 0;
}

bool of_each_turn(uint at) {
    bool found = false;
    for (uint turn = 0; turn < 3; ++turn) {
        int values[4];
        found = found || values[(at + turn) % 4] != 0;
    }
    return found;
}

[numthreads(4, 1, 1)]
void main(uint id : SV_DispatchThreadID, uint lane : SV_GroupIndex) {
    y[id] = side(is_set<float>(lane));
    y[8 + id] = side(is_set<int>(lane));
    y[16 + id] = side(is_set<float16_t>(lane));
    y[24 + id] = side(is_set<double>(lane));
    y[32 + id] = side(is_set<uint64_t>(lane));
    y[40 + id] = side(is_set<int16_t>(lane));
    y[48 + id] = side(of_vectors(lane));
    y[56 + id] = side(of_matrices(lane));
    y[64 + id] = side(of_structs(lane));
    y[72 + id] = side(of_large_arrays(lane));
    y[80 + id] = side(of_each_turn(lane));
}
//@ run: -T cs_6_2 -enable-16bit-types -Wno-uninitialized
