//@ run: -T vs_6_0 -E main
// One message each: the warning of what may be left gives way to the error of what is.
float slope(float x) { return ddx(x); }
//~                           ^ fatal error[E5117]: derivatives are not available in this stage
float4 main(float4 at : POSITION) : SV_Position { return at + slope(at.x) + 0 * ddy(1.5); }
//~                                                                             ^ warning[W2574]: derivative 'ddy' is not available in the vertex stage
