//@ run: -T ps_6_0 -HV 2018
template<typename T> T twice(T x) { return x + x; }
//~ error[E1107]: HLSL 2021 or later is required for templates
