//@ run: -T cs_6_0
void cut(float x) { if (x < 0) discard; }
//~                            ^ error[E2206]: 'discard' is allowed in pixel shaders only
[numthreads(1, 1, 1)] void main() { cut(1); }
