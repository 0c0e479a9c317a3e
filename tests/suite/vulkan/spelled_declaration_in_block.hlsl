// An instruction that no block can have is the source's fault before legalisation as well.
//@ run: -T cs_6_0 -fcgl
[[vk::ext_instruction(3)]] float tell([[vk::ext_literal]] int language, [[vk::ext_literal]] int version);
[numthreads(1, 1, 1)]
void main() {
    float value = tell(5, 600);
//~       ^ fatal error[E5110]: inline SPIR-V makes the module invalid
}
