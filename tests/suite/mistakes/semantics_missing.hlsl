//@ run: -T vs_6_0
struct Vertex { float4 place : SV_Position; float2 at; };
//~                                                ^ error[E2520]: a vertex shader's output requires a semantic
Vertex main(float4 place) {
//~                ^ error[E2520]: a vertex shader's input requires a semantic
    Vertex vertex = { place, place.xy };
    return vertex;
}
