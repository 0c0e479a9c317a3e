//@ run: -T ps_6_0
float f(float x) { if (x > 0) return 1; }
//~                                     ^ warning[W2057]: control reaches end of non-void function 'f'
float g(float x) { if (x > 0) return 1; else return 2; }
float h(int x) { switch (x) { case 0: return 1; default: return 2; } }
float i(float x) { for (;;) { if (x > 0) return x; x++; } }
float4 main() : SV_Target { return 0; }
