//@ run: -T vs_6_0
struct Vertex { float4 place : SV_Position; float2 at : AT; };
//~                    ^ warning[W2545]: vertex shader never writes its position 'place'
Vertex main(float2 at : AT) {
    Vertex vertex;
//~        ^ note: member of this variable
    vertex.at = at;
    return vertex;
}
