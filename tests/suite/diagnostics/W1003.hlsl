//@ run: -T ps_6_0
#if 1
#endif done
//~    ^ warning[W1003]: extra tokens at end of #endif directive
float4 main() : SV_Target { return 0; }
