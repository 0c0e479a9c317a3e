//@ run: -T ps_6_0
void set(out float x) { x = 1; }
void both(inout float4 x) { }
static const float fixed = 1;
float4 uniforms;
void f(float4 v, const float c) {
    set(1);
//~     ^ error[E2127]: argument for out parameter 'x' is not assignable: it is a constant
    set(fixed);
//~     ^ error[E2127]: argument for out parameter 'x' is not assignable: it is a constant
    set(v.x + 1);
//~     ^ error[E2127]: argument for out parameter 'x' is not assignable: it is not an lvalue
    set(c);
//~     ^ error[E2127]: argument for out parameter 'x' is not assignable: 'c' is const
    set(uniforms.x);
//~              ^ error[E2127]: argument for out parameter 'x' is not assignable: uniforms are read-only; declare the global 'static' to make it writable
    both(v.xxyy);
//~        ^ error[E2127]: argument for out parameter 'x' is not assignable: the swizzle repeats a component
    both(v);
}
float4 main() : SV_Target { return 0; }
