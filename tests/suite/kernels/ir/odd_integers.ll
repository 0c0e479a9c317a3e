; //@ run: -fspv-import-functions
; //@ emit: spirv
; //@ check: OpCapability ArbitraryPrecisionIntegers
; //@ check: OpExtension "SPV_INTEL_arbitrary_precision_integers"
; //@ check: {odd} = OpTypeInt 24 0
; //@ check: OpIAdd {odd}
; Integers of any width up to 64 bits.
; Rows: 46
target triple = "spir64-unknown-unknown"

define spir_kernel void @k(ptr addrspace(1) %p) {
  %v = load i24, ptr addrspace(1) %p, align 4
  %w = add i24 %v, 7
  store i24 %w, ptr addrspace(1) %p, align 4
  ret void
}
