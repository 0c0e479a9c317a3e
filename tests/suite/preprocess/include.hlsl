//@ run: -T ps_6_0 -P
#include "once.hlsli"
#include "once.hlsli"
#include "guarded.hlsli"
#include "guarded.hlsli"
int last;
/*@ expect
#line 1 "suite/preprocess/include.hlsl"
#line 2 "suite/preprocess/once.hlsli"
int once;
#line 3 "suite/preprocess/guarded.hlsli"
int guarded;
#line 6 "suite/preprocess/include.hlsl"
int last;
*/
