//@ run: -T ps_6_0
#define NEXT(x, n) (x + 1u << n)
uint f(uint x, uint n) { return x + 1 << n; }
//~                               ^ warning[W2140]: '+' is evaluated before '<<'; parentheses make clear what is meant
uint g(uint x, uint n) { return x >> n - 1; }
//~                                    ^ warning[W2140]: '-' is evaluated before '>>'; parentheses make clear what is meant
uint h(uint x, uint n) { return NEXT(x, n) + (x << n) + (x + 1 << (n - 1)) + ((x + 1) << (n - 1)) + (x * 2 << n); }
//~                                                        ^ warning[W2140]: '+' is evaluated before '<<'; parentheses make clear what is meant
float4 main() : SV_Target { return 0; }
