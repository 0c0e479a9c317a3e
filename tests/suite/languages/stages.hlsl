// What no language of naga's has is told at the entry point, for capabilities are of the whole module.
//@ run: -T gs_6_0 --emit=wgsl
struct Point {
    float4 position : SV_Position;
};

[maxvertexcount(1)]
void main(point Point input[1], inout PointStream<Point> output) {
//~  ^ error[E5118]: cannot translate to wgsl: unsupported execution model %3
    output.Append(input[0]);
}
