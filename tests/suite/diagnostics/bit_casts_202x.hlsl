//@ run: -T cs_6_7 -HV 202x
struct Padded { uint first; double second; };
struct Flag { bool set; uint number; };
RWStructuredBuffer<uint> b;
[numthreads(1, 1, 1)]
void main(uint lane : SV_GroupIndex) {
    Padded padded = { 1, 2 };
    b[0] = hlsl::bit_cast<uint3>(padded).x;
//~              ^ error[E2663]: cannot bit_cast 'Padded' to 'uint3'
    Flag flag = { true, 1 };
    b[1] = hlsl::bit_cast<uint2>(flag).x;
//~              ^ error[E2663]: cannot bit_cast 'Flag' to 'uint2'
    b[2] = hlsl::bit_cast<uint2>(lane).x;
//~              ^ error[E2663]: cannot bit_cast 'uint' to 'uint2'
}
