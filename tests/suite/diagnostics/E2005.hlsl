//@ run: -T ps_6_0
static float value;
struct S { float x; };
float f() { return value::x; }
//~                ^ error[E2005]: 'value' is not a namespace, struct or enumeration
typedef float F;
float g() { return F::x; }
//~                ^ error[E2005]: 'float' is not a namespace, struct or enumeration
using namespace missing;
//~             ^ error[E2001]: use of undeclared identifier 'missing'
float4 main() : SV_Target { return 0; }
