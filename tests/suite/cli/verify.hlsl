//@ run: -T ps_6_0 -verify
float4 a = `; // expected-error {{strange character}}
// expected-error@+1 {{the same}}
float4 b = `;
