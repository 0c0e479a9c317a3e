; //@ run: -fspv-target-env=opencl2.2
; //@ emit: spirv
; //@ check: %kept = OpVariable %_ptr_CrossWorkgroup_uchar CrossWorkgroup %uchar_1
; //@ check: {flag} = OpVariable %_ptr_Function_uchar Function
; //@ check: {byte} = OpSelect %uchar
; //@ check: OpStore {flag} {byte} Aligned 1
; //@ check: {again} = OpLoad %uchar {flag} Aligned 1
; //@ check: OpINotEqual %bool {again} %uchar_0
; A boolean is a byte in memory.
; Rows: 47
target triple = "spir64-unknown-unknown"

@kept = addrspace(1) global i1 true

define spir_kernel void @k(ptr addrspace(1) %p, i32 %x) {
  %flag = alloca i1, align 1
  %less = icmp ult i32 %x, 7
  store i1 %less, ptr %flag, align 1
  %old = load i1, ptr addrspace(1) @kept, align 1
  %again = load i1, ptr %flag, align 1
  %both = and i1 %old, %again
  store i1 %both, ptr addrspace(1) %p, align 1
  ret void
}
