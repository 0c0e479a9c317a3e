//@ run: -T ps_6_0
namespace own { float max(float a, float b) { return a + b; } }
float min(float a, float b) { return a < b ? a : b; }
float frac(int a) { return a * 0.5; }
struct Range { float low; };
float length(Range range) { return range.low; }

float4 main(float a : A, float b : B, int c : C) : SV_Target {
    float least = min(a, b);
//~               ^ warning[W2151]: call resolves to the intrinsic 'min', not to the user-defined function
    // The function would have to convert its argument.
    least += frac(a);
    least += frac(c);
//~          ^ warning[W2151]: call resolves to the intrinsic 'frac', not to the user-defined function
    // Intrinsics stand in the global namespace.
    least += ::min(a, b);
//~            ^ warning[W2151]: call resolves to the intrinsic 'min', not to the user-defined function
    // Functions of another namespace, and arguments that no intrinsic takes, call the function.
    least += own::max(a, b);
    Range range = { a };
    return least + length(range);
}
