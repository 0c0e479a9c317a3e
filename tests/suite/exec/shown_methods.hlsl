//@ run: -T cs_6_6 -E main -HV 2021
//@ in: y = u32:0*4
//@ dispatch: 1
//@ out: y = u32:1,20,30,2

// A `using` shows the functions of a base beside those of the struct, which hide the ones with their parameters.
template <typename T> struct Base {
    T get(int i) { return 1; }
    T get(float f) { return 2; }
    T both(int i) { return 3; }
};
template <typename T> struct Derived : Base<T> {
    using Base<T>::get;
    using Base<T>::both;
    T get(uint3 v) { return 20; }
    T both(int i) { return 30; }
};
RWStructuredBuffer<uint> y : register(u0);

[numthreads(1, 1, 1)]
void main() {
    Derived<uint> d;
    y[0] = d.get(4);
    y[1] = d.get(uint3(1, 2, 3));
    y[2] = d.both(1);
    y[3] = d.get(1.5f);
}
