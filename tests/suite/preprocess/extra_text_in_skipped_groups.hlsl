//@ run: -T ps_6_0
// Of directives in groups that are skipped, only the first word is read.
#if 0
#ifdef A b
#else c
#endif d
#endif
#if 1
#else e
//~   ^ warning[W1003]: extra tokens at end of #else directive
#endif f
//~    ^ warning[W1003]: extra tokens at end of #endif directive
float4 main() : SV_Target { return 0; }
