//@ run: -T ps_6_0 -verify
float4 a = `; // expected-warning {{not this}}
//~? error[E5106]: error at line 2 is not expected: unexpected character '`'
//~? error[E5106]: warning is expected at line 2 and missing
