//@ run: -T ps_6_0
//@ check: OpFunctionCall %float %f11
//@ check: OpFunctionCall %float %f4
//@ check-not: OpFunctionCall %float %f12

// Each function calls the one before it twice. All calls written out would be millions of operations, so that the large
// functions stay functions.
float f0(float a) { a = sin(a) * a + cos(a) * a; a = sin(a) * a + cos(a) * a; a = sin(a) * a + cos(a) * a; a = sin(a) * a + cos(a) * a; a = sin(a) * a + cos(a) * a; a = sin(a) * a + cos(a) * a; a = sin(a) * a + cos(a) * a; a = sin(a) * a + cos(a) * a; return a; }
float f1(float a) { return f0(a) + f0(-a); }
float f2(float a) { return f1(a) + f1(-a); }
float f3(float a) { return f2(a) + f2(-a); }
float f4(float a) { return f3(a) + f3(-a); }
float f5(float a) { return f4(a) + f4(-a); }
float f6(float a) { return f5(a) + f5(-a); }
float f7(float a) { return f6(a) + f6(-a); }
float f8(float a) { return f7(a) + f7(-a); }
float f9(float a) { return f8(a) + f8(-a); }
float f10(float a) { return f9(a) + f9(-a); }
float f11(float a) { return f10(a) + f10(-a); }
float f12(float a) { return f11(a) + f11(-a); }
float f13(float a) { return f12(a) + f12(-a); }
float f14(float a) { return f13(a) + f13(-a); }
float4 main(float a : A) : SV_Target { return f14(a); }
