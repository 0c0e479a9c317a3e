//@ run: -T ps_6_2 -DVALUE=3 -D FLAG -fspv-target-env=vulkan1.2
#if __SHADER_STAGE_PIXEL != __SHADER_TARGET_STAGE || __SHADER_TARGET_MAJOR != 6 || __SHADER_TARGET_MINOR != 2
#error wrong stage
#endif
#if !defined(__spirv__) || __SPIRV_MAJOR_VERSION__ != 1 || __SPIRV_MINOR_VERSION__ != 5 || __HLSL_VERSION != 2021 || !__hlsl_dx_compiler
#error wrong target
#endif
#if VALUE != 3 || FLAG != 1 || defined(__HLSL_ENABLE_16_BIT)
#error wrong options
#endif
float4 main() : SV_Target { return 0; }
