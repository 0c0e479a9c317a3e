//@ run: -T ps_6_0
static const int a = 99999999999999999999;
//~                  ^ error[E1006]: integer literal is too large for 64 bits
