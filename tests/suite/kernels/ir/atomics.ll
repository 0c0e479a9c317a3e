; //@ run: -fspv-target-env=opencl2.2 -Vd
; //@ emit: spirv
; //@ check: OpAtomicUMax %uint {cell0} %uint_1 %uint_0
; //@ check: OpAtomicCompareExchange %uint {cell1} %uint_2 %uint_16 %uint_16
; //@ check: OpAtomicLoad %uint {cell2} %uint_0 %uint_2
; //@ check: OpMemoryBarrier %uint_2
; LLVM's own atomic accesses, with scopes by name.
; Rows: 39
target triple = "spir64-unknown-unknown"

define spir_kernel void @k(ptr addrspace(1) %cell) {
  %a = atomicrmw umax ptr addrspace(1) %cell, i32 5 syncscope("device") monotonic, align 4
  %b = cmpxchg ptr addrspace(1) %cell, i32 5, i32 6 syncscope("workgroup") seq_cst seq_cst, align 4
  %old = extractvalue { i32, i1 } %b, 0
  %c = load atomic i32, ptr addrspace(1) %cell syncscope("all_svm_devices") acquire, align 4
  fence syncscope("workgroup") acq_rel
  %sum = add i32 %old, %c
  store i32 %sum, ptr addrspace(1) %cell, align 4
  ret void
}
