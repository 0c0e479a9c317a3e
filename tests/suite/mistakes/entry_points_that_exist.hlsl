//@ run: -T ps_6_0
float4 sky() : SV_Target {
    return 1;
}
float4 ground() : SV_Target {
    return 0;
}
//~? error[E2010]: missing entry point definition 'main'
//~? note: functions in this file: ground, sky; use -E to select one
