//@ run: -T ps_6_0
#define TEXT "no end
[shader("pixel)]
//~     ^ error[E1002]: missing closing "
float4 main() : SV_Target { return 0; }
