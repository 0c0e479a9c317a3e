//@ run: -T ps_6_0
#define P4(x) ((((x))))
#define P16(x) P4(P4(P4(P4(x))))
#define P64(x) P16(P16(P16(P16(x))))
#define P256(x) P64(P64(P64(P64(x))))
static const int a = P256(P4(1));
//~                  ^ error[E1105]: nesting exceeds 256 levels
