//@ run: -T ps_6_0
struct S {
    S(int x) { }
//~ ^ error[E1116]: HLSL has no constructors
};
