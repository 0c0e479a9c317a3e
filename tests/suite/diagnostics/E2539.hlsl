//@ run: -T gs_6_0
struct V { uint id : SV_PrimitiveID; };
[maxvertexcount(2)]
float4 main(line float4 a[2] : A, inout uint id : SV_PrimitiveID, inout LineStream<V> stream) : COLOR {
//~    ^ error[E2539]: geometry shader outputs must be streams
//~                                          ^ error[E2539]: geometry shader outputs must be streams
    return a[0];
}
