//@ run: -T vs_6_0 -E corners
struct Vertex {
    float4 position : POSITION;
//~                   ^ warning[W2544]: vertex shader has no SV_Position output
//~                   ^ note: did you mean 'SV_Position'?
    float2 uv : TEXCOORD;
};
Vertex corners(float4 at : AT) {
    Vertex vertex;
    vertex.position = at;
    vertex.uv = at.xy;
    return vertex;
}
float4 shade(Vertex vertex) : SV_Target { return float4(vertex.uv, 0, 1); }
