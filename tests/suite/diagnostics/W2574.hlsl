//@ run: -T vs_6_0 -E main
// The derivative of a constant is one too; the passes drop it.
float4 main(float4 at : POSITION) : SV_Position { return at + 0 * ddx(1.5); }
//~                                                               ^ warning[W2574]: derivative 'ddx' is not available in the vertex stage
