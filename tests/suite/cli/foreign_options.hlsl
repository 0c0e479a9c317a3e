//@ run: -spirv -T ps_6_0 /Zpr -nologo -Qembed_debug -res-may-alias -mllvm -x -opt-select a b -Wno-return-type -Qunused-arguments
float4 main() : SV_Target { return 0; }
