; //@ run: -fspv-import-functions
; //@ emit: spirv
; //@ check: OpDecorate {narrow} FPRoundingMode RTZ
; //@ check: OpFAdd %float
; //@ check: {narrow} = OpConvertSToF %float
; //@ check: OpFOrdLessThan %bool
; //@ check: OpExtInst %float {set} sqrt
; Arithmetic with a rounding mode and exceptions.
target triple = "spir64-unknown-unknown"

define spir_kernel void @k(ptr addrspace(1) %out, float %x, i32 %i) strictfp {
  %sum = call float @llvm.experimental.constrained.fadd.f32(float %x, float 1.0, metadata !"round.tonearest", metadata !"fpexcept.strict")
  %narrow = call float @llvm.experimental.constrained.sitofp.f32.i32(i32 %i, metadata !"round.towardzero", metadata !"fpexcept.ignore")
  %less = call i1 @llvm.experimental.constrained.fcmps.f32(float %sum, float %narrow, metadata !"olt", metadata !"fpexcept.strict")
  %root = call float @llvm.experimental.constrained.sqrt.f32(float %sum, metadata !"round.dynamic", metadata !"fpexcept.strict")
  %made = select i1 %less, float %root, float %narrow
  store float %made, ptr addrspace(1) %out, align 4
  ret void
}

declare float @llvm.experimental.constrained.fadd.f32(float, float, metadata, metadata)
declare float @llvm.experimental.constrained.sitofp.f32.i32(i32, metadata, metadata)
declare i1 @llvm.experimental.constrained.fcmps.f32(float, float, metadata, metadata)
declare float @llvm.experimental.constrained.sqrt.f32(float, metadata, metadata)
