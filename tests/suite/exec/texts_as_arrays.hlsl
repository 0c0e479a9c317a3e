//@ run: -T cs_6_0 -HV 2021
//@ in: o = i32:0*8
//@ dispatch: 1
//@ out: o = i32:97,98,99,0,4,0,121,2
// The characters of a text are numbers, of which it has one more than it shows.
RWStructuredBuffer<int> o : register(u0);

template <typename T, int N>
int count(const T text[N]) { return N; }

template <typename T, int N>
int sum(const T text[N]) {
    int total = 0;
    for (int at = 0; at < N; at++)
        total += text[at] - 'x';
    return total + N * 'x';
}

#define PUT(TEXT) { static const int length = count(TEXT); for (int at = 0; at < length; at++) o[at] = TEXT[at]; }

[numthreads(1, 1, 1)]
void main() {
    PUT("abc")
    o[4] = count("abc");
    o[5] = ""[0];
    o[6] = sum("y");
    o[7] = count("\n");
}
