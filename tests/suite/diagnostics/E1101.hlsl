//@ run: -T ps_6_0
struct 3 { };
//~    ^ error[E1101]: unexpected '3'
float a;
