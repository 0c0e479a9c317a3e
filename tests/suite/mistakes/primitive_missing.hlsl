//@ run: -T gs_6_0
struct Corner { float4 place : SV_Position; };
[maxvertexcount(3)]
void main(Corner corners[3], inout TriangleStream<Corner> stream) { stream.Append(corners[0]); }
//~  ^ error[E2051]: geometry shader requires an input primitive type
