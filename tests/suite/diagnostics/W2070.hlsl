//@ run: -T ps_6_0 -E main
enum E { A, B };
static const float a;
//~                ^ warning[W2070]: constant 'a' has no initializer and is zero
static const int b[3];
//~              ^ warning[W2070]: constant 'b' has no initializer and is zero
static const E c;
//~            ^ warning[W2070]: constant 'c' has no initializer and is zero
// Vectors and structs come to life by themselves.
static const float4 d;
static float e;
float4 main() : SV_Target { static const bool f; return 0; }
//~                                           ^ warning[W2070]: constant 'f' has no initializer and is zero
