//@ run: -T ps_6_0
static float x = 1;
namespace n { static float x = 2; static float get() { return x; } }
using namespace n;
float shadow(float x) { { float x = 3; x++; } return x; }
float loops() {
    float sum = 0;
    for (int i = 0; i < 2; i++) sum += i;
    for (float i = 0; i < 2; i++) sum += i;
    return sum + i;
//~              ^ error[E2001]: use of undeclared identifier 'i'
}
struct S { float x; float get() { return x + this.x + ::x; } };
float4 main() : SV_Target { S s; s.x = 1; return s.get() + n::get() + ::x + shadow(1); }
