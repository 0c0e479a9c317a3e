//@ run: -T vs_6_0 -Wposition-elsewhere
struct Vertex {
    float4 position : POSITION;
//~                   ^ warning[W2581]: the vertex shader has no output SV_Position, which a later stage must write
//~                   ^ note: did you mean 'SV_Position'?
    float2 uv : TEXCOORD;
};
Vertex main(float4 at : AT) {
    Vertex vertex;
    vertex.position = at;
    vertex.uv = at.xy;
    return vertex;
}
