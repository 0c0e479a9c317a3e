//@ run: -T vs_6_0 -E main
// One message each: the warning of what may be left gives way to the error of what is.
float slope(float x) { return ddx(x); }
//~                           ^ fatal error[E5117]: the stage has no derivatives, and this one is needed
float4 main(float4 at : POSITION) : SV_Position { return at + slope(at.x) + 0 * ddy(1.5); }
//~                                                                             ^ warning[W2574]: 'ddy' takes a derivative, which the stage 'vertex' does not have
