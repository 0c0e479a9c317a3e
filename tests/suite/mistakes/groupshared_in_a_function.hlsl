//@ run: -T cs_6_0
RWBuffer<float> values;
[numthreads(64, 1, 1)]
void main(uint lane : SV_GroupIndex) {
    groupshared float shared_values[64];
//~ ^ error[E2066]: 'groupshared' cannot be applied to a local
//~ ^ note: groupshared variables are declared outside of functions
    values[lane] = 1;
}
