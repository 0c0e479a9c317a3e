//@ run: -T cs_6_6 -E main -HV 202x
RWStructuredBuffer<float> r;
struct S { float x; void set() { x = 1; } float get() { return x; } float all() const { return get(); } };
//~                                                                                            ^ error[E2664]: 'get' is not a const method, and its object is const
cbuffer B { S s; };

[numthreads(1, 1, 1)]
void main() {
    const S local = { 2 };
    local.set();
//~       ^ error[E2664]: 'set' is not a const method, and its object is const
    r[0] = s.get() + local.all();
//~          ^ error[E2664]: 'get' is not a const method, and its object is const
}
