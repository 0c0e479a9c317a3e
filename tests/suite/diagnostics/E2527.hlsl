//@ run: -T ps_6_0
float4 main(linear int a : A, nointerpolation int b : B, centroid uint c : C) : SV_Target { return a + b + c; }
//~                    ^ error[E2527]: integers cannot be interpolated; only 'nointerpolation' is allowed
//~                                                                    ^ error[E2527]: integers cannot be interpolated; only 'nointerpolation' is allowed
