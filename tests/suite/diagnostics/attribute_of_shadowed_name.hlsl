//@ run: -T vs_6_0
// Arguments of attributes are outside of the function's body.
float4 plane;
[clipplanes(plane)]
//~ warning[W2515]: attribute 'clipplanes' has no effect
float4 main() : SV_Position {
    float4 plane = 0;
    return plane;
}
