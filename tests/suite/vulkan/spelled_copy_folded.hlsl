//@ run: -T cs_6_0
// The passes fold the copy away, and the wrong type shows where the result is used.
[[vk::ext_instruction(83)]] float Copied(int value);

RWStructuredBuffer<float> result;

[numthreads(1, 1, 1)]
void main() {
    result[0] = Copied(3);
//~             ^ fatal error[E5110]: inline SPIR-V makes the module invalid: object type of OpStore does not match the pointee type
}
