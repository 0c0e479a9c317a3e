//@ run: -T cs_6_0 -E main
//@ in: y = u32:0*8
//@ dispatch: 1
//@ out: y = u32:24,1,0,7,5,9,11,2

// A specialisation for a value ends the recursion, whatever the type of the literal that names it.
template<uint n>
struct Factorial {
    enum { value = n * Factorial<n - 1>::value };
};
template<>
struct Factorial<0> {
    enum { value = 1 };
};

// Patterns that compute something of a parameter are compared once the others have bound it.
template<uint n>
struct Traits {
    static const uint width = n * 2;
};
template<bool holds, typename T = void>
struct EnableIf {};
template<typename T>
struct EnableIf<true, T> {
    typedef T type;
};
template<uint n, typename = void>
struct IsWide {
    static const uint value = 0;
};
template<uint n>
struct IsWide<n, typename EnableIf<(Traits<n>::width > 6)>::type> {
    static const uint value = 1;
};
template<uint a, uint b>
struct Pair {
    static const uint value = 7;
};
template<uint a>
struct Pair<a, a + 1> {
    static const uint value = 5;
};

// An instance of a template that is defined later gets its members then.
template<typename T>
struct Late;
uint get(uint x) { return x; }
uint get(Late<uint> late);
template<typename T>
struct Base {
    T held;
    void set(uint x) { held = get(x); }
};
template<typename T>
struct Late : Base<T> {};
uint get(Late<uint> late) { return late.held; }

// So does one whose specialisation follows it.
template<typename T>
struct Announced;
uint of(Announced<int> it);
template<>
struct Announced<int> {
    uint a, b;
};
uint of(Announced<int> it) { return it.a + it.b; }

template<typename T>
struct Named;
typedef Named<float> Alias;
template<typename U>
struct Named {
    U u;
};
struct Holder {
    Alias alias;
};

RWStructuredBuffer<uint> y : register(u0);

[numthreads(1, 1, 1)]
void main() {
    y[0] = Factorial<4>::value;
    y[1] = IsWide<4>::value;
    y[2] = IsWide<3>::value;
    y[3] = Pair<3, 3>::value;
    y[4] = Pair<3, 4>::value;
    Late<uint> late;
    late.set(9);
    y[5] = get(late);
    Announced<int> announced = { 4, 7 };
    y[6] = of(announced);
    Holder holder = { 2.0 };
    y[7] = uint(holder.alias.u);
}
