//@ run: -T vs_6_0 -E parts
//@ run: -T vs_6_0 -E called
//@ run: -T vs_6_0 -E at_once
//@ run: -T vs_6_0 -E initial
//@ run: -T vs_6_0 -E chosen
struct Vertex { float4 position : SV_Position; float2 at : AT; };
void fill(inout Vertex vertex) { vertex.position = 1; }
Vertex parts(float2 at : AT) {
    Vertex vertex;
    vertex.at = at;
    vertex.position.xy = at;
    vertex.position.zw = at;
    return vertex;
}
Vertex called(float2 at : AT) {
    Vertex vertex;
    vertex.at = at;
    fill(vertex);
    return vertex;
}
void at_once(float2 at : AT, out Vertex vertex) {
    Vertex made = { at.xyxy, at };
    vertex = made;
}
Vertex initial(float2 at : AT) {
    Vertex vertex = (Vertex)0;
    vertex.at = at;
    return vertex;
}
Vertex chosen(float2 at : AT) {
    Vertex vertex;
    vertex.at = at;
    if (at.x > 1) return vertex;
    return initial(at);
}
