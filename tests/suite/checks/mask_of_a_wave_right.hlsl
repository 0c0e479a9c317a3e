//@ run: -T cs_6_6 -fspv-target-env=vulkan1.3 -Wno-everything
//@ rules: hlsl
//@ in: result = u32:0*256
//@ in: source = u32:1,2,3,5*61
//@ dispatch: 1

// As it should be.
#define RIGHT
#include "mask_of_a_wave.hlsl"
