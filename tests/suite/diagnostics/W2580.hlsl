//@ run: -T vs_6_0
struct Vertex { float4 position : SV_Position; float4 tint : TINT; };
//~                    ^ warning[W2580]: the vertex shader never writes 'w' of its position 'position'
Vertex main(float3 at : AT) {
    Vertex vertex;
//~        ^ note: member of this variable
    vertex.position.xyz = at;
    vertex.tint.rgb = at;
    return vertex;
}
