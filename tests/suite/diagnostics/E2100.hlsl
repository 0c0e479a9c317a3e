//@ run: -T ps_6_0
struct Light { float3 position; float power; };
float f(Light l) { return l.powr; }
//~                         ^ error[E2100]: no member named 'powr' in 'Light'
Texture2D t;
SamplerState s;
float4 g() { return t.Sampel(s, float2(0, 0)); }
//~                   ^ error[E2100]: no member named 'Sampel' in 'Texture2D<float4>'
float h(float x) { return x.length; }
//~                         ^ error[E2101]: invalid swizzle 'length' on 'float'
float4 main() : SV_Target { return 0; }
