//@ run: -T ps_6_0
#ifdef A
//~ error[E1025]: unterminated #ifdef
float a;
