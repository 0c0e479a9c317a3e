//@ run: -T ps_6_0
static const int a = 0x;
//~                  ^ error[E1007]: missing digits after the prefix of a number
static const float b = 1.0e;
//~                    ^ error[E1007]: exponent has no digits
