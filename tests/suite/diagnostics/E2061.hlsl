//@ run: -T ps_6_0
struct Mixed { float4 tint; Texture2D map; };
Mixed mixed;
//~   ^ error[E2061]: global 'mixed' has an unsupported combination of resources and other members
struct Buffers { Texture2D map; StructuredBuffer<float4> values; };
Buffers several[2];
//~     ^ error[E2061]: global 'several' has an unsupported combination of resources and other members
float4 main() : SV_Target { return 0; }
