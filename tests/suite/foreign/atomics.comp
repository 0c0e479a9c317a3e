//@ run: glslangValidator --target-env vulkan1.1
//@ in: 0:0 = u32:100,5,5,0xffffffff,0,0,0,0,0
//@ dispatch: 2
//@ out: 0:0 = u32:2116,4294967096,189,4294967168,8191,2130601984,64,2016,1
//@ run: glslc -O --target-env=vulkan1.1

#version 450
// Every atomic operation on a buffer. Old values add up to the same, in whatever order the invocations come.
layout(local_size_x = 32) in;
layout(std430, binding = 0) buffer Result { uint sum; int least; uint most; uint ands; uint ors; uint xors; uint count; uint tickets; uint swapped; } result;

void main() {
    uint k = gl_GlobalInvocationID.x;
    atomicAdd(result.sum, k);
    atomicMin(result.least, int(k) * 7 - 200);
    atomicMax(result.most, k * 3u);
    atomicAnd(result.ands, ~(1u << (k % 7u)));
    atomicOr(result.ors, 1u << (k % 13u));
    atomicXor(result.xors, k * 2654435761u);
    uint ticket = atomicAdd(result.count, 1u);
    atomicAdd(result.tickets, ticket);
    atomicCompSwap(result.swapped, 0u, 1u);
    if (k == 70u) {
        atomicExchange(result.swapped, 9u);
    }
}
