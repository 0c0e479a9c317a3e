//@ run: -T ps_6_0
static const int a = '\x';
//~                  ^ error[E1008]: invalid escape '\x'
