//@ run: -T ps_6_0
#define SAME(expression, type) _Static_assert(__is_same(decltype(expression), type), #expression)
enum Mode { Off, On = 4, More, Last = On | 8 };
enum class Kind : uint { A = 1, B };
_Static_assert(More == 5, "counts on"); _Static_assert(Last == 12, "any constant"); _Static_assert((uint)Kind::B == 2, "scoped");
SAME(On, Mode); SAME(Kind::A, Kind); SAME(On + 1, int);
SAME(true ? On : Off, Mode); SAME(true ? Kind::A : Kind::B, Kind); SAME(true ? On : 1, int);
float4 main(nointerpolation int i : I) : SV_Target {
    Mode mode = (Mode)i;
    float f = mode;
    Kind kind = Kind::A;
    switch (mode) { case Off: return 0; case Mode::On: return 1; default: break; }
    mode = i > 2 ? (Mode)2 : Last;
    kind = i > 2 ? Kind::B : kind;
    mode = 1;
//~        ^ error[E2118]: cannot implicitly convert 'literal int' to 'Mode'
    int n = kind;
//~         ^ error[E2118]: cannot implicitly convert 'Kind' to 'int'
    return f + (int)kind;
}
