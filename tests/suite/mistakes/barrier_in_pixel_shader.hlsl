//@ run: -T ps_6_0
float4 main() : SV_Target {
//~    ^ note: entry point 'main' reaches it
    AllMemoryBarrierWithGroupSync();
//~ ^ error[E2401]: 'AllMemoryBarrierWithGroupSync' is not available in the stage 'pixel'
    return 0;
}
