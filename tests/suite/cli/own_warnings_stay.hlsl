//@ run: -T cs_6_0 -WX
//@ run: -T cs_6_0 -Werror
// Warnings that DXC does not give become errors by name alone.
RWStructuredBuffer<int> o;
[numthreads(1, 1, 1)]
void main() {
    int a = o[1];
    a = a;
//~   ^ warning[W2138]: explicit assignment of a value to itself
    o[0] = a;
}
