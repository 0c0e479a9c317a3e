//@ run: -T cs_6_0
RWBuffer<float> list;
[numthreads(64, 1, 1)]
void main(uint at : SV_GroupIndex) {
    list[at] = std::max(1.0, 2.0);
//~            ^ error[E2002]: unknown type name 'std'
//~            ^ note: 'std' is C++; in HLSL built-in functions and types are not in a namespace
}
