//@ run: -T gs_6_0
struct V { float4 position : SV_Position; };
struct W { float4 colour : COLOR; };
[maxvertexcount(3)]
void main(triangle float4 a[3] : A, line float4 b[2] : B, inout PointStream<V> v, inout LineStream<W> w) {
//~                                             ^ error[E2538]: only one input primitive type can be specified in the geometry shader
//~                                                                                                   ^ error[E2538]: only one output primitive type can be specified in the geometry shader
    v.RestartStrip();
}
