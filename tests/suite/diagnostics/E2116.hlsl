//@ run: -T ps_6_0
Texture2D t;
SamplerState s;
struct S { float a; Texture2D b; };
void f() {
    float2 v = { t, 1 };
//~              ^ error[E2116]: value of type 'Texture2D<float4>' cannot initialize 'float'
    float4 w = float4(s, 1, 1, 1);
//~                   ^ error[E2116]: value of type 'SamplerState' cannot initialize 'float'
    S x = { 1, s };
//~            ^ error[E2118]: cannot implicitly convert 'SamplerState' to 'Texture2D<float4>'
}
float4 main() : SV_Target { return 0; }
