//@ run: -T ps_6_0 -verify
float4 a = `; // expected-warning {{not this}}
//~? error[E5106]: unexpected error at line 2: unexpected character '`'
//~? error[E5106]: expected warning at line 2, but not reported
