//@ run: -T ps_6_0
float f(float x) { if (x > 0) return 1; }
//~                                     ^ warning[W2057]: control reaches end of non-void function 'f'
float g(float x) { if (x > 0) return 1; else return 2; }
float h(int x) { switch (x) { case 0: return 1; default: return 2; } }
float i(float x) { for (;;) { if (x > 0) return x; x++; } }
// Control gets behind none of these.
enum Side { LEFT, RIGHT };
static const bool ALWAYS = true;
float j(float x) { do { if (x > 0) return x; x++; } while (true); }
float k(Side side) { switch (side) { case LEFT: return 1; case RIGHT: return 2; } }
float l(float x) { if (ALWAYS) return x; }
// But behind these.
float m(float x) { do { if (x > 0) break; x++; } while (true); }
//~                                                            ^ warning[W2057]: control reaches end of non-void function 'm'
float n(Side side) { switch (side) { case LEFT: return 1; case RIGHT: break; } }
//~                                                                            ^ warning[W2057]: control reaches end of non-void function 'n'
float4 main() : SV_Target { return 0; }
