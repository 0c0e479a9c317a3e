//@ run: -T ps_6_0
uint unreached(uint64_t n) { return firstbithigh(n); }
float4 main(nointerpolation uint n : N) : SV_Target {
    return firstbitlow((uint64_t)n);
//~                              ^ error[E2404]: 'firstbitlow' requires 32-bit integers, found 'uint64_t'
}
