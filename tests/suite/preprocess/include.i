#line 1 "/work/wt/debuginfo/tests/suite/preprocess/include.hlsl"
#line 2 "/work/wt/debuginfo/tests/suite/preprocess/once.hlsli"
int once;
#line 3 "/work/wt/debuginfo/tests/suite/preprocess/guarded.hlsli"
int guarded;
#line 6 "/work/wt/debuginfo/tests/suite/preprocess/include.hlsl"
int last;
