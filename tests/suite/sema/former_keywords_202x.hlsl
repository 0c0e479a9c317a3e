//@ run: -T cs_6_6 -E main -HV 202x
// Words that HLSL 202x no longer reserves are names.
RWStructuredBuffer<float> r;
struct S { float uniform; float shared; };
float interface(float x) { return x; }

[numthreads(1, 1, 1)]
void main() {
    S s = { 1, 2 };
    float uniform = s.uniform + s.shared;
    r[0] = interface(uniform);
}
