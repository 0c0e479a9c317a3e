//@ run: -T ps_6_0
#define __LINE__ 3
//~     ^ warning[W1002]: redefining built-in macro '__LINE__'
#undef __FILE__
//~    ^ warning[W1002]: redefining built-in macro '__FILE__'
float4 main() : SV_Target { return 0; }
