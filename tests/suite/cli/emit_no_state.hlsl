//@ run: -T vs_6_0 -E main --emit=llvm
// Only compute shaders run on the CPU.

float4 main() : SV_Position {
    return 0.0;
}
//~? error[E5108]: state 'llvm' is not available for this module: no compute entry point 'main': the module has none
