//@ run: -T gs_6_0
struct V { float4 position : SV_Position; float4 colour : COLOR; };
struct W { float4 position : SV_Position; float4 colour : COLOR; };
//~                          ^ error[E2128]: 'SV_Position' in more than one stream is not supported
struct Twice { float4 first : COLOR; float4 second : COLOR; };
//~                                                  ^ error[E2524]: duplicate semantic 'COLOR'
[maxvertexcount(1)]
void main(
    point float4 a[1] : A, inout PointStream<V> v, inout PointStream<V> again, inout PointStream<W> w,
//~                                                                     ^ error[E2128]: more than one stream of the same type is not supported
    inout PointStream<Twice> twice) { }
