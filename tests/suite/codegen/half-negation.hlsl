//@ run: -T cs_6_2 -E main -enable-16bit-types -fspv-target-env=vulkan1.1
// A negated 16-bit float that is divided by a constant keeps its sign through the optimiser.
//@ check: OpFNegate %half
//@ check: OpFDiv %half

RWStructuredBuffer<float16_t> data;

[numthreads(1, 1, 1)]
void main() {
    data[0] = -data[1] / float16_t(2.0);
}
