//@ run: -T ps_6_0 -P -D A=3 -DB -UB
#if defined(A) && A > 2
int three_or_more;
#elif !defined A
int none;
#else
int few;
#endif
#ifndef B
int no_b;
#endif
#if __SHADER_TARGET_STAGE == __SHADER_STAGE_PIXEL && __HLSL_VERSION == 2021
int pixel;
#endif
/*@ expect
#line 1 "suite/preprocess/conditions.hlsl"


int three_or_more;






int no_b;


int pixel;
*/
