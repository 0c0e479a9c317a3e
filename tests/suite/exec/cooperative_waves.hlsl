//@ only on the CPU: drivers that run tests have no cooperative types
//@ run: -T cs_6_10 -E main -enable-16bit-types -fspv-target-env=vulkan1.3
//@ check: {*} = OpCooperativeMatrixMulAddKHR
//@ in: data = u32:0*64
//@ in: result = f32:0*144
//@ dispatch: 1
//@ out: result = f32:14,38,62,86,38,126,214,302,62,214,366,518,86,302,518,734,14,38,62,86,38,126,214,302,62,214,366,518,86,302,518,734,14,38,62,86,38,126,214,255,62,214,255,255,86,255,255,255,15,43,71,99,43,135,227,319,71,227,383,539,99,319,539,759,0,4,8,12,1,5,9,13,2,6,10,14,3,7,11,15,-0.875,-0.875,-0.875,-0.875,-0.875,-0.875,-0.875,-0.875,-0.875,-0.875,-0.875,-0.875,-0.875,-0.875,-0.875,-0.875,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,28,76,124,172,76,252,428,604,124,428,732,1036,172,604,1036,1468,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7
// The instructions of the extensions give the values that the loops of the header give.
#include "matrices_of_waves.hlsl"
