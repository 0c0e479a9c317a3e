#line 1 "/work/wt/debuginfo/tests/suite/preprocess/lines.hlsl"

int a = 2;
#line 40 "other.hlsl"
int b = 40; string f = "other.hlsl";
