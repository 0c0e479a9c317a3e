//@ run: -T ps_6_0
float scale = 2;
//~   ^ warning[W2058]: initializer of 'scale' is ignored: the application sets the value
const float bias = 3;
//~         ^ warning[W2058]: initializer of 'bias' is ignored: the application sets the value
static float kept = 4;
float4 main() : SV_Target { return 0; }
