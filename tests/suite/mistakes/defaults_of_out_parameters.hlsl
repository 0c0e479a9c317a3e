//@ run: -T ps_6_0
//@ run: -T ps_6_0 -fcgl
void set(out float x = 3) { x = 1; }
//~                    ^ error[E2127]: argument for out parameter 'x' is not assignable: it is a constant
void both(inout float3 x = float3(1, 2, 3).zyx) { x += 1; }
//~                                        ^ error[E2127]: argument for out parameter 'x' is not assignable: it is not an lvalue
struct S { void set(inout int x = 1) { x += 1; } };
//~                               ^ error[E2127]: argument for out parameter 'x' is not assignable: it is a constant
template <typename T> void of(out T x, inout float y = 2) { x = (T)y; }
//~                                                    ^ error[E2127]: argument for out parameter 'y' is not assignable: it is a constant
static const float fixed = 1;
void constant(inout float x = fixed) {}
//~                           ^ error[E2127]: argument for out parameter 'x' is not assignable: it is a constant
float4 main() : SV_Target {
    S s;
    float f;
    set();
    both();
    s.set();
    of(f);
    constant();
    return f;
}
