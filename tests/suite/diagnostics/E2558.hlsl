//@ run: -T ps_6_0
[shader("vertex")] float4 main() : SV_Position { return 1; }
//~                       ^ error[E2558]: this is a vertex entry point, and the profile is ps_6_0
