//@ run: -T ps_6_0 -E main
Texture2D a : register(t0) : register(t1);
//~                          ^ error[E2546]: 'register(t0)' and 'register(t1)' cannot be combined
Texture2D b : register(t2) : register(t3, space1);
//~                          ^ error[E2546]: 'register(t2)' and 'register(t3, space1)' cannot be combined
Texture2D c : register(t4) : register(ps, t5);
//~                          ^ error[E2546]: 'register(t4)' and 'register(ps, t5)' cannot be combined
cbuffer d : register(b0) : register(b1) { float4 e; };
//~                        ^ error[E2546]: 'register(b0)' and 'register(b1)' cannot be combined
// These say the same, or something else for each stage.
Texture2D f : register(t6) : register(t6);
Texture2D g : register(t7) : register(space1);
Texture2D h : register(vs, t8) : register(ps, t9);
float4 main() : SV_Target { return 0; }
