//@ run: -T ps_6_0
[shader("vertex")] float4 main() : SV_Position { return 1; }
//~                       ^ error[E2558]: vertex entry point does not match profile ps_6_0
