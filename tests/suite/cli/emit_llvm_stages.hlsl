//@ run: -T vs_6_0 -E main
//@ emit: llvm-dialect
//@ check: llvm.func @kernel(
//@ run: -T ps_6_0 -E main
//@ emit: llvm
//@ check: define void @kernel(ptr {ctx}, ptr {scratch}, i64 {begin}, i64 {end})
// Stages of draws are shown as the kernels that they run as.

#if __SHADER_TARGET_STAGE == __SHADER_STAGE_VERTEX
#define RESULT SV_Position
#else
#define RESULT SV_Target
#endif

float4 main(float4 place : POSITION) : RESULT {
    return place * 2.0;
}
