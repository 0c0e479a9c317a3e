//@ run: -T ps_6_0
enum E { A };
struct S : E { };
//~        ^ error[E2033]: 'E' cannot be a base class
struct T : float4 { };
//~        ^ error[E2033]: 'float4' cannot be a base class
float4 main() : SV_Target { return 0; }
