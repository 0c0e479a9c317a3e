//@ run: -T ps_6_0 -P
#define EMPTY
#define ONE 1
#define ADD(a, b) ((a) + (b))
#define TEXT(x) #x
#define GLUE(a, b) a ## b
#define LIST(first, ...) first __VA_ARGS__
#define SELF SELF + 1
int a = ADD(ONE, ADD(2, EMPTY 3));
int GLUE(na, me) = SELF;
string s = TEXT(a  "b" \\ c);
int b[] = { LIST(1, 2, 3) };
/*@ expect
#line 1 "suite/preprocess/expansion.hlsl"








int a = ((1) + (((2) + (3))));
int name = SELF + 1;
string s = "a \"b\" \\ c";
int b[] = { 1 2, 3 };
*/
