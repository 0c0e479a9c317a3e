//@ run: -T ps_6_0
static const int a = 'ab';
//~                  ^ error[E1009]: a character literal holds exactly one character
