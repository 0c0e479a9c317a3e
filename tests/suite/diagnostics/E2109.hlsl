//@ run: -T ps_6_0
struct S { float x; };
Texture2D t;
void f(S s, float4 v) {
    if (s) { }
//~     ^ error[E2109]: condition of type 'S' is not a scalar or convertible to one
    while (t) { }
//~        ^ error[E2109]: condition of type 'Texture2D<float4>' is not a scalar or convertible to one
    if (v) { }
//~     ^ error[E2109]: condition of type 'float4' is not a scalar or convertible to one
    for (; s;) { }
//~        ^ error[E2109]: condition of type 'S' is not a scalar or convertible to one
    do { } while (v > 0);
//~               ^ error[E2109]: condition of type 'bool4' is not a scalar or convertible to one
}
float4 main() : SV_Target { return 0; }
