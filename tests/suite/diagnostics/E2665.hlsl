//@ run: -T cs_6_6 -E main -HV 202x
RWStructuredBuffer<float> r;
float f() const { return 1; }
//~   ^ error[E2665]: a function outside a struct cannot be const

[numthreads(1, 1, 1)]
void main() { r[0] = f(); }
