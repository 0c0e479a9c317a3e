//@ run: -T ps_6_0
// Each function calls the one before it twice, and hands over a texture: all calls written out are millions of operations.
float f0(Texture2D t, float a) { a = sin(a) * a + cos(a) * a; a = sin(a) * a + cos(a) * a; a = sin(a) * a + cos(a) * a; a = sin(a) * a + cos(a) * a; a = sin(a) * a + cos(a) * a; a = sin(a) * a + cos(a) * a; a = sin(a) * a + cos(a) * a; a = sin(a) * a + cos(a) * a; a = sin(a) * a + cos(a) * a; a = sin(a) * a + cos(a) * a; a = sin(a) * a + cos(a) * a; a = sin(a) * a + cos(a) * a; return a + t.Load(0).x; }
float f1(Texture2D t, float a) { return f0(t, a) + f0(t, -a); }
float f2(Texture2D t, float a) { return f1(t, a) + f1(t, -a); }
float f3(Texture2D t, float a) { return f2(t, a) + f2(t, -a); }
float f4(Texture2D t, float a) { return f3(t, a) + f3(t, -a); }
float f5(Texture2D t, float a) { return f4(t, a) + f4(t, -a); }
float f6(Texture2D t, float a) { return f5(t, a) + f5(t, -a); }
float f7(Texture2D t, float a) { return f6(t, a) + f6(t, -a); }
float f8(Texture2D t, float a) { return f7(t, a) + f7(t, -a); }
float f9(Texture2D t, float a) { return f8(t, a) + f8(t, -a); }
float f10(Texture2D t, float a) { return f9(t, a) + f9(t, -a); }
float f11(Texture2D t, float a) { return f10(t, a) + f10(t, -a); }
float f12(Texture2D t, float a) { return f11(t, a) + f11(t, -a); }
//~                                                  ^ error[E5114]: code size limit exceeded: module grows by more than 400000 ops when this call is inlined
float f13(Texture2D t, float a) { return f12(t, a) + f12(t, -a); }
float f14(Texture2D t, float a) { return f13(t, a) + f13(t, -a); }
Texture2D map;
float4 main(float a : A) : SV_Target { return f14(map, a); }
