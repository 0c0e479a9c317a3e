//@ run: -T ps_6_0
#define __LINE__ 3
//~     ^ warning[W1002]: built-in macro '__LINE__' is redefined
#undef __FILE__
//~    ^ warning[W1002]: built-in macro '__FILE__' is redefined
float4 main() : SV_Target { return 0; }
