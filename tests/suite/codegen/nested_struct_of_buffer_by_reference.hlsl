//@ run: -T cs_6_0 -E main
//@ run: -T cs_6_0 -E main -O0
// A function writes a struct inside of the element of a buffer that it is handed: its layout is the buffer's.
struct Inner { float4 data; };
struct Outer { Inner first; Inner rest[2]; };
RWStructuredBuffer<Outer> y;

Inner made(float start) {
    Inner inner;
    inner.data = start + float4(0, 1, 2, 3);
    return inner;
}
void fill(inout Outer outer) {
    outer.first = made(1);
    outer.rest[0] = made(5);
    outer.rest[1] = outer.rest[0];
}

[numthreads(1, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) {
    fill(y[id.x]);
}
