//@ run: -T lib_6_3 -exports main;helper=other -default-linkage external
//@ emit: spirv
//@ check: OpEntryPoint Fragment %main "main"
//@ check-not: OpCapability Linkage

// What a library shows is what is marked; a function that nothing reaches is left out.
float helper(float x) { return 2 * x; }

[shader("pixel")]
float4 main() : SV_Target { return helper(1); }
