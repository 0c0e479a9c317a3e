//@ run: -T ps_6_0 -fcgl
void by_copy(float x) { x = 2; }
void both(inout float x, out float y) { y = x; x += 1; }
float defaults(float a, float b = 2, float c = 3) { return a + b * c; }
float fixed(float a[3]) { return a[0] + a[2]; }
namespace n { float f(float x) { return x * 2; } namespace inner { float f() { return n::f(1); } } }
float prototype(float x);
// An out argument of another type goes through a temporary of the parameter's own.
//@ check: OpConvertSToF %float
//@ check: OpFunctionCall %void %both
//@ check: OpConvertFToS %int
float4 main(float4 p : P) : SV_Target {
    int i = 1;
    float f;
    both(i, f);
    by_copy(f);
    float a[3] = { 1, 2, 3 };
    return defaults(f) + defaults(f, 1) + fixed(a) + n::inner::f() + prototype(i);
}
float prototype(float x) { return x; }
