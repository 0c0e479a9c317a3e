//@ run: -T cs_6_0 -WX -Werror=self-assign
RWStructuredBuffer<int> o;
[numthreads(1, 1, 1)]
void main() {
    int a = o[1];
    a = a;
//~   ^ error[W2138]: explicit assignment of a value to itself
    o[0] = a;
}
