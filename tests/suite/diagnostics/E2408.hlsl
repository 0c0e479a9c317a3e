//@ run: -T ps_6_0 -E main
groupshared float memory[64];
groupshared float unused[64];
float read() { return memory[1]; }
//~                   ^ error[E2408]: groupshared variable 'memory' is not allowed in the pixel stage
float4 main(float x : X) : SV_Target { return read(); }
