//@ run: -T cs_6_0
[[vk::ext_capability(/* of no version */ 65000)]]
//~ error[E2051]: unknown capability 65000
typedef float wide;
template <class T> using odd = vk::SpirvOpaqueType<65001, T>;
//~                                ^ error[E2407]: unknown opcode 65001
[numthreads(1, 1, 1)] void main() {
    wide x = 1;
    odd<float> y;
}
