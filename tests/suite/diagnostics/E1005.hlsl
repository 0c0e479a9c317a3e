//@ run: -T ps_6_0
static const int a = 089;
//~                  ^ error[E1005]: invalid digit '8' in octal number
static const int b = 0b12;
//~                  ^ error[E1005]: invalid digit '2' in binary number
