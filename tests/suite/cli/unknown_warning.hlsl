//@ run: -T ps_6_0 -WX -Wno-parentheses -Wno-unused-variable -Werror=shadow -Wconversoin
float4 main() : SV_Target { return 0; }
//~? warning[W5001]: unknown warning option '-Wconversoin'
