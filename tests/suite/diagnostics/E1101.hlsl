//@ run: -T ps_6_0
namespace 3 { }
//~       ^ error[E1101]: unexpected '3'
float a;
