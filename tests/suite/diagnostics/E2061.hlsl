//@ run: -T ps_6_0
struct Mixed { float4 tint; Texture2D map; };
Mixed mixed;
//~   ^ error[E2061]: global 'mixed' mixes resources and other members in a way that is not supported
struct Buffers { Texture2D map; StructuredBuffer<float4> values; };
Buffers several[2];
//~     ^ error[E2061]: global 'several' mixes resources and other members in a way that is not supported
float4 main() : SV_Target { return 0; }
