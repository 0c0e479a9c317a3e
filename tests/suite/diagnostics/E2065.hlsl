//@ run: -T ps_6_0
struct Table {
    static const float entries[2];
    static float last;
    static float kept;
    static const float unused;
    static const float first = 3;
};
static float Table::kept = 4;

template<int N, typename T = float>
struct Weights {
    static const T values[N];
    static const T others[N];
};
template<int N, typename T> static const T Weights<N, T>::others[N] = { 1, 2 };

float4 main(int at : AT) : SV_Target {
    Table::last = 2;
//~ ^ error[E2065]: static member 'Table::last' is used but has no definition
    return Table::entries[at] + Table::kept + Table::first + Weights<2>::values[at] + Weights<2>::others[at];
//~        ^ error[E2065]: static member 'Table::entries' is used but has no definition
//~                                                          ^ error[E2065]: static member 'Weights::values' is used but has no definition
}
