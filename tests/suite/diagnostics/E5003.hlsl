//@ run: -T ps_6_0 -HV 2015 -fvk-b-shift -1 0 -denorm maybe -fspv-debug=much -fspv-max-id zero -ferror-limit=few --emit=tokens,soup
//~? error[E5003]: invalid value '2015' for '-HV'; expected 2016, 2017, 2018, 2021 or 202x
//~? error[E5003]: invalid value '-1 0' for '-fvk-b-shift'; expected a non-negative number
//~? error[E5003]: invalid value 'maybe' for '-denorm'; expected any, preserve or ftz
//~? error[E5003]: invalid value 'much' for '-fspv-debug='; expected file, source, line, tool, rich, rich-with-source, vulkan, vulkan-with-source or vulkan-with-source-test
//~? error[E5003]: invalid value 'zero' for '-fspv-max-id'; expected a positive hexadecimal number
//~? error[E5003]: invalid value 'few' for '-ferror-limit='; expected a non-negative number
//~? error[E5003]: invalid value 'tokens soup' for '--emit='; expected tokens, ast, hir, spirv, dialect, spirv-llvm, spirv-llvm-typed, llvm-dialect, llvm, wgsl, msl, glsl or hlsl
