//@ run: -T cs_6_6 -fspv-target-env=vulkan1.3 -Wno-everything
//@ rules: hlsl
//@ in: result = u32:0*256
//@ in: source = f32:1*128
//@ dispatch: 1

// As it should be.
#define RIGHT
#include "tile_of_the_next_turn.hlsl"
