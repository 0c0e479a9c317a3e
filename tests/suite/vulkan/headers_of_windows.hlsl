//@ run: -T cs_6_0
// Built-in headers have folders however they are written, and those for Direct3D alone declare nothing.
#include <dx\linalg.h>
#include <vk\spirv.h>
using namespace dx;
RWStructuredBuffer<uint> result;
[numthreads(1, 1, 1)]
void main() { result[0] = vk::StorageClassWorkgroup; }
