//@ run: -T ps_6_0
struct { float x; };
void f() { struct { int y; }; }
int;
//~ error[E2009]: declaration requires a name
float4;
//~ error[E2009]: declaration requires a name
float4 main() : SV_Target { return 0; }
