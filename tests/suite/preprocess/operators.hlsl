//@ run: -T ps_6_0
#define GLUE(a, b) a##b
#define INDIRECT(a, b) GLUE(a, b)
#define COUNT(...) COUNT_(__VA_ARGS__, 3, 2, 1)
#define COUNT_(a, b, c, n, ...) n
#define EMPTY
#define SELF SELF_ + 1
#define SELF_ 2
_Static_assert(GLUE(1, 2) == 12, "pasted"); _Static_assert(INDIRECT(SE, LF) == 3, "expanded again");
_Static_assert(COUNT(a, b) == 2, "variadic"); _Static_assert(SELF == 3, "nested"); _Static_assert(INDIRECT(4, EMPTY) == 4, "empty");
#if (1 ? 2 : 3) == 2 && (4 >> 1 | 1) == 3 && !defined NOTHING && -1 < 0 && !(-1 < 0u) || NOTHING
#else
#error wrong arithmetic
#endif
float4 main() : SV_Target { return 0; }
