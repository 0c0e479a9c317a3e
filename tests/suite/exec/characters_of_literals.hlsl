//@ run: -T cs_6_0 -E main -HV 2021
//@ in: y = i32:9*6
//@ dispatch: 1 1 1
//@ out: y = i32:97,98,0,66,0,9

// Macros take string literals of any length: an index beyond the end is a warning.
RWStructuredBuffer<int> y : register(u1);
template<uint N> uint length(int text[N]) { return N - 1; }
#define STORE(at, from, text) if (from < length(text)) y[at] = text[from]; else y[at] = 0

[numthreads(1, 1, 1)]
void main() {
    STORE(0, 0, "ab");
    STORE(1, 1, "ab");
    STORE(2, 2, "ab");
    STORE(3, 0, "B");
    STORE(4, 3, "B");
//~          ^ warning[W2152]: index 3 is out of bounds (length is 2)
}
