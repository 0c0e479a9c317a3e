//@ run: -T cs_6_0 -fspv-extension=SPV_KHR_multiview
// An extension that an attribute asks for is judged at the attribute, of functions, members and types.
struct Held {
    [[vk::ext_extension("SPV_ONE")]] int field;
//~   ^ error[E3001]: extension SPV_ONE is required here, but not available: extension SPV_ONE is not allowed
};

[[vk::ext_extension("SPV_TWO")]]
//~ error[E3001]: extension SPV_TWO is required here, but not available: extension SPV_TWO is not allowed
int twice(int x) {
    return 2 * x;
}

RWStructuredBuffer<Held> result;

[numthreads(1, 1, 1)]
void main() {
    result[0].field = twice(1);
}
