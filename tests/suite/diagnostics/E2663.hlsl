//@ run: -T cs_6_6 -E main -HV 202x
RWStructuredBuffer<float> r;

[numthreads(1, 1, 1)]
void main() {
    r[0] = hlsl::bit_cast<float>(int2(1, 2));
//~              ^ error[E2663]: cannot bit_cast 'int2' to 'float'
    r[1] = hlsl::bit_cast<float>((int64_t)1);
//~              ^ error[E2663]: cannot bit_cast 'int64_t' to 'float'
}
