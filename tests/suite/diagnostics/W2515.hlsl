//@ run: -T vs_6_0
// What Direct3D alone reads is taken without a word.
float4 plane;
[RootSignature("")] [clipplanes(plane)] float4 main() : SV_Position { return 0; }
//~                  ^ warning[W2515]: attribute 'clipplanes' has no effect
