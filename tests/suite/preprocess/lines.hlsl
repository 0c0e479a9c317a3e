//@ run: -T ps_6_0 -P
int a = __LINE__;
#line 40 "other.hlsl"
int b = __LINE__; string f = __FILE__;
/*@ expect
#line 1 "suite/preprocess/lines.hlsl"

int a = 2;
#line 40 "other.hlsl"
int b = 40; string f = "other.hlsl";
*/
