//@ run: -T cs_6_0 -HV 202x
groupshared uint shared_value;
groupshared float other;
static uint elsewhere;
RWStructuredBuffer<uint> result;
uint right(groupshared uint x = shared_value) { return x; }
uint of_value(groupshared uint x = 3) { return x; }
//~                                ^ error[E2051]: argument for groupshared parameter 'x' must be a variable
uint of_other_type(groupshared uint x = other) { return x; }
//~                                     ^ error[E2051]: default argument for 'x' must be a groupshared variable of type 'uint'
uint of_static(groupshared uint x = elsewhere) { return x; }
//~                                 ^ error[E2051]: default argument for 'x' must be a groupshared variable of type 'uint'
[numthreads(1, 1, 1)]
void main() { result[0] = right() + of_value() + of_other_type() + of_static(); }
