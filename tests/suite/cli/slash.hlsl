//@ run: /T ps_6_0 /Emain /Zpc /O3
float4 main() : SV_Target { return 0; }
