#line 1 "/work/wt/debuginfo/tests/suite/preprocess/conditions.hlsl"


int three_or_more;






int no_b;


int pixel;
