; //@ run: -fspv-target-env=opencl2.2
; //@ emit: spirv
; //@ check: OpCapability Linkage
; //@ check: OpDecorate %twice LinkageAttributes "twice" Export
; //@ check-not: OpEntryPoint
; A module without kernels is a library for others.
; Rows: 4
target triple = "spir64-unknown-unknown"

define spir_func i32 @twice(i32 %a) {
  %sum = add i32 %a, %a
  ret i32 %sum
}
