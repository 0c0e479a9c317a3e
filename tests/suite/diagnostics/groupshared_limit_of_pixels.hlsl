//@ run: -T ps_6_10
[GroupSharedLimit(64)]
//~ error[E2557]: attribute 'groupsharedlimit' is for compute, mesh, amplification and node entry points
float4 main() : SV_Target { return 1; }
