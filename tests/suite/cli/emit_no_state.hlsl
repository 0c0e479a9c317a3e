//@ run: -T vs_6_0 -E main --emit=llvm
// Only compute shaders run on the CPU.

float4 main() : SV_Position {
    return 0.0;
}
//~? error[E5108]: there is no state 'llvm' of this module: the module has no compute entry point, so no 'main'
