//@ run: -T ps_6_0
struct S { float x; void set(float v) { x = v; } };
float f(float a) { return a; }
float f(float a, float b) { return a + b; }
float g(S s) { return s.x; }
Texture2D t;
float h() {
    S s;
    s.set(1, 2);
//~   ^ error[E2111]: no matching function for call to 'set'
    g(1);
//~ ^ error[E2111]: no matching function for call to 'g'
    f();
//~ ^ error[E2111]: no matching function for call to 'f'
    abs(s);
//~ ^ error[E2111]: no matching function for call to 'abs'
    dot(t, 1);
//~ ^ error[E2111]: no matching function for call to 'dot'
    return f(s);
//~        ^ error[E2111]: no matching function for call to 'f'
}
float4 main() : SV_Target { return 0; }
