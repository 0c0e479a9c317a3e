//@ run: -T vs_6_0
void cut(float x) { clip(x); }
//~                 ^ error[E2401]: 'clip' is not available in the vertex stage
void unused(float x) { clip(x); }
float4 main() : SV_Position { cut(1); return 0; }
