//@ run: -T ps_6_0
float4 main() : SV_Target {
//~    ^ note: called from entry point 'main'
    AllMemoryBarrierWithGroupSync();
//~ ^ error[E2401]: 'AllMemoryBarrierWithGroupSync' is not available in the pixel stage
    return 0;
}
