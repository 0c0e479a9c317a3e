//@ run: -T ps_6_0
_Static_assert(1 + 1 == 2, "arithmetic");
_Static_assert(1 > 2, "one is not more than two");
//~ error[E2055]: static assertion failed: one is not more than two
_Static_assert(sizeof(float4) == 12);
//~ error[E2055]: static assertion failed
float4 main() : SV_Target { return 0; }
