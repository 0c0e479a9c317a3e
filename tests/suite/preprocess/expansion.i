#line 1 "/work/wt/debuginfo/tests/suite/preprocess/expansion.hlsl"








int a = ((1) + (((2) + (3))));
int name = SELF + 1;
string s = "a \"b\" \\ c";
int b[] = { 1 2, 3 };
