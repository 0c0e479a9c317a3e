// -T cs_6_6 -E main
#define TWO(x) ((x) + (x))
#define MAKE(name) float name##_made(float v) { return v; }
MAKE(half)
RWStructuredBuffer<float> data;
float helper(float value) { return TWO(value); }
//    ^ rename better
//| main.hlsl:6 float helper(float value) { return TWO(value); }
//| main.hlsl:15 [numthreads(1, 1, 1)] void main() { data[0] = helper(data[1]) + half_made(1) + in_group(); }
//    ^ rename data
//| refused: a declaration 'data' already exists
//    ^ rename float2
//| refused: 'float2' is a reserved keyword
//    ^ rename a-b
//| refused: 'a-b' is not an identifier
//                                     ^ rename amount
//| main.hlsl:6 float helper(float value) { return TWO(value); }
//| main.hlsl:6 float helper(float value) { return TWO(value); }
#ifdef NEVER
float skipped;
#endif
static float skipped_too;
float in_group() { return skipped_too; }
//                        ^ rename other
//| main.hlsl:10 static float skipped_too;
//| main.hlsl:11 float in_group() { return skipped_too; }
#ifdef NEVER
float x = in_group();
#endif
[numthreads(1, 1, 1)] void main() { data[0] = helper(data[1]) + half_made(1) + in_group(); }
//                                                              ^ rename whole
//| refused: cannot rename a built-in
//                                                                             ^ rename outside
//| refused: cannot rename: the name occurs in a skipped group of '/main.hlsl'
//    ^ rename nothing
//| refused: cannot rename a built-in
