//@ only on the CPU: drivers that run tests have no cooperative types
//@ run: -T cs_6_10 -E main -enable-16bit-types -fspv-target-env=vulkan1.3
//@ check: {*} = OpCooperativeMatrixMulAddKHR
//@ in: left = f32:0,1,2,3,4,5,6,7
//@ in: right = f32:1,0,0,1,1,1,2,2
//@ in: result = f32:0*8
//@ in: total = u32:0*4
//@ dispatch: 1
//@ out: result = f32:8,9,24,25,0,0,0,0
//@ out: total = u32:8,9,24,25
// The instructions of the extensions give the values that the loops of the header give.
#include "matrices_of_groups.hlsl"
