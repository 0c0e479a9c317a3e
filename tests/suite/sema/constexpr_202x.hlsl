//@ run: -T ps_6_0 -HV 202x
float input;
constexpr float none;
//~             ^ error[E2686]: the value of constexpr variable 'none' is not constant
constexpr float uniform_value = input;
//~             ^ error[E2686]: the value of constexpr variable 'uniform_value' is not constant
constexpr int loops(int n) { int sum = 0; for (int i = 0; i < n; i++) sum += i; return sum; }
constexpr int endless(int n) { return endless(n); }
static float list[loops(3)];
//~               ^ error[E2026]: array length must be an integer constant expression

float4 main(float x : X) : SV_Target {
    constexpr float y = x;
//~                 ^ error[E2686]: the value of constexpr variable 'y' is not constant
    constexpr float z = 2;
    z = 3;
//~ ^ error[E2102]: expression is not assignable: 'z' is const
    return y + z + loops(4);
}
