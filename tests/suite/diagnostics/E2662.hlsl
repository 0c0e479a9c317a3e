//@ run: -T cs_6_6 -E main -HV 202x
RWStructuredBuffer<float> r;

[numthreads(1, 1, 1)]
void main() {
    r[0] = static_cast<float>(1, 2);
//~        ^ error[E2662]: a cast requires one template argument, the type of the result, and one value
    r[1] = hlsl::bit_cast(1);
//~              ^ error[E2662]: a cast requires one template argument, the type of the result, and one value
}
