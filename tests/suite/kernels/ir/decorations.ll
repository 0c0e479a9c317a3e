; //@ run: -fspv-target-env=opencl2.2
; //@ emit: spirv
; //@ check: OpCapability CacheControlsINTEL
; //@ check: OpExtension "SPV_INTEL_cache_controls"
; //@ check: OpDecorate %shared Constant
; //@ check: OpDecorate %shared LinkageAttributes "shared" Export
; //@ check: OpDecorate {at} CacheControlLoadINTEL 0 CachedINTEL
; //@ check: OpDecorate {sum} FPFastMathMode NotNaN
; //@ check: OpDecorateString {said} UserSemantic "near"
; //@ check: {said} = OpCopyObject
; What is said of variables, of instructions, and in the text of an annotation.
; Rows: 30, 32
target triple = "spir64-unknown-unknown"

@shared = addrspace(1) constant [2 x float] [float 1.0, float 2.0], align 4, !spirv.Decorations !0
@text = private unnamed_addr addrspace(1) constant [5 x i8] c"near\00"
@file = private unnamed_addr addrspace(1) constant [2 x i8] c"f\00"

define spir_kernel void @k(ptr addrspace(1) %out) {
  %at = getelementptr inbounds float, ptr addrspace(1) %out, i64 3, !spirv.Decorations !2
  %a = load float, ptr addrspace(1) %at, align 4
  %b = load float, ptr addrspace(1) @shared, align 4
  %sum = fadd float %a, %b, !spirv.Decorations !4
  %same = call ptr addrspace(1) @llvm.ptr.annotation.p1.p1(ptr addrspace(1) %out, ptr addrspace(1) @text, ptr addrspace(1) @file, i32 1, ptr addrspace(1) null)
  store float %sum, ptr addrspace(1) %same, align 4
  ret void
}

declare ptr addrspace(1) @llvm.ptr.annotation.p1.p1(ptr addrspace(1), ptr addrspace(1), ptr addrspace(1), i32, ptr addrspace(1))

!0 = !{!1}
!1 = !{i32 41, !"shared", i32 0}
!2 = !{!3}
!3 = !{i32 6442, i32 0, i32 1}
!4 = !{!5}
!5 = !{i32 40, i32 1}
