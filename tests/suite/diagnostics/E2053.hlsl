//@ run: -T ps_6_0
float odd(float x);
float even(float x) { return x > 0 ? odd(x - 1) : 1; }
float odd(float x) { return x > 0 ? even(x - 1) : 0; }
//~                                 ^ error[E2053]: recursive functions are not allowed: 'even' calls itself
int self(int n) { return n == 0 ? 0 : self(n - 1); }
//~                                   ^ error[E2053]: recursive functions are not allowed: 'self' calls itself
float4 main() : SV_Target { return even(4) + self(3); }
