//@ run: -T gs_6_0
struct Corner { float4 at : SV_Position; };

[maxvertexcount(1)]
void main(line Corner ends[4], inout PointStream<Corner> stream) {
//~                   ^ warning[W2596]: the primitive has 2 vertices, and its array has 4 elements
    stream.Append(ends[1]);
}
