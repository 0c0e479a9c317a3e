//@ run: -T ps_6_0 -E shade
float4 first() : SV_Target { return 1; }
float4 second() : SV_Target { return 2; }
//~? error[E2010]: missing entry point definition 'shade'
//~? note: functions in this file: second, first; use -E to select one
