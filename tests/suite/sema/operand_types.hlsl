//@ run: -T ps_6_2 -enable-16bit-types
// What binary operators make of two element types.
static bool b; static int i; static uint u; static float f; static double d; static half h;
static int16_t s; static uint16_t us; static int64_t l; static uint64_t ul;
enum Mode { Off }; static Mode mode;
#define SAME(expression, type) _Static_assert(__is_same(decltype(expression), type), #expression)
SAME(b + b, int); SAME(b * f, float); SAME(b + u, uint); SAME(b & b, int);
SAME(i + u, uint); SAME(i + f, float); SAME(u * h, half); SAME(i * d, double);
//~                                         ^ warning[W2142]: implicit conversion from 'uint' to smaller type 'half'
SAME(s + us, uint16_t); SAME(s + i, int); SAME(us + i, uint); SAME(i + ul, uint64_t); SAME(l + u, uint64_t);
SAME(f + d, double); SAME(h + f, float); SAME(h + h, half); SAME(h + i, half);
//~                                                                  ^ warning[W2142]: implicit conversion from 'int' to smaller type 'half'
SAME(i + 1, int); SAME(u + 1, uint); SAME(h + 1.0, half); SAME(i + 1.0, float); SAME(d + 1.0, double);
SAME(i < u, bool); SAME(f == 1, bool); SAME(b && i, bool); SAME(!f, bool);
SAME(i << u, int); SAME(u >> i, uint); SAME(-b, int); SAME(~u, uint);
SAME(mode + 1, int); SAME(mode == Off, bool);
float4 main() : SV_Target { return 0; }
