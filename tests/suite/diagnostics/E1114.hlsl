//@ run: -T ps_6_0
#define S4(x) x + x + x + x
#define S16 S4(S4(1))
#define S256 S4(S4(S16))
static const int a = S256 + S256 + S256 + S256 + S256;
//~                  ^ error[E1114]: an expression with more than 1024 levels
