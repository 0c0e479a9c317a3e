//@ run: -T ps_6_0
static float count;
float f(float amount) {
    float4 colour = amuont;
//~                 ^ error[E2001]: use of undeclared identifier 'amuont'
    return conut + missing(amount) + amount.x;
//~        ^ error[E2001]: use of undeclared identifier 'conut'
//~                ^ error[E2001]: use of undeclared identifier 'missing'
}
namespace n { static float inner; }
float g() { return inner; }
//~                ^ error[E2001]: use of undeclared identifier 'inner'
float h() { { float local = 1; } return local; }
//~                                     ^ error[E2001]: use of undeclared identifier 'local'
float4 main() : SV_Target { return 0; }
