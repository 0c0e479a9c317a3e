//@ run: -T gs_6_0
struct Corner { float4 place : SV_Position; };
[maxvertexcount(3)]
void main(triangle Corner corners[3], TriangleStream<Corner> stream) { stream.Append(corners[0]); }
//~                                                          ^ error[E2051]: geometry shader stream must be an 'inout' parameter
