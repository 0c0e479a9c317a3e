//@ run: -T ps_6_0
struct S { float2 a; };
struct R { float2 a; };
enum Mode { On };
enum class Strict { Off };
Texture2D t;
float4 f(S s, float2 v) {
    float4 a = v;
//~            ^ error[E2118]: cannot implicitly convert 'float2' to 'float4'
    R r = s;
//~       ^ error[E2118]: cannot implicitly convert 'S' to 'R'
    Mode m = 1;
//~          ^ error[E2118]: cannot implicitly convert 'literal int' to 'Mode'
    int i = Strict::Off;
//~         ^ error[E2118]: cannot implicitly convert 'Strict' to 'int'
    float b = s;
//~           ^ error[E2118]: cannot implicitly convert 'S' to 'float'
    float c = t;
//~           ^ error[E2118]: cannot implicitly convert 'Texture2D<float4>' to 'float'
    a = v;
//~     ^ error[E2118]: cannot implicitly convert 'float2' to 'float4'
    return v;
//~        ^ error[E2118]: cannot implicitly convert 'float2' to 'float4'
}
void g(float4 v) { g(float3(1, 2, 3)); }
//~                ^ error[E2111]: no matching function for call to 'g'
float4 main() : SV_Target { return 0; }
