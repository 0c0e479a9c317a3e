; //@ run: -fspv-target-env=opencl2.2
; //@ emit: spirv
; //@ check: OpExtension "SPV_KHR_expect_assume"
; //@ check: OpExecutionMode %k LocalSizeHint 8 1 1
; //@ check: OpExecutionMode %k LocalSize 4 2 1
; //@ check-not: ContractionOff
; //@ check: {file} = OpString "shader.hlsl"
; //@ check: OpSource HLSL 600 {file}
; //@ check: OpSourceExtension "cl_khr_fp16"
; //@ check: OpDecorate %limits Alignment 64
; //@ check: OpDecorate %out Restrict
; //@ check: OpDecorate %out FuncParamAttr NoWrite
; //@ check: %limits = OpVariable
; What metadata says: sources, extensions, modes in both forms, decorations of variables and parameters.
; Rows: 3, 21, 22, 23, 24, 25, 26, 27, 29, 30
target triple = "spir64-unknown-unknown"

@limits = internal addrspace(2) constant [2 x i32] [i32 1, i32 2], align 4, !spirv.Decorations !7

define spir_kernel void @k(ptr addrspace(1) %out) !spirv.ParameterDecorations !9 !work_group_size_hint !12 {
  %a = load i32, ptr addrspace(2) @limits, align 4
  %b = load i32, ptr addrspace(1) %out, align 4
  %same = icmp eq i32 %a, %b
  br i1 %same, label %yes, label %no

yes:
  br label %no

no:
  ret void
}

!spirv.MemoryModel = !{!0}
!spirv.Source = !{!1}
!spirv.SourceExtension = !{!3}
!spirv.Extension = !{!4}
!spirv.Capability = !{!5}
!spirv.ExecutionMode = !{!6}
!spirv.Generator = !{!13}
!opencl.enable.FP_CONTRACT = !{}
!0 = !{i32 2, i32 2}
!1 = !{i32 5, i32 600, !2}
!2 = !{!"shader.hlsl"}
!3 = !{!"cl_khr_fp16"}
!4 = !{!"SPV_KHR_expect_assume"}
!5 = !{i32 11}
!6 = !{ptr @k, i32 17, i32 4, i32 2, i32 1}
!7 = !{!8, !14}
!8 = !{i32 22}
!9 = !{!10}
!10 = !{!11, !15}
!11 = !{i32 19}
!12 = !{i32 8, i32 1, i32 1}
!13 = !{i16 6, i16 123}
!14 = !{i32 44, i32 64}
!15 = !{i32 38, i32 6}
