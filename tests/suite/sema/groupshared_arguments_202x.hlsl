//@ run: -T cs_6_6 -E main -HV 202x
// The argument is groupshared memory of exactly the type of the parameter, and a parameter by value is an equal candidate.
RWStructuredBuffer<float> r;
groupshared float g;
groupshared int i;
float f(groupshared float x) { return 1; }
float h(groupshared float x) { return 1; }
float h(float x) { return 2; }

[numthreads(1, 1, 1)]
void main() {
    float l = 1;
    r[0] = f(l);
//~        ^ error[E2111]: no matching function for call to 'f'
    r[1] = f(i);
//~        ^ error[E2111]: no matching function for call to 'f'
    r[2] = h(g);
//~        ^ error[E2112]: call to 'h' is ambiguous
    r[3] = h(l);
}
