//@ run: -T cs_6_0
#include <vk/spirv.h>
groupshared int values[4];
[numthreads(1, 1, 1)]
void main() {
    vk::WorkgroupSpirvPointer<int> pointer = vk::GetGroupSharedAddress(values[0]);
    pointer = vk::GetGroupSharedAddress(values[1]);
//~ ^ error[E2102]: expression is not assignable: inline SPIR-V pointers are const
}
