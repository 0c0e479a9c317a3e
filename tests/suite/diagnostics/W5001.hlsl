//@ run: -T ps_6_0 -Wno-such-thing -Wbogus -Werror=bogus-too
float4 main() : SV_Target { return 0; }
//~? warning[W5001]: unknown warning option '-Wbogus'
//~? warning[W5001]: unknown warning option '-Wbogus-too'
