//@ run: -T cs_6_6 -fspv-target-env=vulkan1.3 -Wno-everything
//@ rules: hlsl
//@ in: result = u32:0*256
//@ in: source = f32:0.25,0.75*63
//@ dispatch: 1

// As it should be.
#define RIGHT
#include "return_before_barrier.hlsl"
