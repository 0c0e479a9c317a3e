//@ run: -T ps_6_0
Texture2D first : register(t0, s1);
//~                            ^ error[E2051]: expected 'spaceN' after the register, as in register(t0, space1)
Texture2D second : register(t1, space1, space2);
//~                                     ^ error[E2051]: expected 'spaceN' after the register, as in register(t0, space1)
Texture2D third : register(space1, t0);
//~                                ^ error[E2051]: expected 'spaceN' after the register, as in register(t0, space1)
Texture2D fourth : register(ps, t3, space1);
Texture2D fifth : register(space2);
float4 main() : SV_Target { return fourth.Load(0) + fifth.Load(0); }
