//@ run: -T ps_6_0 -WX -Wno-user-warnings
#warning careful
float4 main() : SV_Target { return 0; }
