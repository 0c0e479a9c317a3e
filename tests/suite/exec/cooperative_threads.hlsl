//@ only on the CPU: drivers that run tests have no cooperative types
//@ run: -T cs_6_10 -E main -enable-16bit-types -fspv-target-env=vulkan1.3
//@ only without SPIRV-Tools: they do not know casts between long and cooperative vectors yet
//@ check: {*} = OpCooperativeVectorMatrixMulNV
//@ in: weights = f32:0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15
//@ in: bytes = u32:0x04030201,0xFCFDFEFF
//@ in: result = f32:0*32
//@ in: sums = f32:0*8
//@ dispatch: 1
//@ out: result = f32:20,60,100,140,80,90,100,110,21,62,103,144,20,61,102,143,20,60,100,140,7,20,33,46,30,-30,0,0,0,0,0,0
//@ out: sums = f32:2,4,6,8,0,0,0,0
// The instructions of the extensions give the values that the loops of the header give.
#include "matrices_of_threads.hlsl"
