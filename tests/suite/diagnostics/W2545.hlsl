//@ run: -T vs_6_0 -E main
struct Vertex { float4 position : SV_Position; float2 at : AT; };
//~                    ^ warning[W2545]: vertex shader never writes its position 'position'
Vertex main(float2 at : AT) {
    Vertex vertex;
    vertex.at = at;
    if (at.x > 0) return vertex;
    vertex.at.x = 1;
    return vertex;
}
