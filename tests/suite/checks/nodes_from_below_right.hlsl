//@ run: -T cs_6_6 -fspv-target-env=vulkan1.3 -Wno-everything
//@ rules: hlsl
//@ in: result = u32:0*256
//@ dispatch: 2

// As it should be.
#define RIGHT
#include "nodes_from_below.hlsl"
