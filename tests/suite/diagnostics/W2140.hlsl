//@ run: -T ps_6_0
#define NEXT(x, n) (x + 1u << n)
uint f(uint x, uint n) { return x + 1 << n; }
//~                               ^ warning[W2140]: '+' has higher precedence than '<<'; add parentheses to clarify
uint g(uint x, uint n) { return x >> n - 1; }
//~                                    ^ warning[W2140]: '-' has higher precedence than '>>'; add parentheses to clarify
uint h(uint x, uint n) { return NEXT(x, n) + (x << n) + (x + 1 << (n - 1)) + ((x + 1) << (n - 1)) + (x * 2 << n); }
//~                                                        ^ warning[W2140]: '+' has higher precedence than '<<'; add parentheses to clarify
float4 main() : SV_Target { return 0; }
