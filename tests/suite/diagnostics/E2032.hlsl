//@ run: -T ps_6_0
struct Node { float value; Node next; };
//~                             ^ error[E2032]: struct 'Node' contains itself
struct Tree { Tree leaves[2]; };
//~                ^ error[E2032]: struct 'Tree' contains itself
float4 main() : SV_Target { return 0; }
