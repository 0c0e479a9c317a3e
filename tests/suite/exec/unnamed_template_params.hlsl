//@ run: -T cs_6_0 -HV 2021
//@ in: y = u32:0*4
//@ dispatch: 1
//@ out: y = u32:3,40,7,9
// Parameters of templates need no name, with a default as well: what they are given for counts where it chooses a
// specialisation.
template<class T, bool = true> struct Wide { T value; T get() { return value * 3; } };
template<class T> struct Wide<T, false> { T value; T get() { return value * 40; } };
template<uint = 7, typename = int> struct Both { uint get() { return 7; } };
template<int = 3, int N = 9> uint last() { return N; }

RWStructuredBuffer<uint> y;

[numthreads(1, 1, 1)]
void main() {
    Wide<uint> usual;
    usual.value = 1;
    Wide<uint, false> other;
    other.value = 1;
    Both<> both;
    y[0] = usual.get();
    y[1] = other.get();
    y[2] = both.get();
    y[3] = last<>();
}
