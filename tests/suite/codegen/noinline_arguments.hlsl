//@ run: -T cs_6_0 -O0
//@ run: -T cs_6_0 -O3
// A function that is not inlined takes whole variables, so parts of buffers and structs are copied.
RWStructuredBuffer<float4> values;
struct S { int a, b; };
[noinline] void change(inout float f, inout int i) {
    f += i;
    i += 1;
}
[numthreads(1, 1, 1)] void main() {
    S s = (S)1;
    change(values[0].x, s.b);
    values[1] = s.b;
}
