//@ run: -T cs_6_0 -I suite/preprocess/once//
// '#pragma once' identifies the file, and not the spelling of its path.
#include "once/one.hlsli"
#include "once//one.hlsli"
#include "./once/../once/one.hlsli"
#include "one.hlsli"
RWStructuredBuffer<Once> o;
[numthreads(1, 1, 1)]
void main() { o[0].v = 1; }
